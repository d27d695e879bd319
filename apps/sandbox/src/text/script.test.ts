import { describe, expect, it } from 'vitest';
import { scriptedCalls } from './script.js';

const SCRIPT =
  'Look. sandbox script: [[{"name":"read","arguments":{"path":"a"}},{"name":"read"}],[{"name":"write","arguments":{}}]]';
const TOOLS = ['read', 'write'];
const user = (userText: string) => ({ userText, hasCalls: false });
const called = { userText: '', hasCalls: true };
const result = user('');

describe('a script in the conversation', () => {
  it('has its calls made round by round, and then ends', () => {
    const first = [user('Hello'), user(SCRIPT)];
    expect(scriptedCalls(first, TOOLS)).toEqual([
      { name: 'read', arguments: '{"path":"a"}' },
      { name: 'read', arguments: '{}' },
    ]);
    const second = [...first, called, result];
    expect(scriptedCalls(second, TOOLS)).toEqual([{ name: 'write', arguments: '{}' }]);
    expect(scriptedCalls([...second, called, result], TOOLS)).toEqual([]);
  });

  it('counts the calls of one round once, though they stand in several turns', () => {
    const turns = [user(SCRIPT), called, called, result, result];
    expect(scriptedCalls(turns, TOOLS)).toEqual([{ name: 'write', arguments: '{}' }]);
  });

  it('is the last one that was said', () => {
    const turns = [user(SCRIPT), called, result, user('sandbox script: [[{"name":"write"}]]')];
    expect(scriptedCalls(turns, TOOLS)).toEqual([{ name: 'write', arguments: '{}' }]);
  });

  it.each([
    ['names other tools', SCRIPT, ['read']],
    ['is none', 'Hello', TOOLS],
    ['is quoted in part', 'sandbox script: [[{"name":"re]]', TOOLS],
    ['has another shape', 'sandbox script: [["read"],[null]]', TOOLS],
  ])('says nothing where it %s', (_, text, tools) => {
    expect(scriptedCalls([user(text)], tools)).toBeUndefined();
  });
});
