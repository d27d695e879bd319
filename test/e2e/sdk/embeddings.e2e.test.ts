import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { aServiceAccount } from '../../support/service-account.js';
import { NANO_IN, PRICE } from '../../support/settings.js';

/** The SDKs of both formats for vectors as they are, to every family that has models for them. */
const TITAN = 'amazon.titan-embed-text-v2:0';
const COHERE = 'eu.cohere.embed-v4:0';
const COHERE_3 = 'cohere.embed-multilingual-v3';
const MISTRAL = 'mistral-embed-embedding';
const EMBED = 'embed-v4.0-embedding';
/** At Vertex AI: a method for each, and one text or several at a time. */
const VERTEX = ['text-embedding-005', 'gemini-embedding-001', 'gemini-embedding-2'];
const ACCOUNT = aServiceAccount();
const NOVA = 'amazon.nova-2-multimodal-embeddings-v1:0';
const bedrock = {
  family: 'bedrock',
  region: 'eu-central-1',
  models: [TITAN, COHERE, COHERE_3, NOVA, 'anthropic.claude'].map((id) => ({ id, price: PRICE })),
};
const only = (id: string) => [{ id, price: PRICE }];
const gateway = await startGateway(
  {
    organisation: { protection: { mode: 'allow_log' } },
    providers: [
      { name: 'google', family: 'gemini' },
      { name: 'aws', ...bedrock },
      { name: 'claude', family: 'anthropic' },
      { name: 'mistral', family: 'mistral', models: only(MISTRAL) },
      {
        name: 'vertex',
        family: 'vertex-gemini',
        credential: 'own',
        secret: { env: 'KEY_FILE' },
        models: VERTEX.map((id) => ({ id, price: PRICE })),
      },
      { name: 'cohere', family: 'cohere', models: only(EMBED) },
    ],
    workloads: [
      { name: 'default', protection: { mode: 'tokenize' } },
      {
        name: 'budgeted',
        protection: { mode: 'tokenize' },
        budget: { amount: '1', period: 'total' },
      },
      // Nobody else may send tokens, which cannot be read.
      { name: 'open', protection: { mode: 'allow_log' } },
    ],
  },
  { env: { KEY_FILE: ACCOUNT.keyFile } },
);
beforeAll(() => gateway.sandbox.admit(ACCOUNT));
const apiKey = gateway.key();
const openai = new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const google = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url } });

const MODELS = [
  'sandbox/embedding',
  'google/embedding',
  ...[TITAN, COHERE, NOVA].map((id) => `aws/${id}`),
  `mistral/${MISTRAL}`,
  `cohere/${EMBED}`,
  ...VERTEX.map((id) => `vertex/${id}`),
];
const TEXT = 'Write to ann@example.org';
const TEXTS = [TEXT, 'Herons fish at dawn.', 'Twice a day the sea leaves.'];

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

const cosine = (one: readonly number[], two: readonly number[]): number =>
  one.reduce((sum, value, index) => sum + value * (two[index] ?? 0), 0);

