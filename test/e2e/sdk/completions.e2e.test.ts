import OpenAI from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { NANO_IN, NANO_OUT, PRICE } from '../../support/settings.js';

/** The format before chat by its SDK, to every family: most have only models that converse. */
const CLAUDE = 'us.anthropic.claude-sonnet-4-5-echo-v1:0';
const gateway = await startGateway({
  organisation: { protection: { mode: 'allow_log' } },
  providers: [
    { name: 'google', family: 'gemini' },
    { name: 'claude', family: 'anthropic' },
    { name: 'groq', family: 'groq' },
    {
      name: 'aws',
      family: 'bedrock',
      region: 'eu-central-1',
      models: [{ id: CLAUDE, price: PRICE }],
    },
  ],
  // Nobody else may send tokens, which cannot be read.
  workloads: [
    { name: 'default', protection: { mode: 'tokenize' } },
    { name: 'open', protection: { mode: 'allow_log' } },
  ],
});
const openai = new OpenAI({ apiKey: gateway.key(), baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const TRANSLATED = ['google/echo', 'claude/echo', 'groq/echo', `aws/${CLAUDE}`];
const TEXT = 'Write to ann@example.org';

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

const sent = async () => (await gateway.sandbox.requests()).map(({ body }) => body);

describe.each(TRANSLATED)('the model %s', (model) => {
  it('goes on with a text, with values restored', async () => {
    const { data, request_id: id } = await openai.completions
      .create({ model, prompt: TEXT, max_tokens: 100, temperature: 0.5, stop: 'END' })
      .withResponse();
    expect(data).toMatchObject({
      object: 'text_completion',
      model,
      choices: [{ index: 0, text: TEXT, logprobs: null, finish_reason: 'stop' }],
    });
    expect(data.id).toMatch(/^cmpl-.+/);
    expect((await sent()).join()).not.toContain('ann@example.org');
    const { prompt_tokens: input, completion_tokens: output } = data.usage ?? {
      prompt_tokens: 0,
      completion_tokens: 0,
    };
    const entry = await gateway.records.entry(String(id));
    expect(entry).toMatchObject({ wire: 'completions', tokens: { in: input, out: output } });
    const [ledger] = await gateway.records.ledger(String(id));
    expect(Number(ledger?.nano)).toBe(input * NANO_IN + output * NANO_OUT);
  });

  it('streams it, with the usage at the end for who asks for it', async () => {
    const stream = await openai.completions.create({
      model,
      prompt: TEXT,
      stream: true,
      stream_options: { include_usage: true },
    });
    const pieces = [];
    for await (const piece of stream) pieces.push(piece);
    const choices = pieces.flatMap(({ choices: [choice] }) => choice ?? []);
    expect(choices.map(({ text }) => text).join('')).toBe(TEXT);
    expect(choices.at(-1)?.finish_reason).toBe('stop');
    expect(pieces.at(-1)).toMatchObject({ choices: [], object: 'text_completion' });
    expect(pieces.at(-1)?.usage?.completion_tokens).toBeGreaterThan(0);
  });

  it('goes on with several texts, each by itself', async () => {
    const prompt = [TEXT, 'Herons fish at dawn.', 'bob@example.org'];
    const { choices, usage } = await openai.completions.create({ model, prompt, max_tokens: 100 });
    expect(choices.map(({ index, text }) => [index, text])).toEqual(
      prompt.map((text, index) => [index, text]),
    );
    expect(await sent()).toHaveLength(3);
    expect((await sent()).join()).not.toContain('@example.org');
    const one = await openai.completions.create({ model, prompt: prompt[1] ?? '' });
    expect(usage?.completion_tokens).toBeGreaterThan(one.usage?.completion_tokens ?? 0);
  });
});

it('is counted in part where one of its conversations was not counted', async () => {
  await gateway.sandbox.script('ok', 'no-usage');
  const { request_id: id } = await openai.completions
    .create({ model: 'groq/echo', prompt: ['a', 'b'] })
    .withResponse();
  expect(await gateway.records.entry(String(id))).toMatchObject({ usage_source: 'partial' });
});

it('bounds, and says why a text ended', async () => {
  const { choices } = await openai.completions.create({
    model: 'google/echo',
    prompt: 'one two three four five six seven eight',
    max_tokens: 2,
  });
  expect(choices[0]?.finish_reason).toBe('length');
});

it.each([
  [{ prompt: [1, 2] }, 'prompt'],
  [{ prompt: [[1, 2]] }, 'prompt'],
  [{ prompt: [] }, 'prompt'],
  [{ prompt: [{}] }, 'prompt[0]'],
  [{}, 'prompt'],
  [{ prompt: ['a', 'b'], stream: true }, 'prompt'],
  [{ prompt: 'a', echo: true }, 'echo'],
  [{ prompt: 'a', suffix: 'b' }, 'suffix'],
  [{ prompt: 'a', best_of: 2 }, 'best_of'],
  [{ prompt: 'a', logprobs: 1 }, 'logprobs'],
  [{ prompt: ['a', 'b'], user: 'u'.repeat(70_000) }, 'prompt'],
])('is refused where a model converses, by its name (%#)', async (fields, param) => {
  const body = { model: 'google/echo', ...fields };
  const answer = await gateway.post('/v1/completions', body, { workload: 'open' });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toMatchObject({ error: { param } });
  expect(await gateway.sandbox.requests()).toEqual([]);
});

it('is forwarded as it came where the provider has it', async () => {
  const body = '{"model":"sandbox/echo", "prompt":["a", "b"],"echo":false,"suffix":null}';
  const answer = await gateway.post('/v1/completions', body);
  expect(answer.status).toBe(200);
  expect(await sent()).toEqual([body.replace('sandbox/echo', 'echo')]);
});

it('breaks off as the format says', async () => {
  await gateway.sandbox.script('cut=2');
  const answer = await gateway.post('/v1/completions', {
    model: 'google/echo',
    prompt: 'one two three four five six seven',
    stream: true,
  });
  expect(answer.text).toContain('"object":"text_completion"');
  expect(answer.text).toMatch(/data: \{"error":\{[^\n]+\}\n\n$/);
});
