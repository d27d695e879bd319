import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Cancellation } from '#kernel';
import { codecs, type CallerProtocol, type Part, type ReplyFrame } from '#wire';
import { TestClock } from '../../../../test/support/test-clock.js';
import { PLAIN } from '../../../../test/support/wire.js';
import { AnswerTexts } from './answer-texts.js';
import { TranslationThread } from './translation-thread.js';

const JOB_MS_MAX = 20_000;
const TOLD: readonly CallerProtocol[] = ['chat', 'messages', 'gemini', 'responses', 'completions'];

let clock: TestClock;
let thread: TranslationThread;
let texts: AnswerTexts;
beforeEach(() => {
  clock = new TestClock();
  thread = new TranslationThread(clock);
  texts = new AnswerTexts(thread);
});
afterEach(() => thread.onModuleDestroy());

const text: Part = { choice: 0, kind: 'text', index: 0 };
const call: Part = { choice: 0, kind: 'tool_call', index: 0 };
/** Of two parts, one of which grows in pieces, so that the thread has to know it again. */
const answerOf = (said: string, args: string): ReplyFrame => ({
  document: null,
  edits: [],
  events: [
    { type: 'start', id: 'a' },
    { type: 'part_start', part: text },
    { type: 'text', part: text, delta: 'żółć ' },
    { type: 'part_start', part: call, tool: { id: 'c', name: 'f', isCustom: false } },
    { type: 'text', part: text, delta: said },
    { type: 'args', part: call, delta: args },
    { type: 'part_end', part: text },
    { type: 'part_end', part: call },
    { type: 'finish', choice: 0, reason: 'tool_calls' },
    { type: 'done' },
  ],
});
const LARGE = answerOf('word and '.repeat(40_000), `{"list":[${'1,'.repeat(100_000)}1]}`);
const SMALL = answerOf('word', '{}');
const options = {
  ...PLAIN,
  source: 'converse' as const,
  requestId: '00000000-0000-7000-8000-000000000000',
  customTools: new Set(['g']),
  repeated: new Map([['metadata', '{"a":1.0}']]),
};
const write = (frame: ReplyFrame, ended = new Cancellation(), protocol: CallerProtocol = 'chat') =>
  texts.write(protocol, frame, options, ended);

it('writes for callers of every format what would be written here', async () => {
  for (const protocol of TOLD) {
    const here = codecs[protocol].writeAnswer(LARGE, options);
    const there = write(LARGE, undefined, protocol);
    expect(there, protocol).toBeInstanceOf(Promise);
    expect(await there, protocol).toBe(here);
    expect(write(SMALL, undefined, protocol), protocol).toBe(
      codecs[protocol].writeAnswer(SMALL, options),
    );
  }
});

it('writes large pictures there, too', async () => {
  const pictures = [{ mime: 'image/png', base64: 'AAAA'.repeat(100_000) }];
  const frame: ReplyFrame = { document: null, edits: [], events: [{ type: 'done' }], pictures };
  const written = texts.write('images', frame, options, new Cancellation());
  expect(written).toBeInstanceOf(Promise);
  expect(await written).toBe(codecs.images.writeAnswer(frame, options));
});

const nextWorker = async (): Promise<Worker> => (await once(process, 'worker'))[0] as Worker;

it('an answer over which the thread dies is not to be asked for again', async () => {
  const started = nextWorker();
  const writing = [write(LARGE), write(LARGE)];
  const worker = await started;
  await once(worker, 'online');
  await worker.terminate();
  await expect(writing[0]).rejects.toMatchObject({
    key: 'gateway_overloaded',
    details: { shouldRetry: false, message: expect.stringContaining('is charged') },
  });
  expect(await writing[1]).toContain('word and');
});

it('is replaced when one answer takes too long', async () => {
  const writing = [write(LARGE), write(LARGE)];
  clock.skip(JOB_MS_MAX);
  await expect(writing[0]).rejects.toMatchObject({ key: 'gateway_overloaded' });
  expect(await writing[1]).toContain('word and');
});

it('writes nothing for callers who have gone', async () => {
  const ended = new Cancellation();
  const gone = new Error('gone');
  const writing = [write(LARGE), write(LARGE, ended)];
  ended.cancel(gone);
  await expect(writing[1]).rejects.toBe(gone);
  expect(await writing[0]).toContain('word and');
});

it('an answer that finds too much waiting is written here: it is paid for', async () => {
  const waiting = Array.from({ length: 65 }, () => Promise.resolve(write(LARGE)));
  expect(write(LARGE)).toBe(codecs.chat.writeAnswer(LARGE, options));
  await Promise.all(waiting);
});
