import { beforeEach, expect, it } from 'vitest';
import { SystemEntropy } from '#kernel';
import { generateVirtualKey } from '#workloads';
import { expectUnrecorded } from '../../support/expect-error.js';
import { aChat, startGateway } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway({ workloads: [{ name: 'default' }, { name: 'leaving' }] });

beforeEach(() => gateway.sandbox.clear());

const callWith = (headers: Readonly<Record<string, string>>) =>
  gateway.send('/v1/chat/completions', {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(aChat({})),
  });

const NONE = /^No API key was sent/;
const OTHER = /^The header Authorization is not Bearer, a space, and the key/;
it.each([
  ['no header', {}, NONE],
  ['an empty header', { authorization: '' }, NONE],
  ['another scheme', { authorization: 'Basic Zm9vOmJhcg==' }, OTHER],
  ['a scheme without a key', { authorization: 'Bearer ' }, /no key behind it/],
  ['a key without its scheme', { authorization: gateway.key() }, OTHER],
  ['two keys', { authorization: `Bearer ${gateway.key()} again` }, OTHER],
])('a call with %s is refused for lack of a key', async (_what, headers, message) => {
  const answer = await callWith(headers);
  await expectUnrecorded(gateway, answer, 'key_missing', { message });
  expect(answer.text).not.toContain(gateway.key());
});

it.each(['x-api-key', 'x-goog-api-key', 'api-key'])(
  'a key in a header that the path does not read is found there: %s',
  async (header) => {
    await expectUnrecorded(gateway, await callWith({ [header]: gateway.key() }), 'key_missing', {
      message: new RegExp(`^The header ${header} is not where this path reads its key`),
    });
  },
);

it('x-api-key is enough on paths that serve several formats, without a version', async () => {
  const headers = { 'x-api-key': gateway.key() };
  const list = await gateway.send('/v1/models', { headers });
  expect([list.status, list.json<{ object: string }>().object]).toEqual([200, 'list']);
  const wrong = await gateway.send('/v1/models', { headers: { 'api-key': gateway.key() } });
  await expectUnrecorded(gateway, wrong, 'key_missing', { message: /^The header api-key is not/ });
  const batches = await gateway.send('/v1/messages/batches', {
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(batches.json<object>()).toMatchObject({ error: { type: 'not_found_error' } });
});

const unknown = generateVirtualKey('test', new SystemEntropy()).text;

it.each([
  ['nobody was given', unknown],
  ['has a typing error', gateway.key().replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ['is a provider’s', 'sk-proj-0123456789'],
  ['is only the public part of one', gateway.key().slice(0, 16)],
  ['is one in capitals', gateway.key().toUpperCase()],
])('a key that %s is unknown', async (_what, key) => {
  const answer = await callWith({ authorization: `Bearer ${key}` });
  await expectUnrecorded(gateway, answer, 'key_unknown');
  expect(answer.text).not.toContain(key);
});

it('the scheme may be spelled in any case', async () => {
  const answer = await callWith({ authorization: `bearer  ${gateway.key()}` });
  expect(answer.status).toBe(200);
});

it('a key is looked at before the body is', async () => {
  const answer = await gateway.send('/v1/chat/completions', { body: '{' });
  await expectUnrecorded(gateway, answer, 'key_missing');
});

it('guards every path under /v1', async () => {
  for (const path of ['/v1/models', '/v1/models/sandbox/small', '/v1/files', '/v1/nothing']) {
    await expectUnrecorded(gateway, await gateway.send(path), 'key_missing');
  }
});

it('a key stops working when its settings no longer name it', async () => {
  const authorization = `Bearer ${gateway.key('leaving')}`;
  expect((await callWith({ authorization })).status).toBe(200);
  await gateway.sandbox.clear();
  await gateway.apply({ workloads: [{ name: 'default' }] });
  await expectUnrecorded(gateway, await callWith({ authorization }), 'key_unknown');
});

it('a key stops working within two seconds of being revoked behind the gateway’s back', async () => {
  expect((await gateway.chat()).status).toBe(200);
  await gateway.sandbox.clear();
  const query = (text: string) => gateway.database.owner.dataSource.query(text);
  await query('UPDATE virtual_key SET revoked_at = now() WHERE revoked_at IS NULL');
  await query(`UPDATE epoch SET value = value + 1 WHERE name = 'keys'`);
  await waitFor('the key to be refused', async () => (await gateway.chat()).status === 401, 2_000);
});
