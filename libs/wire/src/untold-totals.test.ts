import { parseJson } from '#kernel';
import { expect, it } from 'vitest';
import { readAll } from '../../../test/support/told.js';
import { readMessagesStream, readSse } from '../../../test/support/wire.js';
import { answerReaders } from './codecs.js';
import type { Protocol } from './protocol.js';
import type { ReplyFrame, UsageEvent } from './reply.js';
import { readStoredAnswer } from './responses/read-background.js';

/** Where each format has the totals of an answer. */
interface Format {
  readonly input: string;
  readonly output: string;
  readonly answer: (usage: object) => object;
}

const said = { role: 'assistant', content: 'ok' };
const chat: Format = {
  input: 'prompt_tokens',
  output: 'completion_tokens',
  answer: (usage) => ({ choices: [{ index: 0, message: said, finish_reason: 'stop' }], usage }),
};
const responses: Format = {
  input: 'input_tokens',
  output: 'output_tokens',
  answer: (usage) => ({ id: 'r', status: 'completed', output: [], usage }),
};
const inTokens = (usage: object) => ({ tokens: usage, billed_units: usage });
const FORMATS: Partial<Record<Protocol, Format>> = {
  chat,
  mistral: chat,
  completions: { ...chat, answer: (usage) => ({ choices: [{ text: 'ok' }], usage }) },
  native: responses,
  responses,
  messages: {
    ...responses,
    answer: (usage) => ({ type: 'message', id: 'm', content: [], usage }),
  },
  gemini: {
    input: 'promptTokenCount',
    output: 'candidatesTokenCount',
    answer: (usageMetadata) => ({
      candidates: [{ content: { parts: [{ text: 'ok' }] }, finishReason: 'STOP' }],
      usageMetadata,
    }),
  },
  converse: {
    input: 'inputTokens',
    output: 'outputTokens',
    answer: (usage) => ({
      output: { message: { content: [{ text: 'ok' }] } },
      stopReason: 'end_turn',
      usage,
    }),
  },
  cohere: {
    ...responses,
    answer: (usage) => ({
      id: 'c',
      message: { content: [{ type: 'text', text: 'ok' }] },
      finish_reason: 'COMPLETE',
      usage: inTokens(usage),
    }),
  },
  embeddings: { ...chat, answer: (usage) => ({ data: [{ embedding: [1] }], usage }) },
  cohere_embed: {
    ...responses,
    answer: (usage) => ({ embeddings: { float: [[1]] }, meta: inTokens(usage) }),
  },
  embed_content: {
    input: 'promptTokenCount',
    output: 'candidatesTokenCount',
    answer: (usageMetadata) => ({ embedding: { values: [1] }, usageMetadata }),
  },
};

const usageIn = (frames: readonly ReplyFrame[]): UsageEvent | undefined =>
  frames.flatMap(({ events }) => events).findLast((event) => event.type === 'usage');

const read = (protocol: Protocol, answer: object) =>
  usageIn([answerReaders[protocol].readAnswer(parseJson(JSON.stringify(answer)))]);

const cases = (Object.keys(FORMATS) as Protocol[]).map((protocol) => {
  const format = FORMATS[protocol];
  if (!format) throw new Error(protocol);
  return { protocol, ...format };
});

it.each(cases)('$protocol says which total is left out', ({ protocol, input, output, answer }) => {
  const told = (usage: object) => read(protocol, answer(usage));
  expect(told({ [input]: 7 })).toMatchObject({
    usage: { inputTotal: 7, outputTotal: 0 },
    untold: { input: false, output: true },
  });
  expect(told({ [input]: 7, [output]: null })?.untold).toEqual({ input: false, output: true });
  expect(told({ [output]: 5 })).toMatchObject({
    usage: { inputTotal: 0, outputTotal: 5 },
    untold: { input: true, output: false },
  });
});

it.each(cases)('$protocol takes a zero for a count', ({ protocol, input, output, answer }) => {
  const told = read(protocol, answer({ [input]: 0, [output]: 0 }));
  expect(told?.usage).toMatchObject({ inputTotal: 0, outputTotal: 0 });
  expect(told?.untold).toBeUndefined();
});

it.each([
  ['chat', { prompt_tokens: 7, total_tokens: 12 }, 7, 5],
  ['chat', { completion_tokens: 5, total_tokens: 12 }, 7, 5],
  ['responses', { input_tokens: 7, total_tokens: 12 }, 7, 5],
  ['gemini', { promptTokenCount: 7, totalTokenCount: 12 }, 7, 5],
  ['gemini', { candidatesTokenCount: 5, totalTokenCount: 12 }, 7, 5],
  // Its makers leave out what is zero.
  ['gemini', { promptTokenCount: 7, totalTokenCount: 7 }, 7, 0],
  ['gemini', { promptTokenCount: 7, thoughtsTokenCount: 9, totalTokenCount: 16 }, 7, 9],
] as const)('%s takes the rest of a total for a count: %o', (protocol, usage, input, output) => {
  const told = read(protocol, FORMATS[protocol]?.answer(usage) ?? {});
  expect(told?.usage).toMatchObject({ inputTotal: input, outputTotal: output });
  expect(told?.untold).toBeUndefined();
});

it.each([
  ['chat', { prompt_tokens: 7, total_tokens: 7 }],
  ['native', { input_tokens: 7, total_tokens: 7 }],
] as const)('%s: a total without the output does not count it', (protocol, usage) => {
  const told = read(protocol, FORMATS[protocol]?.answer(usage) ?? {});
  expect(told?.untold).toEqual({ input: false, output: true });
});

it('pictures that nobody counted in tokens leave both totals open', () => {
  expect(read('images', { data: [{ b64_json: 'x' }] })).toMatchObject({
    usage: { images: 1 },
    untold: { input: true, output: true },
  });
});

it('what is charged decides, where that is counted apart', () => {
  const usage = {
    tokens: { input_tokens: 7 },
    billed_units: { input_tokens: 3, output_tokens: 2 },
  };
  const answer = { message: { content: [] }, finish_reason: 'COMPLETE', usage };
  expect(read('cohere', answer)).toMatchObject({ billed: { inputTotal: 3, outputTotal: 2 } });
  expect(read('cohere', answer)?.untold).toBeUndefined();
});

async function readMessages(first: object, last: object): Promise<UsageEvent | undefined> {
  const events = [
    { type: 'message_start', message: { id: 'm', usage: first } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: last },
    { type: 'message_stop' },
  ];
  const text = events
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
  return usageIn(await readAll(readMessagesStream(readSse([Buffer.from(text)]))));
}

it('what a message counts as it begins is no count of what it says', async () => {
  const first = { input_tokens: 7, output_tokens: 1 };
  const last = await readMessages(first, { output_tokens: 9 });
  expect(last?.usage).toMatchObject({ inputTotal: 7, outputTotal: 9 });
  expect(last?.untold).toBeUndefined();
  expect((await readMessages(first, { cache_read_input_tokens: 0 }))?.untold).toEqual({
    input: false,
    output: true,
  });
  expect((await readMessages(first, { output_tokens: 0 }))?.untold).toBeUndefined();
});

it('an answer in the background says it, too', () => {
  const answer = (usage: object) =>
    readStoredAnswer(parseJson(JSON.stringify({ status: 'completed', usage })));
  expect(answer({ input_tokens: 7 }).untold).toEqual({ input: false, output: true });
  expect(answer({ input_tokens: 7, output_tokens: 0 }).untold).toBeUndefined();
});
