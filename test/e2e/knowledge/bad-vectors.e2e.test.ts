import { afterAll, expect, it, vi } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { learn, makeStore } from '../../support/knowledge.js';
import { json, ReplayServer, type Replay } from '../../support/replay-server.js';

vi.setConfig({ testTimeout: 180_000 }); // A child is started for the first document.

const PASSAGE = 'Tomatoes want sun and water every morning, and so do people who care for them. ';
const TEXT = Array.from({ length: 40 }, (_, n) => `${n}. ${PASSAGE.repeat(4)}`).join('\n\n');
const GOOD = Array.from({ length: 8 }, (_, n) => 1 / (n + 1));
/** In the place of a number that JSON holds and no variable does. */
const BEYOND = '1e400';

const provider = await ReplayServer.start();
afterAll(() => provider.close());
const location = { zone: 'LOCAL', guaranteed: true };
const gateway = await startGateway(
  { providers: [{ name: 'own', base_url: `${provider.url}/v1`, location }] },
  { managedBy: 'console' },
);
const owner = await AdminClient.setUp(gateway);

const all = (count: number, vector: unknown = GOOD) => Array.from({ length: count }, () => vector);
const given = (vectors: readonly unknown[], place = (index: number) => index): Replay => {
  const data = vectors.map((embedding, at) => ({
    object: 'embedding',
    index: place(at),
    embedding,
  }));
  const usage = { prompt_tokens: 7, total_tokens: 7 };
  const answer = { object: 'list', model: 'embedding', data, usage };
  return json(JSON.stringify(answer).replaceAll(`"${BEYOND}"`, BEYOND));
};

/** What nobody can search by, in the place of as many vectors. */
const BAD: Readonly<Record<string, (count: number) => Replay>> = {
  'one vector too few': (count) => given(all(count - 1)),
  'one vector too many': (count) => given(all(count + 1)),
  'no vector': () => given([]),
  zeros: (count) => given(all(count, all(8, 0))),
  'one vector of another length': (count) => given([...all(count - 1), [1, 2]]),
  'vectors of no numbers': (count) => given(all(count, [])),
  'vectors that are too long': (count) => given(all(count, all(5_000, 1))),
  words: (count) => given(all(count, all(8, 'x'))),
  nulls: (count) => given(all(count, all(8, null))),
  'numbers beyond all bounds': (count) => given(all(count, all(8, BEYOND))),
  'base64 that is none': (count) => given(all(count, '!!!!')),
  'base64 of half a number': (count) => given(all(count, 'AAA=')),
  'all vectors for one text': (count) => given(all(count), () => 0),
  'no list': () => json({ object: 'list' }),
};

it.each(Object.entries(BAD))('a provider that answers with %s fails a document', async (_, bad) => {
  const store = await makeStore(owner, 'handbook', {
    embedding_model: 'own/embedding',
    passage_tokens: 100,
    overlap_tokens: 0,
  });
  let calls = 0;
  provider.answer = ({ body }) => {
    const { input } = JSON.parse(String(body)) as { input: readonly string[] };
    return calls++ === 0 ? given(all(input.length)) : bad(input.length);
  };
  expect(await learn(gateway, owner, store, { name: 'a.txt', text: TEXT })).toMatchObject({
    status: 'failed',
    embedded: 32,
    error: { code: 'vectors_unusable' },
  });
  expect(calls).toBe(2); // Nothing is asked again that is not waited for.
  expect((await owner.delete(`/knowledge/stores/${store.id}`)).status).toBe(204);
});
