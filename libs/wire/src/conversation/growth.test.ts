import { parseJson } from '#kernel';
import { conversations, type ConversationProtocol } from '#wire';
import { expect, it } from 'vitest';
import { growthBetween } from '../../../../test/support/growth.js';

const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const user = { role: 'user', content: 'x' };
const called = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
const tool = (name: string, parameters: object) => ({
  type: 'function',
  function: { name, parameters },
});

/** Chats that grow in one way each: what is looked up, joined or repaired while they are translated. */
const SHAPES: Readonly<Record<string, (count: number) => object>> = {
  'turns of one role': (count) => ({ messages: many(count, () => user) }),
  'answers without questions': (count) => ({
    messages: many(count, () => ({ role: 'assistant', content: 'x' })),
  }),
  'turns that alternate': (count) => ({
    messages: many(count, (at) => ({ role: at % 2 ? 'assistant' : 'user', content: 'x' })),
  }),
  instructions: (count) => ({
    messages: [user, ...many(count, () => ({ role: 'system', content: 'x' }))],
  }),
  'parts of a turn': (count) => ({
    messages: [{ role: 'user', content: many(count, () => ({ type: 'text', text: 'x' })) }],
  }),
  'calls and their results': (count) => ({
    messages: [
      user,
      { role: 'assistant', tool_calls: many(count, (at) => called(`c${at}`)) },
      ...many(count, (at) => ({ role: 'tool', tool_call_id: `c${at}`, content: 'x' })),
    ],
  }),
  'calls of one id': (count) => ({
    messages: [user, { role: 'assistant', tool_calls: many(count, () => called('c')) }],
  }),
  'ids that no format takes': (count) => ({
    messages: [
      user,
      { role: 'assistant', tool_calls: many(count, (at) => called(`${'!'.repeat(70)}${at}`)) },
    ],
  }),
  'results of nothing': (count) => ({
    messages: [
      user,
      ...many(count, (at) => ({ role: 'tool', tool_call_id: `c${at}`, content: 'x' })),
    ],
  }),
  'tools of odd names': (count) => ({
    messages: [user],
    tools: many(count, (at) => tool(`f.${at}${'x'.repeat(70)}`, { type: 'object' })),
  }),
  'members of a schema': (count) => ({
    messages: [user],
    tools: [
      tool('f', {
        type: 'object',
        properties: Object.fromEntries(
          many(Math.min(count, 9_000), (at) => [`p${at}`, { anyOf: [{ type: 'string' }] }]),
        ),
      }),
    ],
  }),
};

const others = (Object.keys(conversations) as ConversationProtocol[]).filter(
  (format) => format !== 'chat',
);
const pairs = others.flatMap((other) => [['chat', other] as const, [other, 'chat'] as const]);
const COUNT = 6_000;
const FAR_FROM_QUADRATIC = 9; // Linear work gives 4; collecting its garbage adds to that.

const translate = (text: string, from: ConversationProtocol, to: ConversationProtocol): string =>
  conversations[to].writeRequest(conversations[from].readConversation(parseJson(text)));

it.each(
  Object.entries(SHAPES).flatMap(([shape, make]) =>
    pairs.map(([from, to]) => [shape, from, to, make] as const),
  ),
)('four times as much of %s, from %s to %s, takes four times as long', (_, from, to, make) => {
  const bodyOf = (count: number) => {
    const text = JSON.stringify({ model: 'm', ...make(count) });
    return from === 'chat' ? text : translate(text, 'chat', from);
  };
  const [small, large] = [bodyOf(COUNT / 4), bodyOf(COUNT)];
  const growth = growthBetween(
    () => translate(small, from, to),
    () => translate(large, from, to),
    1,
  );
  expect(growth).toBeLessThan(FAR_FROM_QUADRATIC);
});

it('a body of any number of parts, results and marks is no body of too many arguments', () => {
  const parts = many(150_000, () => ({ type: 'text', text: 'x' }));
  const messages = [user, { role: 'tool', tool_call_id: 'none', content: parts }];
  const text = JSON.stringify({ model: 'm', messages });
  for (const other of others)
    expect(translate(text, 'chat', other).length).toBeGreaterThan(150_000);
});
