import { expect, it } from 'vitest';
import { answerParts, indented } from './kept-text';

it('shows each part of an answer, and what has no parts as it is', () => {
  const parts = [
    { kind: 'text', choice: 0, text: 'Hello' },
    { kind: 'tool_call', choice: 0, tool: 'search', text: '{"q":1}' },
  ];
  expect(answerParts(JSON.stringify({ parts }))).toEqual([
    { kind: 'text', text: 'Hello' },
    { kind: 'tool_call search', text: '{"q":1}' },
  ]);
  expect(answerParts('{"a":1}')).toEqual([{ kind: 'text', text: '{\n  "a": 1\n}' }]);
  expect(answerParts('{"parts":[{"ki')).toEqual([{ kind: 'text', text: '{"parts":[{"ki' }]);
  expect(indented('{"cut')).toBe('{"cut');
});