describe.each(MODELS)('the model %s', (model) => {
  it('answers the SDK of OpenAI, which asks for base64 by itself, as it does numbers', async () => {
    const { data: packed, request_id: id } = await openai.embeddings
      .create({ model, input: TEXTS, dimensions: 256 })
      .withResponse();
    const plain = await openai.embeddings.create({
      model,
      input: TEXTS,
      dimensions: 256,
      encoding_format: 'float',
    });
    expect(packed).toMatchObject({ object: 'list', model });
    expect(packed.data.map(({ index }) => index)).toEqual([0, 1, 2]);
    packed.data.forEach(({ embedding }, index) => {
      const other = plain.data[index]?.embedding ?? [];
      expect(embedding).toHaveLength(256);
      expect(cosine(embedding, other)).toBeCloseTo(1, 5);
    });
    expect(cosine(plain.data[0]?.embedding ?? [], plain.data[1]?.embedding ?? [])).toBeLessThan(
      0.9,
    );
    const tokens = packed.usage.prompt_tokens;
    expect(tokens).toBeGreaterThan(0);
    const entry = await gateway.records.entry(String(id));
    expect(entry).toMatchObject({ wire: 'embeddings', tokens: { in: tokens, out: 0 } });
    const [ledger] = await gateway.records.ledger(String(id));
    expect(Number(ledger?.nano)).toBe(tokens * NANO_IN);
    const sent = await gateway.sandbox.requests();
    expect(sent.map(({ body }) => body).join()).not.toContain('ann@example.org');
  });

  it('answers the SDK of Google', async () => {
    const { embeddings } = await google.models.embedContent({
      model,
      // Of texts alone the SDK makes one content for some models.
      contents: TEXTS.map((text) => ({ role: 'user', parts: [{ text }] })),
      config: { outputDimensionality: 256, taskType: 'RETRIEVAL_QUERY' },
    });
    const { data } = await openai.embeddings.create({ model, input: TEXTS, dimensions: 256 });
    expect(embeddings).toHaveLength(3);
    embeddings?.forEach(({ values }, index) => {
      expect(cosine(values ?? [], data[index]?.embedding ?? [])).toBeCloseTo(1, 5);
    });
  });

  it('answers a request for one text', async () => {
    const path = `/v1beta/models/${model}:embedContent`;
    const { status, text } = await gateway.post(path, { content: { parts: [{ text: 'a' }] } });
    expect(status).toBe(200);
    const { embedding } = JSON.parse(text) as { embedding: { values: number[] } };
    expect(embedding.values.length).toBeGreaterThan(0);
  });
});

