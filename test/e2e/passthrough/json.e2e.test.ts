import { beforeEach, describe, expect, it } from 'vitest';
import { blocksOf } from '../../support/events.js';
import { startGateway } from '../../support/gateway.js';
import { begin, type Answer } from '../../support/http.js';
import { waitFor } from '../../support/wait-for.js';
import { NANO_IN, NANO_OUT } from '../../support/settings.js';

const gateway = await startGateway({
  workloads: [{ name: 'default', forward: ['POST /v1/something/new'] }],
  models: [{ id: 'fault/as=image', price: { currency: 'EUR', image: '0.04' } }],
});

beforeEach(() => gateway.sandbox.clear());

const entryOf = ({ headers }: Answer) => gateway.records.entry(String(headers['request-id']));

async function streamOf(path: string, body: object): Promise<{ blocks: string[]; id: string }> {
  const headers = { ...gateway.headers(), 'content-type': 'application/json' };
  const answer = await begin(gateway.url + path, { headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  const blocks: string[] = [];
  for await (const block of blocksOf(answer.body)) blocks.push(block);
  return { blocks, id: String(answer.headers['request-id']) };
}

const dataOf = (block: string) =>
  JSON.parse(block.slice(block.indexOf('data: ') + 6)) as Record<string, unknown>;

interface ResponseUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

interface Embeddings {
  readonly model: string;
  readonly data: readonly { readonly index: number; readonly embedding: string | number[] }[];
  readonly usage: { readonly prompt_tokens: number };
}

describe('embeddings', () => {
  it('come as the provider makes them, as numbers or in base64, and cost their input', async () => {
    const body = { model: 'sandbox/embedding', input: ['one', 'two'] };
    const plain = await gateway.post('/v1/embeddings', body);
    const packed = await gateway.post('/v1/embeddings', { ...body, encoding_format: 'base64' });
    const { model, data, usage } = plain.json<Embeddings>();
    expect(model).toBe('sandbox/embedding');
    expect(data.map(({ index }) => index)).toEqual([0, 1]);
    const bytes = Buffer.from(String(packed.json<Embeddings>().data[0]?.embedding), 'base64');
    const floats = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    expect([...floats]).toEqual([...new Float32Array(data[0]?.embedding as number[])]);
    const entry = await entryOf(plain);
    expect(entry).toMatchObject({
      surface: 'embeddings',
      wire: 'embeddings',
      usage_source: 'provider',
      tokens: { in: usage.prompt_tokens, out: 0 },
      price: { nano: String(usage.prompt_tokens * NANO_IN) },
    });
  });
});

describe('moderations', () => {
  it('come as the provider makes them', async () => {
    const body = { model: 'sandbox/moderation', input: 'hello' };
    const answer = await gateway.post('/v1/moderations', body);
    expect(answer.json<object>()).toMatchObject({
      model: 'sandbox/moderation',
      results: [{ flagged: false }],
    });
    expect(await entryOf(answer)).toMatchObject({ surface: 'moderations', outcome: 'ok' });
  });
});

describe('completions', () => {
  const body = { model: 'sandbox/echo', prompt: 'Good morning', max_tokens: 100 };

  it('are answered and charged', async () => {
    const answer = await gateway.post('/v1/completions', body);
    const { choices, usage } = answer.json<{
      choices: { text: string }[];
      usage: { prompt_tokens: number; completion_tokens: number };
    }>();
    expect(choices[0]?.text).toBe('Good morning');
    const nano = usage.prompt_tokens * NANO_IN + usage.completion_tokens * NANO_OUT;
    expect((await entryOf(answer)).price?.nano).toBe(String(nano));
  });

  it('are streamed, with a usage frame only when asked, and charged either way', async () => {
    const silent = await streamOf('/v1/completions', { ...body, stream: true });
    expect(silent.blocks.at(-1)).toBe('data: [DONE]');
    const frames = silent.blocks.slice(0, -1).map(dataOf);
    expect(frames.filter(({ choices }) => (choices as []).length === 0)).toEqual([]);
    expect(frames.filter(({ usage }) => usage)).toEqual([]);
    const text = frames.map(({ choices }) => (choices as [{ text: string }])[0].text).join('');
    expect(text).toBe('Good morning');
    const asked = await streamOf('/v1/completions', {
      ...body,
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(dataOf(asked.blocks.at(-2) ?? '')).toMatchObject({ choices: [], usage: {} });
    for (const { id } of [silent, asked]) {
      expect(await gateway.records.entry(id)).toMatchObject({ usage_source: 'provider' });
    }
  });
});

describe('responses', () => {
  const body = { model: 'sandbox/echo', input: 'Good morning' };

  it('are answered and charged', async () => {
    const answer = await gateway.post('/v1/responses', body);
    expect(answer.json<object>()).toMatchObject({
      object: 'response',
      status: 'completed',
      model: 'sandbox/echo',
    });
    expect(await entryOf(answer)).toMatchObject({
      surface: 'responses',
      usage_source: 'provider',
    });
  });

  it('are streamed with all their named events, under the model that was asked for', async () => {
    const { blocks, id } = await streamOf('/v1/responses', { ...body, stream: true });
    const names = blocks.map((block) => /^event: (\S+)/.exec(block)?.[1]);
    expect(names[0]).toBe('response.created');
    expect(names.at(-1)).toBe('response.completed');
    expect(names).toContain('response.output_text.delta');
    const events = blocks.map(dataOf);
    expect(events.map((event) => event['sequence_number'])).toEqual(events.map((_, at) => at));
    expect(events.at(-1)).toMatchObject({
      response: { model: 'sandbox/echo', status: 'completed' },
    });
    const { usage } = (events.at(-1) as { response: { usage: ResponseUsage } }).response;
    const nano = usage.input_tokens * NANO_IN + usage.output_tokens * NANO_OUT;
    expect((await gateway.records.entry(id)).price?.nano).toBe(String(nano));
  });
});

describe('images', () => {
  it('are priced by the piece', async () => {
    const answer = await gateway.post('/v1/images/generations', {
      model: 'sandbox/fault/as=image',
      prompt: 'A heron',
      n: 2,
    });
    expect(answer.json<{ data: object[] }>().data).toHaveLength(2);
    const entry = await entryOf(answer);
    expect(entry).toMatchObject({ surface: 'images', units: { images: 2 } });
    expect(entry.price?.nano).toBe(String(2 * 40_000_000));
  });
});

describe('speech', () => {
  it('is passed through byte by byte while it is made', async () => {
    const body = { model: 'sandbox/speech', input: 'x'.repeat(400), voice: 'alloy' };
    const answer = await gateway.post('/v1/audio/speech', body);
    expect(answer.headers['content-type']).toBe('audio/mpeg');
    expect(answer.bytes.length).toBe(100 * 417);
    expect(answer.bytes.subarray(0, 4).toString('hex')).toBe('fffb9064');
    expect(await entryOf(answer)).toMatchObject({ surface: 'audio', ended_by: 'upstream' });
  });

  it('does not wait for its end to begin', async () => {
    await gateway.sandbox.script('stall=10');
    const headers = { ...gateway.headers(), 'content-type': 'application/json' };
    const text = { model: 'sandbox/speech', input: 'x'.repeat(400), voice: 'alloy' };
    const answer = await begin(`${gateway.url}/v1/audio/speech`, {
      headers,
      body: JSON.stringify(text),
    });
    let bytes = 0;
    for await (const chunk of answer.body) {
      bytes += (chunk as Buffer).length;
      if (bytes >= 10 * 417) break;
    }
    expect(bytes).toBe(10 * 417);
    answer.hangUp();
    await waitFor('the provider to be left', async () => {
      gateway.clock.skip(2_000);
      return (await gateway.sandbox.openCount()) === 0;
    });
    await gateway.records.settled();
  });

  it('that breaks off is cut, since sound has no word for it', async () => {
    await gateway.sandbox.script('cut=5');
    const body = { model: 'sandbox/speech', input: 'x'.repeat(400), voice: 'alloy' };
    await expect(gateway.post('/v1/audio/speech', body)).rejects.toThrow('aborted');
    expect((await gateway.records.entries()).at(-1)).toMatchObject({ outcome: 'error' });
  });
});

it('a path that nobody knows is forwarded to the provider of its model', async () => {
  const body = { model: 'sandbox/small', x: 1.0 };
  const answer = await gateway.post('/v1/something/new?a=b', body);
  expect(answer.status).toBe(404);
  const [seen] = await gateway.sandbox.requests();
  expect(seen).toMatchObject({
    method: 'POST',
    path: '/v1/something/new?a=b',
    body: '{"model":"small","x":1}',
  });
});
