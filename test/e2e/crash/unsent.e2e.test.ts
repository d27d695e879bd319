import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../support/build.js';
import { GatewayHome } from '../../support/gateway-process.js';
import { aServiceAccount } from '../../support/service-account.js';
import { TestSandbox } from '../../support/test-sandbox.js';
import { waitFor } from '../../support/wait-for.js';

const HANGS_MS = 240_000;
const CALLS = 5;

const sandbox = await TestSandbox.start();
/** Where access tokens are fetched before anything is sent. It never answers. */
const tokens: Server = createServer(() => undefined).listen(0, '127.0.0.1');
await new Promise((resolve) => tokens.once('listening', resolve));
const { port } = tokens.address() as AddressInfo;
const home = await GatewayHome.make(
  {
    models: ['fault/stall=1'],
    providers: [
      {
        name: 'google',
        family: 'vertex-gemini',
        credential: 'own',
        secret: { env: 'KEY_FILE' },
        token_url: `http://127.0.0.1:${port}/token`,
      },
    ],
  },
  sandbox.url,
);

beforeAll(ensureBuilt, 2 * HANGS_MS);
afterAll(async () => {
  await home.remove();
  tokens.closeAllConnections();
  tokens.close();
  await sandbox.close();
});

it(
  'kill -9 charges for what a provider may have seen, and for nothing else',
  async () => {
    const environment = { KEY_FILE: aServiceAccount().keyFile };
    const first = await home.start(environment);
    const calls = [
      ...Array.from({ length: CALLS }, () => first.chat({ model: 'google/echo' })),
      ...Array.from({ length: CALLS }, () => first.chat({ model: 'sandbox/fault/stall=1' })),
    ];
    const ended = Promise.allSettled(calls);
    await waitFor('every call to be open', async () => {
      const [row] = await home.rows<{ count: string }>('SELECT count(*) FROM call_intent');
      return Number(row?.count) === 2 * CALLS;
    });
    await waitFor('the provider to see its calls', async () => {
      return (await sandbox.requests()).length === CALLS;
    });
    first.kill('SIGKILL');
    await ended;
    await home.close();

    await home.start(environment);
    await waitFor('the calls to be recorded', async () => {
      const [row] = await home.rows<{ count: string }>(
        `SELECT count(*) FROM audit_row WHERE type = 'interrupted'`,
      );
      return Number(row?.count) === 2 * CALLS;
    });
    const rows = await home.rows<{ provider: string; kind: number; free: boolean; count: string }>(
      `SELECT r.provider, l.kind, l.nano = 0 AS free, count(*) FROM audit_row r
       JOIN ledger_entry l USING (id) GROUP BY 1, 2, 3 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { provider: 'google', kind: 3, free: true, count: String(CALLS) },
      { provider: 'sandbox', kind: 2, free: false, count: String(CALLS) },
    ]);
    expect((await home.fsck()).findings).toEqual([]);
  },
  HANGS_MS,
);