describe('what is sent', () => {
  const sent = async () =>
    (await gateway.sandbox.requests())
      .filter(({ path }) => path !== '/token')
      .map(({ path, body }) => ({ path, body: JSON.parse(body) as Record<string, unknown> }));

  it('is a batch of at most a hundred texts for Gemini', async () => {
    const input = Array.from({ length: 101 }, (_, index) => `text ${index}`);
    const { data } = await openai.embeddings.create({
      model: 'google/embedding',
      input,
      dimensions: 8,
    });
    const direct = await openai.embeddings.create({
      model: 'sandbox/embedding',
      input,
      dimensions: 8,
    });
    expect(data.map(({ embedding }) => embedding[0])).toEqual(
      direct.data.map(({ embedding }) => embedding[0]),
    );
    const [first, second] = await sent();
    expect(first?.path).toBe('/v1beta/models/embedding:batchEmbedContents');
    expect(first?.body['requests']).toHaveLength(100);
    expect(second?.body).toMatchObject({
      requests: [
        {
          model: 'models/embedding',
          content: { parts: [{ text: 'text 100' }] },
          outputDimensionality: 8,
        },
      ],
    });
  });

  it('is one text each for Titan, and all at once for Cohere', async () => {
    await openai.embeddings.create({ model: `aws/${TITAN}`, input: TEXTS.slice(1) });
    await openai.embeddings.create({ model: `aws/${COHERE_3}`, input: TEXTS.slice(1) });
    expect(await sent()).toEqual([
      {
        path: '/model/amazon.titan-embed-text-v2%3A0/invoke',
        body: { inputText: TEXTS[1], normalize: true },
      },
      {
        path: '/model/amazon.titan-embed-text-v2%3A0/invoke',
        body: { inputText: TEXTS[2], normalize: true },
      },
      {
        path: '/model/cohere.embed-multilingual-v3/invoke',
        body: { texts: TEXTS.slice(1), input_type: 'search_document', truncate: 'NONE' },
      },
    ]);
  });

  it('is what Mistral knows, and nothing else', async () => {
    const words = { user: 'u', output_dtype: 'float' as const };
    await openai.embeddings.create({
      model: `mistral/${MISTRAL}`,
      input: TEXTS[1] ?? '',
      dimensions: 8,
      ...words,
    });
    await gateway.post('/v1/embeddings', {
      model: `mistral/${MISTRAL}`,
      input: Array.from({ length: 33 }, () => 'a'),
      output_dimension: 8,
    });
    const [first, ...others] = await sent();
    expect(first).toEqual({
      path: '/mistral/v1/embeddings',
      body: { model: MISTRAL, input: [TEXTS[1]], encoding_format: 'float', output_dimension: 8 },
    });
    expect(others.map(({ body }) => body['input'])).toEqual([
      Array.from({ length: 32 }, () => 'a'),
      ['a'],
    ]);
    expect(others[0]?.body).toMatchObject({ output_dimension: 8 });
  });

  it('is at most 96 texts at a time for Cohere, and what they are for', async () => {
    const input = Array.from({ length: 97 }, (_, index) => `text ${index}`);
    const model = `cohere/${EMBED}`;
    const { data } = await openai.embeddings.create({ model, input, dimensions: 256 });
    expect(data).toHaveLength(97);
    await gateway.post('/v1/embeddings', { model, input: 'a', input_type: 'query' });
    const [first, second, query] = await sent();
    expect(first?.path).toBe('/v2/embed');
    expect(first?.body['texts']).toHaveLength(96);
    expect(second?.body).toEqual({
      model: EMBED,
      texts: ['text 96'],
      input_type: 'search_document',
      truncate: 'NONE',
      output_dimension: 256,
      embedding_types: ['float'],
    });
    expect(query?.body).toMatchObject({ texts: ['a'], input_type: 'search_query' });
  });

  it('is a prediction or a content for models at Vertex AI', async () => {
    const [first, second] = ['One.', 'Two.'];
    for (const id of VERTEX) {
      const model = `vertex/${id}`;
      await openai.embeddings.create({ model, input: [first, second], dimensions: 8 });
    }
    const places = '/v1/projects/a-project/locations/europe-west4/publishers/google/models';
    const parameters = { outputDimensionality: 8, autoTruncate: false };
    const asked = (content: string) => ({ content, task_type: 'RETRIEVAL_DOCUMENT' });
    const content = (text: string) => ({ role: 'user', parts: [{ text }] });
    expect(await sent()).toEqual([
      {
        path: `${places}/text-embedding-005:predict`,
        body: { instances: [asked(first), asked(second)], parameters },
      },
      ...[first, second].map((text) => ({
        path: `${places}/gemini-embedding-001:predict`,
        body: { instances: [asked(text)], parameters },
      })),
      ...[first, second].map((text) => ({
        path: `${places}/gemini-embedding-2:embedContent`,
        body: { content: content(text), embedContentConfig: parameters },
      })),
    ]);
  });

  it('is the caller’s own content there, where one is asked for', async () => {
    const id = 'gemini-embedding-2';
    const body = `{"model":"models/vertex/${id}", "content":{"parts":[{"text":"a"}]},"outputDimensionality":4}`;
    const answer = await gateway.post(`/v1beta/models/vertex/${id}:embedContent`, body);
    expect(answer.status).toBe(200);
    expect((await sent()).at(-1)?.body).toEqual({
      content: { parts: [{ text: 'a' }] },
      outputDimensionality: 4,
    });
  });

  it('keeps what only the format of its caller knows, where the provider speaks it', async () => {
    const body = `{"requests":[{"title":"T", "taskType":"RETRIEVAL_DOCUMENT","content":{"parts":[{"text":"a"}]},"model":"models/google/embedding"}]}`;
    const answer = await gateway.post('/v1beta/models/google/embedding:batchEmbedContents', body);
    expect(answer.status).toBe(200);
    const [request] = await gateway.sandbox.requests();
    expect(request?.body).toBe(
      `{"requests":[{"model":"models/embedding","title":"T", "taskType":"RETRIEVAL_DOCUMENT","content":{"parts":[{"text":"a"}]}}]}`,
    );
    const plain = '{"model": "sandbox/embedding","input": [[1, 2]],  "dimensions":4}';
    expect((await gateway.post('/v1/embeddings', plain, { workload: 'open' })).status).toBe(200);
    expect((await gateway.sandbox.requests()).at(-1)?.body).toBe(
      plain.replace('sandbox/embedding', 'embedding'),
    );
  });

  it('knows names in snake case, and bare names', async () => {
    const answer = await gateway.post('/v1beta/models/embedding:embedContent', {
      content: { parts: [{ text: 'a' }] },
      output_dimensionality: 4,
      task_type: 'CLUSTERING',
    });
    expect(answer.status).toBe(200);
    expect((await sent())[0]?.body).toMatchObject({
      outputDimensionality: 4,
      taskType: 'CLUSTERING',
    });
  });
});

