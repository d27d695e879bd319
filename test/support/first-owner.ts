import { AdminClient, OWNER } from './admin.js';

const TOKEN = 'a-token-for-the-bench';

/** How a gateway is started that `enterFirst` can set up. */
export const SETUP_ENVIRONMENT = { GW_SETUP_TOKEN: TOKEN };

/** Its first owner, signed in. @throws Error where somebody has set it up */
export async function enterFirst(url: string): Promise<AdminClient> {
  const client = new AdminClient(url);
  const answer = await client.post('/setup', { token: TOKEN, ...OWNER });
  if (answer.status !== 201) throw new Error(`The gateway was not set up: ${answer.text}`);
  return client;
}
