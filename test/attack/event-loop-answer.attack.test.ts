import { afterAll, it } from 'vitest';
import type { Answer } from '../support/http.js';
import { events, json, type Replay } from '../support/replay-server.js';
import { answerWith } from './answers.js';
import { filled, MIB, Sweep, swept } from './sweep.js';

const LEAST_BYTES = 4 * MIB;
const ANSWER_BYTES = swept(24 * MIB, LEAST_BYTES);
const FRAME_BYTES = swept(16 * MIB, LEAST_BYTES) - 1_024;
const SMALL_BYTES = swept(8 * MIB, LEAST_BYTES / 4);
/** Numbers of an answer; of strings and objects there are fewer. */
const VALUES = swept(1_500_000, 300_000);
// The aim is 50 ms; a busy machine takes up to half as much again. Of a million values in an answer the
// collector alone takes as much, in pauses that nothing can cut.
const ANSWER_MS_MAX = 100;
const FRAME_MS_MAX = 75;

const sweep = await Sweep.start();
afterAll(() => sweep.stop());

/** Each asks for a value that is put back, so that the answer is looked through. */
function asked(path: 'chat/completions' | 'responses', rest: object = {}): Promise<Answer> {
  const text = 'u@example.com';
  const said =
    path === 'responses' ? { input: text } : { messages: [{ role: 'user', content: text }] };
  const body = { model: sweep.nextModel(), ...said, ...rest };
  return sweep.send(`/v1/${path}`, Buffer.from(JSON.stringify(body)));
}

const ANSWERS: Readonly<Record<string, () => Replay>> = {
  'one string': () => json(answerWith('word and '.repeat(ANSWER_BYTES / 9))),
  'JSON in a string': () => json(answerWith(`[${'{"a":"b c"},'.repeat(ANSWER_BYTES / 24)}1]`)),
  'words like pseudonyms': () => json(answerWith('EMAIL_7KQ2MZ '.repeat(ANSWER_BYTES / 13))),
  'code fences': () => json(answerWith('```json\n{"a":1}\n```\n'.repeat(ANSWER_BYTES / 32))),
  // As in a few hundred embeddings; collecting twice as many takes the collector itself too long.
  numbers: () => json(answerWith('ok', { data: Array.from({ length: VALUES }, (_, at) => at) })),
  strings: () =>
    json(answerWith('ok', { data: Array.from({ length: (VALUES * 2) / 3 }, () => 'word') })),
  objects: () =>
    json(answerWith('ok', { data: Array.from({ length: VALUES / 3 }, () => ({ a: 1 })) })),
  'no JSON': () => json('['.repeat(ANSWER_BYTES)),
};

it.for(Object.entries(ANSWERS))('answer: %s', async ([, make], { task }) => {
  const answer = make();
  sweep.provider.answer = () => answer;
  await sweep.judge(task, () => asked('chat/completions'), ANSWER_MS_MAX);
});

const called = (args: string): object => ({
  choices: [
    {
      index: 0,
      finish_reason: 'tool_calls',
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 't', type: 'function', function: { name: 'f', arguments: args } }],
      },
    },
  ],
});
const TRANSLATED: Readonly<Record<string, () => Replay>> = {
  'one string': () => json(answerWith('word and '.repeat(ANSWER_BYTES / 9))),
  'arguments of a tool': () =>
    json(answerWith('', called(`{"a":[${'{"a":"b"},'.repeat(ANSWER_BYTES / 24)}1]}`))),
};
const CALLERS: Readonly<Record<string, (model: string) => readonly [path: string, body: object]>> =
  {
    messages: (model) => [
      '/v1/messages',
      { model, max_tokens: 5, messages: [{ role: 'user', content: 'u@example.com' }] },
    ],
    gemini: (model) => [
      `/v1beta/models/${model}:generateContent`,
      { contents: [{ role: 'user', parts: [{ text: 'u@example.com' }] }] },
    ],
    responses: (model) => ['/v1/responses', { model, input: 'u@example.com' }],
  };
const translated = Object.entries(CALLERS).flatMap(([caller, ask]) =>
  Object.entries(TRANSLATED).map(([name, make]) => [caller, name, ask, make] as const),
);

it.for(translated)('answer told to %s: %s', async ([, , ask, make], { task }) => {
  const answer = make();
  sweep.provider.answer = () => answer;
  const call = () => {
    const [path, body] = ask(sweep.nextModel());
    return sweep.send(path, Buffer.from(JSON.stringify(body)));
  };
  await sweep.judge(task, call, ANSWER_MS_MAX);
});

const DONE = Buffer.from('data: [DONE]\n\n');
type Fill = string | ((at: number) => string);