describe('what is refused', () => {
  it.each([
    [{ input: [[1, 2]] }, 'input'],
    [{ input: [1, 2] }, 'input'],
    [{ input: [] }, 'input'],
    [{ input: '' }, 'input'],
    [{ input: ['a', ''] }, 'input[1]'],
    [{ input: ['a', 1] }, 'input[1]'],
    [{ input: Array.from({ length: 129 }, () => 'a') }, 'input'],
    [{ input: 'a', dimensions: 0 }, 'dimensions'],
    [{ input: 'a', dimensions: 1e9 }, 'dimensions'],
    [{ input: 'a', encoding_format: 'int8' }, 'encoding_format'],
    [{ input: 'a', output_dtype: 'int8' }, 'output_dtype'],
    [{ input: 'a', dimensions: 256, output_dimension: 512 }, 'output_dimension'],
  ])('in a translation, by its name (%#)', async (fields, param) => {
    const model = `aws/${TITAN}`;
    const answer = await gateway.post('/v1/embeddings', { model, ...fields }, { workload: 'open' });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { param } });
    expect(await gateway.sandbox.requests()).toEqual([]);
  });

  it.each([
    [{ requests: [] }, 'requests'],
    [{ requests: Array.from({ length: 1_025 }, () => ({ content: {} })) }, 'requests'],
    [{ requests: [{ content: 'a' }] }, 'requests[0].content'],
    [{ requests: [{ model: 'models/another', content: {} }] }, 'requests[0].model'],
    [
      {
        requests: [4, 8].map((n) => ({
          content: { parts: [{ text: 'a' }] },
          outputDimensionality: n,
        })),
      },
      'requests[1].outputDimensionality',
    ],
    [
      {
        requests: [
          { content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }] } },
        ],
      },
      'requests[0].content.parts[0]',
    ],
  ])('of the format of Gemini, by its name (%#)', async (body, param) => {
    const path = '/v1beta/models/sandbox/embedding:batchEmbedContents';
    const answer = await gateway.post(path, body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { param, status: 'INVALID_ARGUMENT' } });
  });

  it.each(['aws/anthropic.claude', 'claude/embedding'])(
    'the model %s, which makes none',
    async (model) => {
      const answer = await gateway.post('/v1/embeddings', { model, input: 'a' });
      expect(answer.status).toBe(400);
      expect(await gateway.sandbox.requests()).toEqual([]);
      const ledger = await gateway.records.ledger(String(answer.headers['request-id']));
      expect(ledger.every(({ nano }) => Number(nano) === 0)).toBe(true);
    },
  );

  it('what is billed apart, where money is counted', async () => {
    const content = { parts: [{ text: 'a' }] };
    const path = '/v1beta/models/google/embedding:embedContent';
    const post = (asked: object) => gateway.post(path, asked, { workload: 'budgeted' });
    expect((await post({ content })).status).toBe(200);
    const refused = await post({ content, embedContentConfig: { documentOcr: true } });
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.text)).toMatchObject({ error: { param: 'embedContentConfig' } });
  });
});

