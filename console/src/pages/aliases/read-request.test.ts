import { describe, expect, it } from 'vitest';
import { readRequest } from './read-request';

describe('a request that was pasted', () => {
  it.each([
    [
      { model: 'a', messages: [] },
      { model: 'a', format: 'chat', operation: 'chat' },
    ],
    [
      { model: 'a', messages: [], system: 'x' },
      { format: 'messages', operation: 'chat' },
    ],
    [{ contents: [] }, { model: undefined, format: 'gemini', operation: 'chat' }],
    [
      { model: 'a', input: 'x' },
      { format: 'chat', operation: 'embed' },
    ],
    [
      { model: 'a', input: 'x', instructions: 'y' },
      { format: 'responses', operation: 'chat' },
    ],
    [
      { input: 'x', previous_response_id: 'r' },
      { format: 'responses', stored: true },
    ],
    [
      { prompt: 'x', size: '1x1' },
      { operation: 'draw', stored: false },
    ],
    [{ prompt: 'x', max_tokens: 1 }, { operation: 'complete' }],
  ])('is told by its members: %j', (body, told) => {
    expect(readRequest(JSON.stringify(body))).toMatchObject(told);
  });

  it.each(['', 'hello', '[1]', '"text"', '{"model":'])('is none: %s', (text) => {
    expect(readRequest(text)).toBeUndefined();
  });

  it('that names something odd as its model names none', () => {
    expect(readRequest('{"model": 5, "messages": []}')?.model).toBeUndefined();
  });
});
