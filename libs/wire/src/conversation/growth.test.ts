import { parseJson } from '#kernel';
import { conversations, type ConversationProtocol } from '#wire';
import { expect, it } from 'vitest';
import { GROWING_CHATS, many, user } from '../../../../test/support/growing-chats.js';
import { growthBetween, LINEAR_MAX, SCALE } from '../../../../test/support/growth.js';

const others = (Object.keys(conversations) as ConversationProtocol[]).filter(
  (format) => format !== 'chat',
);
const pairs = others.flatMap((other) => [['chat', other] as const, [other, 'chat'] as const]);
const COUNT = 6_000;

const translate = (text: string, from: ConversationProtocol, to: ConversationProtocol): string =>
  conversations[to].writeRequest(conversations[from].readConversation(parseJson(text)));

it.each(
  Object.entries(GROWING_CHATS).flatMap(([shape, make]) =>
    pairs.map(([from, to]) => [shape, from, to, make] as const),
  ),
)('more of %s, from %s to %s, takes longer in proportion', (_, from, to, make) => {
  const bodyOf = (count: number) => {
    const text = JSON.stringify({ model: 'm', ...make(count) });
    return from === 'chat' ? text : translate(text, 'chat', from);
  };
  const [small, large] = [bodyOf(COUNT / SCALE), bodyOf(COUNT)];
  const growth = growthBetween(
    () => translate(small, from, to),
    () => translate(large, from, to),
    1,
  );
  expect(growth).toBeLessThan(LINEAR_MAX);
});

it('a body of any number of parts, results and marks is no body of too many arguments', () => {
  const parts = many(150_000, () => ({ type: 'text', text: 'x' }));
  const messages = [user, { role: 'tool', tool_call_id: 'none', content: parts }];
  const text = JSON.stringify({ model: 'm', messages });
  for (const other of others)
    expect(translate(text, 'chat', other).length).toBeGreaterThan(150_000);
});