describe('no value goes out', () => {
  const SECRET = 'ann@example.org';
  const path = '/v1beta/models/google/embedding:batchEmbedContents';
  const asked = { content: { parts: [{ text: 'a' }] } };

  it.each([
    { content: { parts: [{ text: SECRET }] } },
    { content: { role: SECRET, parts: [{ text: 'a' }] } },
    { content: { parts: [{ text: 'a', thoughtSignature: SECRET }] } },
    { content: { parts: [{ inlineData: { mimeType: SECRET, data: SECRET } }] } },
    { ...asked, title: SECRET },
    { ...asked, taskType: SECRET },
    { ...asked, outputDimensionality: SECRET },
    { ...asked, embedContentConfig: { title: SECRET, [SECRET]: 1 } },
    { ...asked, [SECRET]: 'a' },
    { ...asked, another: [{ deep: SECRET }] },
    { ...asked, model: SECRET },
  ])('from any place of the format of Gemini (%#)', async (one) => {
    await gateway.post(path, { requests: [one] });
    await gateway.post(path.replace('batchEmbedContents', 'embedContent'), one);
    await gateway.post('/v1beta/models/vertex/gemini-embedding-2:embedContent', one);
    const sent = (await gateway.sandbox.requests()).map(({ body }) => body).join();
    expect(sent).not.toContain(SECRET);
  });

  it.each([
    { input: SECRET },
    { input: ['a', SECRET] },
    { input: 'a', user: SECRET },
    { input: 'a', metadata: { a: SECRET } },
    { input: 'a', [SECRET]: SECRET },
    { input: 'a', output_dtype: SECRET },
    { input: 'a', output_dimension: SECRET },
  ])('from any place of the format of OpenAI, where it is translated (%#)', async (asked) => {
    for (const model of [`mistral/${MISTRAL}`, `cohere/${EMBED}`, `vertex/${VERTEX[0]}`]) {
      await gateway.post('/v1/embeddings', { model, ...asked });
    }
    const sent = (await gateway.sandbox.requests()).map(({ body }) => body).join();
    expect(sent).not.toContain(SECRET);
  });

  it('of the terms that a caller names', async () => {
    const requests = [{ content: { parts: [{ text: 'Project Heron' }] } }];
    const answer = await gateway.post(path, { requests, gw: { remove: ['Heron'] } });
    expect(answer.status).toBe(200);
    const [request] = await gateway.sandbox.requests();
    expect(request?.body).not.toMatch(/Heron|"gw"/);
  });
});

describe('a call of several parts', () => {
  const model = `aws/${TITAN}`;
  const tried = async () => (await gateway.sandbox.requests()).length;

  it('is tried again where the first was refused', async () => {
    await gateway.sandbox.script('status=503');
    const { data } = await openai.embeddings.create({ model, input: TEXTS });
    expect(data).toHaveLength(3);
    expect(await tried()).toBe(4);
  });

  it('ends with the first that fails behind it, and costs what it had sent', async () => {
    await gateway.sandbox.script('ok', 'status=503');
    const answer = await gateway.post('/v1/embeddings', { model, input: ['a', 'b'] });
    expect(answer.status).toBe(502);
    expect(await tried()).toBe(2);
    const id = String(answer.headers['request-id']);
    const [ledger] = await gateway.records.ledger(id);
    expect(Number(ledger?.nano)).toBeGreaterThan(0);
    expect(await gateway.records.entry(id)).toMatchObject({ usage_source: 'partial' });
  });

  it('is estimated where its provider counts nothing', async () => {
    await gateway.sandbox.script('no-usage');
    const { data, request_id: id } = await openai.embeddings
      .create({ model: 'google/embedding', input: TEXT })
      .withResponse();
    expect(data.usage.prompt_tokens).toBeGreaterThan(0);
    expect(await gateway.records.entry(String(id))).toMatchObject({ usage_source: 'estimated' });
  });
});