/** A stream of one event of the largest size. */
const frame = (before: string, fill: Fill, after: string): Replay =>
  events([filled(FRAME_BYTES, `data: ${before}`, fill, `${after}\n\n`), DONE]);
const inDelta = (member: string, fill: Fill): Replay =>
  frame(`{"id":"c","choices":[{"index":0,"delta":{"${member}":"`, fill, '"}}]}');
const inTool = (fill: Fill): Replay =>
  frame(
    '{"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t","function":{"name":"f","arguments":"',
    fill,
    '"}}]}}]}',
  );
const inData = (fill: Fill, last: string): Replay =>
  frame('{"id":"c","choices":[],"data":[', fill, `${last}]}`);
const small = (event: string): Replay =>
  events([Buffer.alloc(Math.floor(SMALL_BYTES / event.length) * event.length, event), DONE]);

const STREAMS: Readonly<Record<string, () => Replay>> = {
  'one text': () => inDelta('content', 'word and '),
  'one text, not ASCII': () => inDelta('content', 'żółć '),
  'words like pseudonyms': () => inDelta('content', 'EMAIL_7KQ2MZ '),
  'JSON in a text': () => inDelta('content', (at) => `${at === 0 ? '[' : ','}{\\"a\\":\\"b c\\"}`),
  'arguments of a tool': () => inTool((at) => `${at === 0 ? '[' : ','}{\\"a\\":\\"b c\\"}`),
  'a text that no event tells': () => inDelta('text', 'word and '),
  'an image': () => inDelta('image', 'AAAA'),
  numbers: () => inData('1,', '1'),
  strings: () => inData('"a b",', '"a"'),
  objects: () => inData('{"a":1},', '1'),
  choices: () =>
    frame('{"id":"c","choices":[', (at) => `{"index":${at},"delta":{"content":"a"}},`, '{}]}'),
  'tool calls': () =>
    frame(
      '{"id":"c","choices":[{"index":0,"delta":{"tool_calls":[',
      (at) => `{"index":${at},"id":"t${at}","function":{"name":"f","arguments":"{}"}},`,
      '{}]}}]}',
    ),
  'parts of a text': () =>
    frame(
      '{"id":"c","choices":[{"index":0,"delta":{"content":[',
      '{"type":"text","text":"a"},',
      '{}]}}]}',
    ),
  'an error that echoes': () => frame('{"error":{"message":"', 'EMAIL_7KQ2MZ ', '"}}'),
  'data lines': () => frame('[', '\ndata: 1,', '1]'),
  'no JSON': () => frame('', '[', ''),
  'many small events': () => small('data: {"choices":[{"delta":{"content":"a"}}]}\n\n'),
  'many empty events': () => small('data: {}\n\n'),
  'many lines that say nothing': () => small(':\n'),
};

it.for(Object.entries(STREAMS))('stream: %s', async ([, make], { task }) => {
  const answer = make();
  sweep.provider.answer = () => answer;
  await sweep.judge(task, () => asked('chat/completions', { stream: true }), FRAME_MS_MAX);
});

const typed = (type: string, member: string, fill: Fill): Replay =>
  frame(`{"type":"${type}","item_id":"i","${member}":"`, fill, '"}');

const FORWARDED: Readonly<Record<string, () => Replay>> = {
  'a growing text': () => typed('response.output_text.delta', 'delta', 'word and '),
  'growing words like pseudonyms': () =>
    typed('response.output_text.delta', 'delta', 'EMAIL_7KQ2MZ '),
  'a growing text of JSON': () =>
    typed('response.delta', 'delta', (at) => `${at === 0 ? '[' : ','}{\\"a\\":\\"b c\\"}`),
  'many growing texts': () => frame('{"type":"x.delta","a":[', '{"delta":"a b"},', '1]}'),
  'a whole text': () => typed('response.output_text.done', 'text', 'word and '),
  'an image': () => typed('image_generation.completed', 'b64_json', 'AAAA'),
  'numbers in a delta': () => frame('{"type":"x.delta","a":[', '1,', '1]}'),
  'no JSON': () => frame('', 'EMAIL_7KQ2MZ ', ''),
  'many events that are no JSON': () => small('data: a\n\n'),
  'many small deltas': () => small('data: {"type":"x.delta","delta":"a"}\n\n'),
};

it.for(Object.entries(FORWARDED))('forwarded stream: %s', async ([, make], { task }) => {
  const answer = make();
  sweep.provider.answer = () => answer;
  await sweep.judge(task, () => asked('responses', { stream: true }), FRAME_MS_MAX);
});
