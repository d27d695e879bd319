import OpenAI from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';

/** Pictures by the SDK of OpenAI, from a model of Gemini: it makes them in a conversation. */
const NANO_IMAGE = 40_000_000;
const models = ['image', 'echo'].map((id) => ({
  id,
  price: { currency: 'EUR', image: '0.04' },
}));
const gateway = await startGateway({
  organisation: { protection: { mode: 'tokenize' } },
  providers: [
    { name: 'google', family: 'gemini', models },
    { name: 'claude', family: 'anthropic' },
  ],
  workloads: [{ name: 'default' }, { name: 'little', budget: { amount: '0.1', period: 'total' } }],
});
const openai = new OpenAI({ apiKey: gateway.key(), baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const model = 'google/image';
const PNG = /^iVBORw0KGgo/;

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

const draw = (fields: object, workload = 'default') =>
  gateway.post('/v1/images/generations', { model, prompt: 'A heron', ...fields }, { workload });

async function chargedFor(id: string) {
  const { price, units } = await gateway.records.entry(id);
  const [ledger] = await gateway.records.ledger(id);
  return { held: Number(price?.hold_nano), settled: Number(ledger?.nano), units };
}

describe('pictures', () => {
  it('come as base64, and cost what each of them does', async () => {
    const { data, request_id: id } = await openai.images
      .generate({ model, prompt: 'A heron that ann@example.org drew', n: 2, size: '1536x1024' })
      .withResponse();
    expect(data.data?.map(({ b64_json: picture }) => picture)).toEqual([
      expect.stringMatching(PNG),
      expect.stringMatching(PNG),
    ]);
    expect(data).toMatchObject({ output_format: 'png' });
    expect(data.usage?.output_tokens).toBeGreaterThan(0);
    expect(await chargedFor(String(id))).toMatchObject({
      held: 2 * NANO_IMAGE,
      settled: 2 * NANO_IMAGE,
      units: { images: 2 },
    });
    const requests = await gateway.sandbox.requests();
    expect(requests.map(({ path }) => path)).toEqual([
      '/v1beta/models/image:generateContent',
      '/v1beta/models/image:generateContent',
    ]);
    expect(requests[0]?.body).not.toContain('ann@example.org');
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '3:2' } },
    });
  });

  it('are charged as asked for where nobody counts them', async () => {
    await gateway.sandbox.script('no-usage');
    const answer = await draw({});
    expect(await chargedFor(String(answer.headers['request-id']))).toMatchObject({
      settled: NANO_IMAGE,
    });
  });

  it('are fewer where one of them fails, and cost as many as came', async () => {
    await gateway.sandbox.script('ok', 'status=503');
    const answer = await draw({ n: 3 });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ data: [{}, {}] });
    expect(await chargedFor(String(answer.headers['request-id']))).toMatchObject({
      settled: 2 * NANO_IMAGE,
      units: { images: 2 },
    });
  });

  it('are refused where the model makes none', async () => {
    const answer = await draw({ prompt: 'sandbox-violence' });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({
      error: { code: 'content_policy_violation', param: 'prompt' },
    });
    expect(await gateway.sandbox.requests()).toHaveLength(1);
  });

  it('are held before they are made', async () => {
    const answer = await draw({ n: 3 }, 'little');
    await expectRefusal(gateway, answer, 'budget_reached');
    expect(await gateway.sandbox.requests()).toEqual([]);
  });
});

it.each([
  [{ prompt: '' }, 'prompt'],
  [{ prompt: ['a'] }, 'prompt'],
  [{ response_format: 'url' }, 'response_format'],
  [{ quality: 'high' }, 'quality'],
  [{ background: 'transparent' }, 'background'],
  [{ output_format: 'webp' }, 'output_format'],
  [{ style: 'vivid' }, 'style'],
  [{ stream: true }, 'stream'],
  [{ n: 11 }, 'n'],
  [{ size: '1000x100' }, 'size'],
  [{ size: 'large' }, 'size'],
  [{ size: '9000x9000' }, 'size'],
])('what the model cannot do is refused by its name (%#)', async (fields, param) => {
  const answer = await draw(fields);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toMatchObject({ error: { param } });
  expect(await gateway.sandbox.requests()).toEqual([]);
});

it.each([
  ['1024x1024', { aspectRatio: '1:1' }],
  ['1024x1792', { aspectRatio: '9:16' }],
  ['2048x2048', { aspectRatio: '1:1', imageSize: '2K' }],
  ['4096x4096', { aspectRatio: '1:1', imageSize: '4K' }],
])('the size %s becomes what the model knows', async (size, imageConfig) => {
  expect((await draw({ size })).status).toBe(200);
  const [request] = await gateway.sandbox.requests();
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ generationConfig: { imageConfig } });
});

it.each([
  ['/v1/images/generations', { model: 'claude/image', prompt: 'a' }],
  ['/v1/images/edits', { model, prompt: 'a' }],
  ['/v1/moderations', { model, input: 'a' }],
  ['/v1/moderations', { model: 'claude/moderation', input: 'a' }],
])('%s of a family without it is refused', async (path, body) => {
  const answer = await gateway.post(path, body);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'invalid_request' } });
  expect(await gateway.sandbox.requests()).toEqual([]);
});

it('a picture is forwarded as it was asked for where the provider speaks the format', async () => {
  const body = '{"model":"sandbox/image", "prompt":"A heron","quality":"high"}';
  expect((await gateway.post('/v1/images/generations', body)).status).toBe(200);
  const [request] = await gateway.sandbox.requests();
  expect(request?.body).toBe(body.replace('sandbox/image', 'image'));
});
