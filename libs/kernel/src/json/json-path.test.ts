import { itemsOf, member, parseJson } from '#kernel';
import { expect, it } from 'vitest';
import { jsonPath } from './json-path.js';

it('names members and places, but no key that could be data', () => {
  const { root } = parseJson('{"messages":[{},{"content":"x"}],"jane@example.com":{"a-b":["y"]}}');
  const content = member(itemsOf(member(root, 'messages'))[1], 'content');
  const hidden = itemsOf(member(member(root, 'jane@example.com'), 'a-b'))[0];
  expect(content && jsonPath(root, content)).toBe('messages[1].content');
  expect(hidden && jsonPath(root, hidden)).toBe('*.a-b[0]');
  expect(jsonPath(root, root)).toBe('$');
});
