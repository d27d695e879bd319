import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox-server.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 });
});
afterAll(() => sandbox.close());

const user = { role: 'user', content: 'Hi' };
const picture = {
  role: 'user',
  content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }],
};
const shows = (part: object) => ({ messages: [{ role: 'user', content: [part] }] });
const file = shows({
  type: 'file',
  file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' },
});
const sound = shows({ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } });
const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
const result = { role: 'tool', tool_call_id: 'a', content: 'x' };
const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];

async function ask(place: string, fields: object = {}) {
  const answer = await fetch(`${sandbox.url}/hosts/${place}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer any' },
    body: JSON.stringify({ model: 'a-model-reasoning', messages: [user], ...fields }),
  });
  return { status: answer.status, text: await answer.text() };
}

describe('a host of the chat format', () => {
  it.each([
    ['groq/openai/v1', 'reasoning'],
    ['deepseek/v1', 'reasoning_content'],
    ['one-of-tomorrow/x/y', 'reasoning_content'],
  ])('at %s tells thinking as %s, whole and streamed', async (place, name) => {
    for (const stream of [false, true]) {
      const { status, text } = await ask(`${place}/chat/completions`, { stream });
      expect(status).toBe(200);
      expect(text).toContain(`"${name}":"`);
    }
  });

  it.each([
    ['groq/v1', {}, 404],
    ['groq/openai/v1', { messages: [{ ...user, name: 'n' }] }, 400],
    ['groq/openai/v1', { logprobs: true }, 400],
    ['groq/openai/v1', { n: 2 }, 400],
    [
      'cerebras/v1',
      { messages: [user, { role: 'assistant', content: 'x', reasoning_content: 'y' }, user] },
      400,
    ],
    ['perplexity', { tools }, 400],
    ['deepseek/v1', { response_format: { type: 'json_schema', json_schema: {} } }, 400],
    ['deepseek/v1', { thinking: { type: 'enabled' } }, 200],
    ['deepseek/v1', { messages: [picture] }, 400],
    ['groq/openai/v1', { messages: [picture] }, 200],
    ['perplexity', { messages: [picture] }, 200],
    ['deepseek/v1', file, 400],
    ['groq/openai/v1', file, 400],
    ['perplexity', file, 400],
    ['deepseek/v1', sound, 400],
    ['groq/openai/v1', sound, 400],
    ['perplexity', sound, 400],
    ['vllm/v1', file, 200],
    ['vllm/v1', { messages: [picture] }, 200],
    ['vllm/v1', { thinking: { type: 'enabled' } }, 400],
    ['vllm/v1', { messages: [{ role: 'developer', content: 'x' }, user] }, 400],
    [
      'vllm/v1',
      { messages: [user, { role: 'assistant', content: 'x', reasoning: 'y' }, user] },
      200,
    ],
  ])('at %s answers %j with %d', async (place, fields, status) => {
    expect((await ask(`${place}/chat/completions`, fields)).status).toBe(status);
  });

  it('wants the thinking of a loop that is open, where DeepSeek does', async () => {
    const said = { role: 'assistant', content: null, tool_calls: [call] };
    const fields = { model: 'deepseek-v4-pro-echo', tools };
    const loop = (member: object) => ({
      ...fields,
      messages: [user, { ...said, ...member }, result],
    });
    expect((await ask('deepseek/v1/chat/completions', loop({}))).status).toBe(400);
    const kept = loop({ reasoning_content: '' });
    expect((await ask('deepseek/v1/chat/completions', kept)).status).toBe(200);
  });

  it('tells errors without an envelope, where Cerebras does', async () => {
    const fields = { model: 'none' };
    const bare = await ask('cerebras/v1/chat/completions', fields);
    expect(JSON.parse(bare.text)).toMatchObject({ code: 'model_not_found' });
    const other = await ask('vllm/v1/chat/completions', fields);
    expect(JSON.parse(other.text)).toMatchObject({ error: { code: 'model_not_found' } });
  });

  it.each([
    ['together/v1', 200],
    ['groq/openai/v1', 404],
    ['perplexity', 400],
  ])('at %s answers for vectors with %d', async (place, status) => {
    const answer = await ask(`${place}/embeddings`, {
      model: 'embedding',
      messages: undefined,
      input: 'Hi',
    });
    expect(answer.status).toBe(status);
  });
});
