import { parseJson } from '#kernel';
import { describe, expect, it } from 'vitest';
import { readChatRequest } from './read-request.js';

const hello = { role: 'user', content: 'Hello' };
const read = (body: unknown) => readChatRequest(parseJson(JSON.stringify(body)));
const chat = (more: object) => read({ model: 'openai/gpt-5', messages: [hello], ...more });

describe('readChatRequest', () => {
  it('reads what the gateway needs', () => {
    expect(
      chat({
        stream: true,
        stream_options: { include_usage: true },
        max_completion_tokens: 200,
        max_tokens: 100,
        n: 2,
      }),
    ).toEqual({
      model: 'openai/gpt-5',
      isStreaming: true,
      wantsUsage: true,
      outputTokensMax: 200,
      choices: 2,
      isSpoken: false,
    });
  });

  it.each([
    [{ modalities: ['text', 'audio'] }, true],
    [{ audio: { voice: 'alloy' } }, true],
    [{ modalities: ['text'], audio: null }, false],
  ])('sees whether %j asks for speech', (fields, isSpoken) => {
    expect(chat(fields).isSpoken).toBe(isSpoken);
  });

  it('takes a bound for none beside a prediction, which costs output of its own', () => {
    const prediction = { type: 'content', content: 'x' };
    expect(chat({ max_tokens: 100, prediction }).outputTokensMax).toBeNull();
    expect(chat({ max_tokens: 100, prediction: null }).outputTokensMax).toBe(100);
  });

  it.each([
    [{ max_tokens: 0 }, null],
    [{ max_completion_tokens: -0 }, null],
    [{ max_tokens: 0, max_completion_tokens: 5 }, null],
    [{ max_tokens: 3, max_completion_tokens: 5 }, 5],
  ])('takes the loosest bound, and zero for none: %j', (fields, bound) => {
    expect(chat(fields).outputTokensMax).toBe(bound);
  });

  it('takes null for absent', () => {
    const nothing = { stream: null, stream_options: null, max_tokens: null, n: null, tools: null };
    expect(chat(nothing)).toMatchObject({
      isStreaming: false,
      wantsUsage: false,
      outputTokensMax: null,
      choices: 1,
    });
  });

  it('lets unknown fields, roles and parts pass', () => {
    const messages = [
      { role: 'developer', content: [{ type: 'hologram', payload: 1 }] },
      { role: 'robot', content: null, name: 'x' },
      { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }] },
      { role: 'user', content: [] },
    ];
    expect(chat({ messages, temperature: 'hot' }).model).toBe('openai/gpt-5');
  });

  it.each([undefined, null, 7, ''])('names the model as missing when it is %j', (model) => {
    expect(() => read({ model, messages: [hello] })).toThrow(
      expect.objectContaining({ key: 'model_missing', details: { param: 'model' } }),
    );
  });

  it.each([
    ['messages', { messages: undefined }],
    ['messages', { messages: [] }],
    ['messages', { messages: 'Hello' }],
    ['messages[1]', { messages: [hello, 'Hello'] }],
    ['messages[0].role', { messages: [{ content: 'x' }] }],
    ['messages[0].role', { messages: [{ role: 7 }] }],
    ['messages[0].content', { messages: [{ role: 'user', content: 7 }] }],
    ['messages[0].content', { messages: [{ role: 'user', content: { text: 'x' } }] }],
    ['messages[0].content[1]', { messages: [{ role: 'user', content: [{}, 'x'] }] }],
    ['messages[0].content[0].text', { messages: [{ role: 'user', content: [{ text: 7 }] }] }],
    ['messages[0].content[0].type', { messages: [{ role: 'user', content: [{ type: 7 }] }] }],
    ['messages[0].tool_calls', { messages: [{ role: 'assistant', tool_calls: {} }] }],
    ['tools', { tools: {} }],
    ['tools[0]', { tools: ['x'] }],
    ['stream', { stream: 'yes' }],
    ['stream_options', { stream_options: true }],
    ['stream_options.include_usage', { stream_options: { include_usage: 1 } }],
    ['max_tokens', { max_tokens: '10' }],
    ['max_tokens', { max_tokens: -1 }],
    ['max_completion_tokens', { max_completion_tokens: 1.5 }],
    ['n', { n: 0 }],
  ])('refuses and names %s', (param, more) => {
    expect(() => chat(more)).toThrow(
      expect.objectContaining({
        key: 'field_invalid',
        details: expect.objectContaining({ param }),
      }),
    );
  });

  it('refuses a body that is no object', () => {
    expect(() => read([])).toThrow(expect.objectContaining({ key: 'field_invalid' }));
  });
});
