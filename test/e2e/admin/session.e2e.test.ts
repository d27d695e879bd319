import { describe, expect, it } from 'vitest';
import { SetUp } from '#members';
import { AdminClient, OWNER } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { send } from '../../support/http.js';

const gateway = await startGateway({}, { managedBy: 'console' });
const token = await gateway.app.get(SetUp).token();
const stranger = () => new AdminClient(gateway.url);
const codeOf = (text: string) => (JSON.parse(text) as { code: string }).code;

describe('before anybody can sign in', () => {
  it('the gateway says that it wants to be set up', async () => {
    expect((await stranger().get('/setup')).json()).toEqual({ needed: true });
  });

  it('only the token that the gateway printed makes the first owner', async () => {
    const answer = await stranger().post('/setup', { ...OWNER, token: 'x'.repeat(43) });
    expect([answer.status, codeOf(answer.text)]).toEqual([403, 'set_up_token_invalid']);
  });

  it('what is wrong with a field is told by its path', async () => {
    const answer = await stranger().post('/setup', { ...OWNER, token, password: 'short', x: 1 });
    expect(answer.status).toBe(422);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    const { errors } = answer.json<{ errors: { path: string }[] }>();
    expect(errors.map(({ path }) => path).toSorted()).toEqual(['password', 'x']);
  });

  it('of many who try at once, one becomes the owner', async () => {
    const all = await Promise.all(
      [1, 2, 3].map((n) =>
        stranger().post('/setup', { ...OWNER, email: `o${n}@example.com`, token }),
      ),
    );
    const statuses = all.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect((await stranger().get('/setup')).json()).toEqual({ needed: false });
    const winner = all.findIndex(({ status }) => status === 201) + 1;
    expect((await stranger().signIn(`o${winner}@example.com`, OWNER.password)).status).toBe(200);
    await gateway.database.owner.dataSource.query('UPDATE member SET email = $1', [OWNER.email]);
  });
});

describe('a session', () => {
  it('begins with the password, and is a cookie that no script can read', async () => {
    const client = stranger();
    const answer = await client.signIn(OWNER.email.toUpperCase(), OWNER.password);
    expect(answer.json()).toEqual({ code_needed: false });
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(
      /^gw_session=[\w-]{43}; Max-Age=604800; HttpOnly; SameSite=Lax; Path=\/$/,
    );
    const me = await client.get('/session');
    expect(me.json()).toMatchObject({ role: 'owner', email: OWNER.email, stepped_up: true });
  });

  it('ends when it is ended', async () => {
    const client = stranger();
    await client.signIn(OWNER.email, OWNER.password);
    const { cookies } = client;
    expect((await client.delete('/session')).status).toBe(204);
    const again = await send(`${gateway.url}/admin/v1/session`, { headers: { cookie: cookies } });
    expect([again.status, codeOf(again.text)]).toEqual([401, 'sign_in_needed']);
  });

  it('is not told from a wrong password by whom it belongs to', async () => {
    const wrong = await stranger().signIn(OWNER.email, 'not the password at all');
    const unknown = await stranger().signIn('nobody@example.com', 'not the password at all');
    const bare = ({ text }: { text: string }) => ({ ...JSON.parse(text), request_id: '' });
    expect(bare(wrong)).toEqual(bare(unknown));
    expect(wrong.status).toBe(401);
  });

  it('is refused for a while after five failures, the right password too', async () => {
    for (let n = 0; n < 6; n++) await stranger().signIn('someone@example.com', 'wrong wrong wrong');
    const answer = await stranger().signIn('someone@example.com', 'wrong wrong wrong');
    expect([answer.status, codeOf(answer.text)]).toEqual([429, 'sign_in_limited']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await stranger().signIn(OWNER.email, OWNER.password)).status).toBe(200);
  });

  it.each([
    ['without the header of the Console', { 'sec-fetch-site': 'same-origin' }],
    ['of another site', { 'sec-fetch-site': 'cross-site', 'x-gw-console': '1' }],
    ['of a neighbour host', { 'sec-fetch-site': 'same-site', 'x-gw-console': '1' }],
    ['of another origin', { origin: 'http://evil.example', 'x-gw-console': '1' }],
    ['of no origin', { 'x-gw-console': '1' }],
  ])('does nothing for a request %s', async (_, headers) => {
    const client = stranger();
    await client.signIn(OWNER.email, OWNER.password);
    const answer = await send(`${gateway.url}/admin/v1/session`, {
      method: 'DELETE',
      headers: { cookie: client.cookies, ...headers },
    });
    expect([answer.status, codeOf(answer.text)]).toEqual([403, 'csrf']);
    expect((await client.get('/session')).status).toBe(200);
  });

  it('is no virtual key, and a virtual key is no token', async () => {
    const client = stranger();
    await client.signIn(OWNER.email, OWNER.password);
    const models = await send(`${gateway.url}/v1/models`, { headers: { cookie: client.cookies } });
    expect(models.status).toBe(401);
    const asToken = await new AdminClient(gateway.url, gateway.key()).get('/session');
    expect(asToken.status).toBe(401);
  });

  it('goes on while somebody guesses from the same address', async () => {
    const client = stranger();
    await client.signIn(OWNER.email, OWNER.password);
    expect((await client.get('/session')).status).toBe(200);
    const guess = (n: number) =>
      send(`${gateway.url}/admin/v1/workloads`, {
        headers: { cookie: `gw_session=${'x'.repeat(40)}${String(n).padStart(3, '0')}` },
      });
    const statuses: number[] = [];
    for (let n = 0; n < 70; n++) statuses.push((await guess(n)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await client.get('/workloads')).status).toBe(200);
    gateway.clock.skip(60_000);
    expect((await guess(0)).status).toBe(401);
  });
});
