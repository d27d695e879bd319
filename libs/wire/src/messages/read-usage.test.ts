import { expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { readMessagesStream, readSse } from '../../../../test/support/wire.js';
import { readAll } from '../../../../test/support/told.js';
import type { ReplyFrame } from '../reply.js';
import { readMessagesAnswer } from './read-answer.js';

/** A compaction reads all there was; the answer behind it, the summary alone. */
const ITERATIONS = [
  { type: 'compaction', input_tokens: 180_000, output_tokens: 3_500 },
  { type: 'message', input_tokens: 20_000, cache_read_input_tokens: 3_000, output_tokens: 1_000 },
];
const USAGE = { input_tokens: 20_000, cache_read_input_tokens: 3_000, output_tokens: 1_000 };

const usagesIn = (frames: readonly ReplyFrame[]) =>
  frames.flatMap(({ events }) => events.filter((event) => event.type === 'usage'));

const readUsage = (usage: object) =>
  usagesIn([
    readMessagesAnswer(parseJson(JSON.stringify({ type: 'message', id: 'm', content: [], usage }))),
  ]);

it('charges every pass of a request, and tells the caller what its answer took', () => {
  expect(readUsage({ ...USAGE, iterations: ITERATIONS })).toMatchObject([
    {
      usage: { inputTotal: 23_000, outputTotal: 1_000 },
      billed: { inputTotal: 203_000, cacheRead: 3_000, outputTotal: 4_500 },
    },
  ]);
});

it('charges a pass that was declined before another model answered', () => {
  const iterations = [
    { type: 'message', input_tokens: 408, output_tokens: 7 },
    { type: 'fallback_message', model: 'other', input_tokens: 412, output_tokens: 264 },
  ];
  expect(readUsage({ input_tokens: 412, output_tokens: 264, iterations })).toMatchObject([
    { billed: { inputTotal: 820, outputTotal: 271 } },
  ]);
});

it.each([[[]], [null], ['none'], [[{ type: 'message' }, 1]]])(
  'charges the counts beside passes that say nothing: %j',
  (iterations) => {
    const [told] = readUsage({ ...USAGE, iterations });
    expect(told?.usage).toMatchObject({ inputTotal: 23_000, outputTotal: 1_000 });
    expect(told?.billed).toBeUndefined();
  },
);

it('never charges less than the counts beside the passes', () => {
  const iterations = [{ type: 'message', input_tokens: 1, output_tokens: -5 }];
  const [told] = readUsage({ ...USAGE, iterations: [...iterations, ITERATIONS[0]] });
  expect(told?.billed).toMatchObject({ inputTotal: 180_000, outputTotal: 3_500 });
  const [few] = readUsage({ ...USAGE, iterations: [{ input_tokens: 1, output_tokens: 2 }] });
  expect(few?.billed).toMatchObject({ inputTotal: 23_000, outputTotal: 1_000 });
});

it('charges every pass of a stream', async () => {
  const events = [
    { type: 'message_start', message: { id: 'm', usage: { input_tokens: 23_000 } } },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { ...USAGE, iterations: ITERATIONS },
    },
    { type: 'message_stop', usage: { output_tokens: 1_000 } },
  ];
  const text = events
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
  const usages = usagesIn(await readAll(readMessagesStream(readSse([Buffer.from(text)]))));
  expect(usages).toHaveLength(3);
  for (const told of usages.slice(1)) {
    expect(told.billed).toMatchObject({ inputTotal: 203_000, outputTotal: 4_500 });
  }
});
