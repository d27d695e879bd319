import { parseJson } from '#kernel';
import { describe, expect, it } from 'vitest';
import { PLAIN, saidIn } from '../../../../test/support/wire.js';
import { readChatAnswer } from './read-answer.js';
import { writeChatAnswer } from './write-answer.js';

const read = (answer: unknown) => {
  const { document, events } = readChatAnswer(parseJson(JSON.stringify(answer)));
  return { document, events: saidIn(events) };
};

const OPTIONS = { ...PLAIN, source: 'chat' } as const;

const message = (message: object, finish: string | null = 'stop') => ({
  choices: [{ index: 0, message, finish_reason: finish }],
});

describe('readChatAnswer', () => {
  it('reads texts, arguments, finish and usage in one frame', () => {
    const { events, document } = read({
      choices: [
        {
          index: 0,
          message: {
            reasoning_content: 'hm',
            content: 'Hi',
            tool_calls: [
              { id: 'a', function: { name: 'f', arguments: '{"x":1}' } },
              { id: 'b', function: { name: 'g' } },
              { id: 'c', custom: { name: 'sql', input: 'SELECT' } },
            ],
          },
          finish_reason: 'tool_calls',
        },
        { message: { content: null, refusal: 'no' }, finish_reason: 'model_length' },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 2 },
    });
    expect(events).toMatchObject([
      { type: 'text', part: '0/reasoning', delta: 'hm' },
      { type: 'text', part: '0/text', delta: 'Hi' },
      { type: 'args', part: '0/tool/0', delta: '{"x":1}' },
      { type: 'text', part: '0/tool/2', delta: 'SELECT' },
      { type: 'finish', choice: 0, reason: 'tool_calls' },
      { type: 'text', part: '1/refusal', delta: 'no' },
      { type: 'finish', choice: 1, reason: 'length' },
      { type: 'usage', isWholeFrame: false },
      { type: 'done' },
    ]);
    for (const event of events) {
      if (event.type !== 'text' && event.type !== 'args') continue;
      const literal = document?.text.slice(event.at?.start, event.at?.end);
      expect(literal).toBe(JSON.stringify(event.delta));
    }
  });

  it('takes stop with tool calls for tool_calls', () => {
    const calls = [{ function: { name: 'f', arguments: '{}' } }];
    expect(read(message({ tool_calls: calls })).events).toContainEqual({
      type: 'finish',
      choice: 0,
      reason: 'tool_calls',
    });
  });

  it('reports no finish where none was said', () => {
    expect(read(message({ content: '' }, null)).events).toEqual([{ type: 'done' }]);
  });

  it('sees an error in an answer of status 200', () => {
    expect(read({ error: { message: 'x', code: 'y' } }).events).toEqual([
      { type: 'error', message: 'x', code: 'y' },
    ]);
  });
});

describe('writeChatAnswer', () => {
  const text = '{ "model": "gpt-5-2025", "x": 1.0, "choices": [] }';
  const frame = readChatAnswer(parseJson(text));

  it('sends out the same bytes but for the model', () => {
    expect(writeChatAnswer(frame, { ...OPTIONS, model: 'openai/gpt-5' })).toBe(
      text.replace('gpt-5-2025', 'openai/gpt-5'),
    );
    expect(writeChatAnswer(frame, OPTIONS)).toBe(text);
  });

  it('applies the edits of interceptors', () => {
    const edited = {
      ...frame,
      edits: [{ start: text.indexOf('1.0'), end: text.indexOf('1.0') + 3, text: '2' }],
    };
    expect(writeChatAnswer(edited, OPTIONS)).toContain('"x": 2,');
  });
});
