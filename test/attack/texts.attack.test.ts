import { afterAll, beforeEach, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import { json, ReplayServer } from '../support/replay-server.js';
import { PRICE } from '../support/settings.js';
import { CANARIES, CARD, IBAN, isIn, MAIL, TERM, WRITINGS } from './canaries.js';
import { MAXIMAL, placesOf, withAt, type Place } from './maximal-chat.js';
import { Tally } from './tally.js';

const provider = await ReplayServer.start();
const MODES = ['mask', 'tokenize', 'block'] as const;
const gateway = await startGateway({
  providers: [
    { name: 'plain', base_url: `${provider.url}/v1`, models: [{ id: 'm-1', price: PRICE }] },
  ],
  workloads: MODES.map((mode) => ({ name: mode, protection: { mode } })),
});
afterAll(() => provider.close());

const ANSWER = {
  id: 'c',
  object: 'chat.completion',
  model: 'm-1',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};
beforeEach(() => {
  provider.answer = () => json(ANSWER);
});

const NUMBER = '471147';
const compact = (value: string) => value.replaceAll(' ', '');
/** What is written, and what it is. */
const WRITTEN = [
  ...[MAIL, IBAN, CARD, TERM].map((value) => [value, value] as const),
  ...[IBAN, CARD].map((value) => [compact(value), value] as const),
];

/** What a signature stands under goes as it is, and the row says so. */
const SIGNED = /^messages\.3\.(?:content\.1\.thinking|reasoning_details\.0\.text)$/;

const bodyWith = (place: Place, written: string): object => ({
  ...withAt([[place, written]]),
  gw: { remove: [TERM, NUMBER] },
});

async function attempt(tally: Tally, place: Place, written: string, value: string, mode: string) {
  const name = `${mode}: ${value.slice(0, 4)} in ${place.slot} ${place.path.join('.')}`;
  provider.received.length = 0;
  const answer = await gateway.chat(bodyWith(place, written), { workload: mode });
  const sent = provider.received.map((request) => request.body.toString()).join('\n');
  if (answer.status >= 400) return tally.count(name, sent === '' ? 'refused' : 'through');
  if (!isIn(sent, value)) return tally.count(name, 'replaced');
  const entry = await gateway.records.entry(String(answer.headers['request-id']));
  const isTold = entry.marks.includes('unscanned') && SIGNED.test(place.path.join('.'));
  return tally.count(`${name}, written as ${written.slice(0, 40)}`, isTold ? 'marked' : 'through');
}

it('the body without a canary passes, or its refusals would prove nothing', async () => {
  const statuses = MODES.map(
    async (mode) => (await gateway.chat(MAXIMAL, { workload: mode })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
});

const places = [...placesOf(MAXIMAL)];
it('a canary in every position of a chat body', async ({ task }) => {
  const tally = new Tally();
  for (const place of places) {
    for (const mode of MODES) {
      const isNumber = place.slot === 'number';
      const numbers = [compact(CARD), NUMBER].map((value) => [value, value] as const);
      for (const [written, value] of isNumber ? numbers : WRITTEN) {
        await attempt(tally, place, written, value, mode);
      }
    }
  }
  tally.expectNoneThrough(task);
});

it('a canary in every encoding', async ({ task }) => {
  const tally = new Tally();
  // One place of each kind: a message, a result, arguments, a name, an address, a schema, an own key.
  const some = places.filter(({ path, slot }) =>
    slot === 'string'
      ? /^(messages\.(0\.content|2\.content\.1\.image_url\.url|3\.tool_calls\.0\.(id|function\.arguments)|4\.content)|tools\.0\.function\.name|metadata\.id)$/.test(
          path.join('.'),
        )
      : slot === 'key' && path.join('.') === 'metadata',
  );
  for (const { value, encodings } of CANARIES) {
    for (const encode of Object.values(encodings)) {
      for (const place of some) {
        for (const mode of MODES) {
          await attempt(tally, place, encode(value), value, mode);
        }
      }
    }
  }
  tally.expectNoneThrough(task);
  expect(some.length).toBe(8);
});

/** Places whose text says what stands beside them. */
const isDeciding = ({ path }: Place): boolean =>
  ['type', 'role', 'model', 'signature'].includes(String(path.at(-1)));

it('a canary in two encodings at once, everywhere in a chat body', async ({ task }) => {
  const tally = new Tally();
  const send = async (some: readonly Place[], written: string, mode: string) => {
    provider.received.length = 0;
    const body = { ...withAt(some.map((place) => [place, written])), gw: { remove: [TERM] } };
    const { status } = await gateway.chat(body, { workload: mode });
    return { status, sent: provider.received.map((request) => request.body.toString()).join('') };
  };
  const free: Place[] = [];
  for (const place of places) {
    if (place.slot === 'number' || isDeciding(place) || SIGNED.test(place.path.join('.'))) continue;
    if ((await send([place], MAIL, 'mask')).status === 200) free.push(place);
  }
  expect(free.length).toBeGreaterThan(100);
  let tries = 0;
  const content = places.filter(({ path }) => path.join('.') === 'messages.0.content');
  for (const [inner, encode] of Object.entries(WRITINGS)) {
    for (const [outer, encodeAgain] of Object.entries(WRITINGS)) {
      for (const value of [MAIL, IBAN, CARD, TERM]) {
        const written = encodeAgain(encode(value));
        // To scan is the same in each mode; what is done with it is tried in turns.
        const modes = ['block', MODES[tries++ % 2] ?? 'mask'];
        for (const mode of modes) {
          const some = mode === 'block' ? content : free;
          const { status, sent } = await send(some, written, mode);
          const isThrough = isIn(sent, value);
          const fate = status >= 400 ? 'refused' : 'replaced';
          const name = `${mode}: ${value.slice(0, 4)} as ${inner} in ${outer}`;
          tally.count(name, isThrough ? 'through' : fate, some.length);
        }
      }
    }
  }
  tally.expectNoneThrough(task);
});
