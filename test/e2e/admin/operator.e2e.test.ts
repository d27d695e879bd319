import { beforeAll, expect, it } from 'vitest';
import { AdminClient, OWNER } from '../../support/admin.js';
import { ensureBuilt } from '../../support/build.js';
import { startGateway } from '../../support/gateway.js';
import { gw } from '../../support/gw.js';

const gateway = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(gateway);
const environment = { DATABASE_URL: gateway.database.url, GW_MASTER_KEY: 'ab'.repeat(32) };

beforeAll(ensureBuilt, 300_000); // A compiler on a busy machine.

it('an owner who cannot sign in any more is let back in by the operator, on record', async () => {
  await owner.post('/account/totp');
  expect(await gw(environment, 'member', 'list')).toContain(`${OWNER.email}  owner  active`);
  const said = await gw(environment, 'member', 'reset', OWNER.email);
  const token = /\/console\/reset#token=([\w-]{43})\n/.exec(said)?.[1];
  expect((await owner.get('/session')).status).toBe(401);
  const password = 'a password of after that';
  const stranger = new AdminClient(gateway.url);
  expect((await stranger.post('/password/reset', { token, password })).status).toBe(204);
  expect((await stranger.signIn(OWNER.email, password)).json()).toEqual({ code_needed: false });
  const [{ entry } = { entry: Buffer.of() }] = await gateway.database.owner.dataSource.query<
    { entry: Buffer }[]
  >(`SELECT entry FROM audit_row WHERE convert_from(entry, 'UTF8') LIKE '%let_back_in%'`);
  expect(JSON.parse(entry.toString())).toMatchObject({
    type: 'admin',
    detail: { action: 'member.let_back_in', actor: 'operator' },
  });
});
