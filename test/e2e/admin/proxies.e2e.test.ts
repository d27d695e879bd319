import { beforeEach, describe, expect, it } from 'vitest';
import { SystemEntropy } from '#kernel';
import { generateVirtualKey } from '#workloads';
import { AdminClient, OWNER } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { send, type Answer } from '../../support/http.js';

const behind = await startGateway(
  {},
  { managedBy: 'console', env: { GW_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' } },
);
const open = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(behind);
await AdminClient.setUp(open);

const codeOf = ({ status, text }: Answer) =>
  status < 400 ? status : (JSON.parse(text) as { code: string }).code;
const from = (chain: string) => ({ headers: { 'x-forwarded-for': chain } });
const wrong = { email: OWNER.email, password: 'wrong wrong wrong' };
const tries = async (gateway: typeof behind, chain: (n: number) => string) => {
  const codes: (string | number)[] = [];
  for (let n = 0; n < 7; n++) {
    const client = new AdminClient(gateway.url);
    codes.push(codeOf(await client.post('/session', wrong, from(chain(n)))));
  }
  return codes;
};
const metrics = (gateway: typeof behind, headers: Record<string, string>) =>
  send(`${gateway.url}/metrics`, { headers });

beforeEach(async () => {
  for (const gateway of [behind, open]) {
    gateway.clock.skip(60_000);
    await gateway.database.owner.dataSource.query('DELETE FROM sign_in_failure');
  }
});

describe('behind a proxy that is trusted', () => {
  it('who guesses a password keeps nobody out who comes by the same proxy', async () => {
    expect((await tries(behind, () => '192.0.2.1')).slice(5)).toEqual(
      Array(2).fill('sign_in_limited'),
    );
    const neighbour = new AdminClient(behind.url);
    const { email, password } = OWNER;
    expect(codeOf(await neighbour.post('/session', { email, password }, from('192.0.2.2')))).toBe(
      200,
    );
  });

  it('nobody gets more tries by naming others in front of themselves', async () => {
    const codes = await tries(behind, (n) => `198.51.100.${n}, 192.0.2.1, 10.0.0.${n}`);
    expect(codes.slice(5)).toEqual(Array(2).fill('sign_in_limited'));
  });

  it('nor by the many addresses of one network of IPv6', async () => {
    const codes = await tries(behind, (n) => `2001:db8:1:2::${n + 1}`);
    expect(codes.slice(5)).toEqual(Array(2).fill('sign_in_limited'));
  });

  it('requests without a session are counted by who sends them', async () => {
    const look = (chain: string) => new AdminClient(behind.url).get('/setup', from(chain));
    const all = await Promise.all(Array.from({ length: 61 }, () => look('192.0.2.1')));
    expect(all.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1);
    expect((await look('192.0.2.2')).status).toBe(200);
  });

  it('the log and the list of sessions tell where somebody was', async () => {
    const client = new AdminClient(behind.url);
    const { email, password } = OWNER;
    await client.post('/session', { email, password }, from('198.51.100.66, [2001:db8::9]:4711'));
    const { data: sessions } = (await client.get('/account/sessions')).json<{
      data: { ip: string }[];
    }>();
    expect(sessions[0]?.ip).toBe('2001:db8::9');
    const { data } = (await owner.get('/activity')).json<{
      data: { ip: string; action: string }[];
    }>();
    expect(data.find(({ action }) => action === 'session.start')?.ip).toBe('2001:db8::9');
  });

  it('who tries unknown keys keeps no caller out', async () => {
    const call = (chain: string, key: string) =>
      send(`${behind.url}/v1/models`, {
        headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': chain },
      });
    const entropy = new SystemEntropy();
    const guesses = await Promise.all(
      Array.from({ length: 31 }, () => call('192.0.2.1', generateVirtualKey('test', entropy).text)),
    );
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await call('192.0.2.2', behind.key())).status).toBe(200);
  });
});

describe('where no proxy is trusted', () => {
  it('nobody is who they say they are', async () => {
    expect((await tries(open, (n) => `192.0.2.${n}`)).slice(5)).toEqual(
      Array(2).fill('sign_in_limited'),
    );
  });
});

it('a proxy on the machine is not the machine: what it asks for is not shown metrics', async () => {
  for (const gateway of [behind, open]) {
    expect((await metrics(gateway, {})).status).toBe(200);
    expect((await metrics(gateway, from('192.0.2.1').headers)).status).toBe(404);
    expect((await metrics(gateway, from('127.0.0.1').headers)).status).toBe(404);
  }
});
