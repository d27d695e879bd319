import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../sandbox-server.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 });
});
afterAll(() => sandbox.close());

async function ask(path: string, body: object) {
  const answer = await fetch(sandbox.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer any' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

const user = { role: 'user', content: 'Hi' };
const messages = (model: string, fields: object = {}) =>
  ask('/v1/messages', { model, max_tokens: 4_096, messages: [user], ...fields });
const chat = (model: string, fields: object = {}) =>
  ask('/v1/chat/completions', { model, messages: [user], ...fields });
const parts = [{ text: 'Hi' }];
const gemini = (model: string, thinkingConfig: object) =>
  ask(`/v1beta/models/${model}:generateContent`, {
    contents: [{ role: 'user', parts }],
    generationConfig: { thinkingConfig },
  });

describe('an id of a provider', () => {
  it.each([
    'echo',
    'sandbox/echo',
    'gpt-4o-echo',
    'gpt-4o-2024-08-06-echo',
    'echo-2024-08-06',
    'claude-sonnet-4-5-20250929-echo',
    'claude-sonnet-4-5-echo@20250929',
    'mistral-echo-latest',
    'gemini-2.5-flash-echo-001',
    'amazon.nova-lite-echo-v1:0',
  ])('is answered by the model that it ends in: %s', async (model) => {
    const { status, text } = await chat(model);
    expect([status, text]).toEqual([200, expect.stringContaining('"content":"Hi"')]);
    const known = await fetch(`${sandbox.url}/v1/models/${model}`, {
      headers: { authorization: 'Bearer any' },
    });
    expect(known.status).toBe(200);
  });

  it.each(['gpt-4o', 'gpt-4o-2024-08-06', 'echoes', 'x-echo-mini', 'gpt-4o-embedding'])(
    'is unknown where it ends in none that talks: %s',
    async (model) => {
      expect((await chat(model)).status).toBe(404);
    },
  );

  it('is one of the kind that an endpoint serves, where a name is of two', async () => {
    const { status } = await ask('/v1/embeddings', { model: 'mistral-embedding-2', input: 'Hi' });
    expect(status).toBe(200);
  });
});

const ADAPTIVE = { thinking: { type: 'adaptive' } };
const BUDGET = { thinking: { type: 'enabled', budget_tokens: 1_024 } };
const effort = (word: string) => ({ output_config: { effort: word } });

describe('a Claude', () => {
  it.each([
    ['claude-3-5-haiku-20241022', BUDGET, 400],
    ['claude-3-7-sonnet-20250219', BUDGET, 200],
    ['claude-3-7-sonnet-20250219', ADAPTIVE, 400],
    ['claude-opus-4-20250514', BUDGET, 200],
    ['claude-sonnet-4-5-20250929', ADAPTIVE, 400],
    ['claude-sonnet-4-5-20250929', effort('low'), 400],
    ['claude-opus-4-5-20251101', effort('high'), 200],
    ['claude-opus-4-5-20251101', effort('max'), 400],
    ['claude-sonnet-4-6', { ...ADAPTIVE, ...effort('max') }, 200],
    ['claude-sonnet-4-6', { ...ADAPTIVE, ...effort('xhigh') }, 400],
    ['claude-opus-4-7', BUDGET, 400],
    ['claude-opus-5', { ...ADAPTIVE, ...effort('xhigh') }, 200],
    ['claude-opus-5', { temperature: 0.5 }, 400],
    ['claude-haiku-4-5', { temperature: 0.5, top_p: 0.5 }, 400],
    ['claude-haiku-4-5', { temperature: 0.5 }, 200],
  ])('%s answers %j with %d', async (model, fields, status) => {
    expect((await messages(`${model}-echo`, fields)).status).toBe(status);
  });

  it('is the same one at Bedrock', async () => {
    const converse = (model: string, thinking: object) =>
      ask(`/model/us.anthropic.${model}-echo-v1:0/converse`, {
        messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
        additionalModelRequestFields: { thinking },
      });
    expect((await converse('claude-haiku-4-5', ADAPTIVE.thinking)).status).toBe(400);
    expect((await converse('claude-opus-4-6', ADAPTIVE.thinking)).status).toBe(200);
  });
});

describe('a model of OpenAI', () => {
  it.each([
    ['gpt-4o', { temperature: 0.5, stop: 'x', max_tokens: 9 }, 200],
    ['gpt-4o', { reasoning_effort: 'low' }, 400],
    ['gpt-5', { reasoning_effort: 'minimal' }, 200],
    ['gpt-5', { reasoning_effort: 'none' }, 400],
    ['gpt-5', { temperature: 0.5 }, 400],
    ['gpt-5', { temperature: 1 }, 200],
    ['gpt-5', { max_tokens: 9 }, 400],
    ['gpt-5', { stop: 'x' }, 400],
    ['gpt-5.1', { temperature: 0.5 }, 200],
    ['gpt-5.1', { temperature: 0.5, reasoning_effort: 'low' }, 400],
    ['gpt-5.6', { reasoning_effort: 'max' }, 200],
    ['o3-mini', { reasoning_effort: 'xhigh' }, 400],
    ['gpt-oss-20b', { temperature: 0.5 }, 200],
  ])('%s answers %j with %d', async (model, fields, status) => {
    expect((await chat(`${model}-echo`, fields)).status).toBe(status);
  });

  it('is the same one in the responses format', async () => {
    const respond = (reasoning: object) =>
      ask('/v1/responses', { model: 'gpt-5-echo', input: 'Hi', reasoning });
    expect((await respond({ effort: 'low' })).status).toBe(200);
    expect((await respond({ effort: 'none' })).status).toBe(400);
  });
});

describe('a Gemini', () => {
  it.each([
    ['gemini-2.0-flash', { includeThoughts: true }, 400],
    ['gemini-2.5-flash', { thinkingBudget: 0 }, 200],
    ['gemini-2.5-pro', { thinkingBudget: 0 }, 400],
    ['gemini-2.5-pro', { thinkingBudget: 40_000 }, 400],
    ['gemini-2.5-pro', { thinkingLevel: 'LOW' }, 400],
    ['gemini-3-pro-preview', { thinkingLevel: 'LOW' }, 200],
    ['gemini-3-pro-preview', { thinkingLevel: 'MINIMAL' }, 400],
    ['gemini-3-flash-preview', { thinkingLevel: 'LOW', thinkingBudget: 128 }, 400],
  ])('%s answers %j with %d', async (model, thinking, status) => {
    expect((await gemini(`${model}-echo`, thinking)).status).toBe(status);
  });
});

it.each([
  ['mistral-small-latest', 200],
  ['magistral-medium-latest', 400],
  ['mistral-large-latest', 400],
])('%s answers a word for how much to think with %d', async (model, status) => {
  const body = { model: `${model}-echo`, messages: [user], reasoning_effort: 'high' };
  expect((await ask('/mistral/v1/chat/completions', body)).status).toBe(status);
});
