import { beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';

/** Providers that refuse an optional member by name, each in its own words. */
const gateway = await startGateway({
  organisation: { explicit_prompt_cache: true },
  providers: [
    { name: 'openai', family: 'openai' },
    { name: 'claude', family: 'anthropic' },
    { name: 'google', family: 'gemini' },
    { name: 'mistral', family: 'mistral' },
    { name: 'cohere', family: 'cohere' },
    { name: 'aws', family: 'bedrock', region: 'eu-central-1' },
  ],
  models: ['us.anthropic.claude-sonnet-4-5-echo-v1:0', 'us.meta.llama4-scout-echo-v1:0'],
});
beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

const CLAUDE = 'us.anthropic.claude-sonnet-4-5-echo-v1:0';
const tool = {
  type: 'function',
  function: { name: 'f', strict: true, parameters: { type: 'object' } },
};
const marked = [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }];

/** How a validator's refusal comes. */
const refusalOf = (model: string) => (/^(?:mistral|cohere)/.test(model) ? 422 : 400);

const bodies = async () =>
  (await gateway.sandbox.requests()).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe.each([
  ['openai/echo', 'seed', { seed: 1 }, 'seed'],
  ['openai/small', 'tools.0.function.strict', { tools: [tool], tool_choice: 'none' }, 'strict'],
  ['claude/echo', 'metadata', { user: 'u1' }, 'metadata'],
  ['mistral/echo', 'random_seed', { seed: 1 }, 'random_seed'],
  ['mistral/small', 'tools.0.function.strict', { tools: [tool], tool_choice: 'none' }, 'strict'],
  ['cohere/echo', 'seed', { seed: 1 }, 'seed'],
  ['google/echo', 'generationConfig.seed', { seed: 1 }, 'seed'],
  [
    'aws/us.meta.llama4-scout-echo-v1:0',
    'inferenceConfig.temperature',
    { temperature: 0.5 },
    'temperature',
  ],
  [`aws/${CLAUDE}`, 'system.1.cachePoint', { system: marked }, 'cachePoint'],
])('%s, which refuses %s', (model, field, fields, name) => {
  const { system, ...rest } = fields as { readonly system?: object };
  const messages = [
    ...(system ? [{ role: 'system', content: system }] : []),
    { role: 'user', content: 'Hello' },
  ];
  const ask = { model, messages, ...rest };

  it('is asked again without it, once, and from then on without it', async () => {
    await gateway.sandbox.script(`refuses=${field}`, `refuses=${field}`);
    const answer = await gateway.chat(ask);
    expect(answer.status).toBe(200);
    const sent = await bodies();
    expect(sent.map((body) => JSON.stringify(body).includes(`"${name}"`))).toEqual([true, false]);
    const id = String(answer.headers['request-id']);
    const entry = await gateway.records.entry(id);
    expect(entry).toMatchObject({ attempts: [{ status: refusalOf(model) }, { status: 200 }] });
    await gateway.sandbox.clear();
    const again = await gateway.stream(ask);
    expect(again.status).toBe(200);
    expect(JSON.stringify(await bodies())).not.toContain(`"${name}"`);
    expect(await bodies()).toHaveLength(1);
    const settled = await gateway.records.ledger(id);
    const later = await gateway.records.ledger(String(again.headers['request-id']));
    expect(settled.at(-1)?.nano).toBe(later.at(-1)?.nano);
  });
});

it('is counted', async () => {
  const { text } = await gateway.send('/metrics');
  expect(text).toContain('gw_fields_refused_total{provider="openai",field="seed"} 1');
  expect(text).toContain('gw_fields_refused_total{provider="aws",field="system.*.cachePoint"} 1');
});

it.each([
  ['claude/small', 'max_tokens'],
  ['claude/small', 'messages'],
  ['mistral/free', 'max_tokens'],
  ['mistral/free', 'messages.0.content'],
  ['cohere/free', 'max_tokens'],
  ['openai/free', 'messages.0.content'],
  ['openai/free', 'max_completion_tokens'],
])('what %s has to know is never left out: %s', async (model, field) => {
  await gateway.sandbox.script(`refuses=${field}`);
  const answer = await gateway.chat({ model, max_completion_tokens: 50 });
  expect(answer.status).toBe(refusalOf(model));
  expect(await bodies()).toHaveLength(1);
});

it('a second member is refused in the first call, and left out of the next', async () => {
  const ask = { model: 'openai/sandbox-chat', user: 'u1', logprobs: false };
  await gateway.sandbox.script('refuses=user', 'refuses=logprobs');
  expect((await gateway.chat(ask)).status).toBe(400);
  expect((await gateway.chat(ask)).status).toBe(200);
  expect(Object.keys((await bodies()).at(-1) ?? {}).toSorted()).toEqual(['messages', 'model']);
});

it('a caller of the Responses format is answered without what the provider refuses', async () => {
  await gateway.sandbox.script('refuses=metadata');
  const ask = { model: 'openai/echo', input: 'Hello', metadata: { a: 'b' }, store: false };
  expect((await gateway.post('/v1/responses', ask)).status).toBe(200);
  expect((await bodies()).map((body) => 'metadata' in body)).toEqual([true, false]);
});
