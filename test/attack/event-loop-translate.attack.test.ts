import { parseJson } from '#kernel';
import { conversations, type ConversationProtocol } from '#wire';
import { afterAll, expect, it } from 'vitest';
import { GROWING_CHATS, many, user } from '../support/growing-chats.js';
import { json } from '../support/replay-server.js';
import { filled, MIB, Sweep, swept, sweptBytes } from './sweep.js';

/** At most a little below what a request may hold. */
const VALUES_MAX = swept(450_000, 50_000);
const BODY_BYTES = sweptBytes(31 * MIB); // In some formats a part has a longer name.
// The aim is 50 ms; a machine that is slower, or busy, takes up to half as much again.
const MS_MAX = 100;
/** Of one string that is not ASCII: it is copied to the thread and back at twice the size, in one step. */
const WIDE_MS_MAX = 200;

const FAMILIES = ['anthropic', 'gemini', 'bedrock', 'mistral', 'cohere', 'openai', 'deepseek'];
const CALLERS = ['chat', 'messages', 'gemini', 'responses'] as const;

const sweep = await Sweep.start(FAMILIES);
// A refusal is an answer in every format, and no reason to leave a provider alone.
sweep.provider.answer = () => ({ ...json({ error: { message: 'no' } }), status: 400 });
afterAll(() => sweep.stop());

/** What grows, and what a splice looks for. */
const SHAPES: Readonly<Record<string, (count: number) => object>> = {
  ...GROWING_CHATS,
  'marks of the cache': (count) => ({
    messages: many(count, () => ({
      role: 'user',
      content: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }],
    })),
  }),
  'thoughts of a model': (count) => ({
    messages: [user, ...many(count, () => ({ role: 'assistant', content: 'x', reasoning: 'y' }))],
  }),
};
const SOME = ['calls of one id', 'marks of the cache'];

/** A request that names so many ids is refused before anything is translated. */
const REFUSED = new Set(['calls and their results', 'ids that no format takes']);
const WHOLE = Object.keys(SHAPES).filter((shape) => !REFUSED.has(shape));

/** As many as there may be, in the format of the caller. */
function bodyOf(make: (count: number) => object, caller: ConversationProtocol, model: string) {
  const valuesOf = (count: number) => written(make(count), caller, model).nodes;
  const perItem = (valuesOf(2_000) - valuesOf(1_000)) / 1_000;
  return Buffer.from(written(make(Math.floor(VALUES_MAX / perItem)), caller, model).text);
}

function written(chat: object, caller: ConversationProtocol, model: string) {
  const said = parseJson(JSON.stringify({ model, max_tokens: 5, ...chat }));
  if (caller === 'chat') return said;
  return parseJson(conversations[caller].writeRequest(conversations.chat.readConversation(said)));
}

const pathOf = (caller: ConversationProtocol, model: string): string => {
  if (caller === 'chat') return '/v1/chat/completions';
  return caller === 'gemini' ? `/v1beta/models/${model}:generateContent` : `/v1/${caller}`;
};

/** Reading is the caller's format alone and writing the provider's, so not every pair needs every shape. */
function shapesOf(caller: ConversationProtocol, family: string): readonly string[] {
  if (caller === 'chat') return family === 'anthropic' ? WHOLE : ['calls of one id'];
  if (family !== 'anthropic' && family !== 'openai') return [];
  return caller === 'messages' && family === 'anthropic' ? SOME : ['calls of one id'];
}

const cases = CALLERS.flatMap((caller) =>
  FAMILIES.flatMap((family) =>
    shapesOf(caller, family).map((shape) => [caller, family, shape] as const),
  ),
);

it.for(cases)('from %s to %s: %s', async ([caller, family, shape], { task }) => {
  const model = `${family}/m-1`;
  const make = SHAPES[shape];
  expect(make).toBeDefined();
  const body = bodyOf(make as (count: number) => object, caller, model);
  const before = sweep.provider.received.length;
  let said = '';
  const call = async () => {
    const answer = await sweep.send(pathOf(caller, model), body);
    said = answer.text.slice(0, 200);
    return answer;
  };
  await sweep.judge(task, call, MS_MAX);
  expect(sweep.provider.received.length, `asked, and not ${said}`).toBeGreaterThan(before);
});

const TEXTS = { words: 'word and ', 'not ASCII': 'żółć ', emoji: '😀', escapes: '\\n' };
const texts = Object.entries(TEXTS).flatMap(([name, fill]) =>
  ['anthropic', 'bedrock', 'openai'].map((family) => [name, family, fill] as const),
);

it.for(texts)('one string of %s, to %s', async ([name, family, fill], { task }) => {
  const head = `{"model":"${family}/m-1","max_tokens":5,"messages":[{"role":"user","content":"`;
  const body = filled(BODY_BYTES, head, fill, '"}]}');
  const most = name === 'words' || name === 'escapes' ? MS_MAX : WIDE_MS_MAX;
  await sweep.judge(task, () => sweep.send('/v1/chat/completions', body), most);
});
