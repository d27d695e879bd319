import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from './sandbox-server.js';

let sandbox: Sandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 });
  client = new OpenAI({ baseURL: `${sandbox.url}/v1`, apiKey: 'any', maxRetries: 0 });
});
afterAll(() => sandbox.close());

describe('models', () => {
  it('are listed and found, labelled as sandbox', async () => {
    const { data } = await client.models.list();
    expect(data.map(({ id }) => id)).toContain('sandbox-chat');
    expect(data.every((model) => model.owned_by === 'sandbox')).toBe(true);
    expect(await client.models.retrieve('sandbox/echo')).toMatchObject({ id: 'sandbox/echo' });
    expect(await client.models.retrieve('fault/no-done')).toMatchObject({ object: 'model' });
    await expect(client.models.retrieve('gpt-9')).rejects.toMatchObject({ status: 404 });
  });
});

describe('embeddings', () => {
  it('are unit vectors that only the text decides, the same in both encodings', async () => {
    const input = ['alpha', 'beta', 'alpha'];
    const packed = await client.embeddings.create({ model: 'embedding', input, dimensions: 64 });
    const plain = await client.embeddings.create({
      model: 'embedding',
      input,
      dimensions: 64,
      encoding_format: 'float',
    });
    const [first = [], second = [], third] = plain.data.map(({ embedding }) => embedding);
    expect(first).toHaveLength(64);
    expect(first).toEqual(third);
    expect(first).not.toEqual(second);
    expect(Math.hypot(...first)).toBeCloseTo(1, 5);
    expect(packed.data[0]?.embedding).toEqual(first);
    expect(packed.usage).toEqual({ prompt_tokens: 5, total_tokens: 5 });
  });

  it('take token lists and refuse empty input', async () => {
    const tokens = await client.embeddings.create({ model: 'embedding', input: [[1, 2], [3]] });
    expect(tokens.data).toHaveLength(2);
    expect(tokens.usage.prompt_tokens).toBe(3);
    await expect(client.embeddings.create({ model: 'embedding', input: '' })).rejects.toMatchObject(
      {
        status: 400,
        param: 'input',
      },
    );
  });
});

describe('completions', () => {
  it('answer each prompt, buffered and streamed', async () => {
    const prompt = ['one', 'two'];
    const answer = await client.completions.create({ model: 'echo', prompt });
    expect(answer).toMatchObject({
      object: 'text_completion',
      choices: [{ text: 'one', finish_reason: 'stop' }, { text: 'two' }],
      usage: { prompt_tokens: 2, completion_tokens: 2, total_tokens: 4 },
    });
    const texts = ['', ''];
    const stream = await client.completions.create({
      model: 'echo',
      prompt,
      stream: true,
      stream_options: { include_usage: true },
    });
    let usage: OpenAI.CompletionUsage | null | undefined;
    for await (const chunk of stream) {
      usage = chunk.usage;
      for (const { index, text } of chunk.choices) texts[index] += text;
    }
    expect(texts).toEqual(prompt);
    expect(usage).toEqual(answer.usage);
  });
});

describe('moderations', () => {
  it('flag one known word', async () => {
    const { results } = await client.moderations.create({ input: ['calm', 'a sandbox-violence'] });
    expect(results.map(({ flagged }) => flagged)).toEqual([false, true]);
    expect(results[1]?.categories.violence).toBe(true);
  });
});

describe('responses', () => {
  const weather = {
    type: 'function' as const,
    name: 'get_weather',
    strict: true,
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  };

  it('answer in text', async () => {
    const response = await client.responses.create({ model: 'echo', input: 'Hello' });
    expect(response).toMatchObject({
      object: 'response',
      status: 'completed',
      output_text: 'Hello',
      usage: { input_tokens: 2, output_tokens: 2, total_tokens: 4 },
    });
  });

  it('say when they are cut', async () => {
    const input = 'x'.repeat(100);
    const response = await client.responses.create({ model: 'echo', input, max_output_tokens: 16 });
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output_text: 'x'.repeat(64),
    });
  });

  it('go through the whole life cycle when streamed', async () => {
    const stream = client.responses.stream({ model: 'reasoning', input: 'Hello' });
    const types: string[] = [];
    let next = 0;
    for await (const event of stream) {
      expect(event.sequence_number).toBe(next++);
      if (types.at(-1) !== event.type) types.push(event.type);
    }
    expect(types).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    const response = await stream.finalResponse();
    expect(response.output_text).toContain('You wrote: "Hello"');
  });

  it('call a function and take its result', async () => {
    const stream = client.responses.stream({ model: 'small', input: 'Oslo', tools: [weather] });
    const [call] = (await stream.finalResponse()).output;
    expect(call).toMatchObject({ type: 'function_call', arguments: '{"city":"Oslo"}' });
    if (call?.type !== 'function_call') return;
    const answer = await client.responses.create({
      model: 'small',
      tools: [weather],
      input: [
        { role: 'user', content: 'Oslo' },
        { type: 'function_call', call_id: call.call_id, name: call.name, arguments: '{}' },
        { type: 'function_call_output', call_id: call.call_id, output: 'snow' },
      ],
    });
    expect(answer.output_text).toContain('The tool answered: "snow"');
  });

  it('are kept, read, gone on with and deleted', async () => {
    const first = await client.responses.create({ model: 'echo', input: 'One' });
    const { output_text: _, ...kept } = await client.responses.retrieve(first.id);
    expect(first).toMatchObject({ ...kept, store: true });
    const next = { model: 'echo', input: 'Two', previous_response_id: first.id };
    const stream = client.responses.stream(next);
    const second = await stream.finalResponse();
    expect(second).toMatchObject({ previous_response_id: first.id, usage: { input_tokens: 3 } });
    const { data } = await client.responses.inputItems.list(second.id);
    expect(data).toMatchObject([
      { role: 'user', content: [{ text: 'Two' }] },
      { role: 'assistant', content: [{ text: 'One' }] },
      { role: 'user', content: [{ text: 'One' }] },
    ]);
    await expect(client.responses.cancel(second.id)).rejects.toMatchObject({ status: 400 });
    await client.responses.delete(first.id);
    await expect(client.responses.retrieve(first.id)).rejects.toMatchObject({ status: 404 });
    await expect(client.responses.create(next)).rejects.toMatchObject({
      status: 400,
      code: 'previous_response_not_found',
    });
  });

  it('are not kept where the caller says so', async () => {
    const { id } = await client.responses.create({ model: 'echo', input: 'x', store: false });
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });
});

describe('rerank', () => {
  it('puts what shares most words with the question first', async () => {
    const documents = ['Herons fish at dawn.', { text: 'Twice a day the sea leaves.' }];
    const query = 'When does the sea leave?';
    const body = { model: 'rerank', query, documents, return_documents: true };
    expect(await client.post('/rerank', { body })).toMatchObject({
      results: [
        { index: 1, relevance_score: 0.4, document: { text: 'Twice a day the sea leaves.' } },
        { index: 0, relevance_score: 0 },
      ],
      usage: { prompt_tokens: 18, total_tokens: 18 },
    });
    const first = await client.post('/rerank', { body: { ...body, top_n: 1 } });
    expect((first as { results: object[] }).results).toHaveLength(1);
    const refused = client.post('/rerank', { body: { ...body, documents: [] } });
    await expect(refused).rejects.toMatchObject({ status: 400, param: 'documents' });
  });
});

describe('ocr', () => {
  const document_url = `data:application/pdf;base64,${Buffer.from('/Type /Pages /Type/Page /Type /Page').toString('base64')}`;
  const ask = (rest: object) =>
    client.post('/ocr', { body: { model: 'ocr', document: { document_url }, ...rest } });

  it('answers a page for each that a PDF has', async () => {
    expect(await ask({})).toMatchObject({
      pages: [{ index: 0, markdown: expect.stringContaining('# Page 1 of ') }, { index: 1 }],
      usage_info: { pages_processed: 2, doc_size_bytes: 35 },
    });
    expect(await ask({ pages: [1, 5] })).toMatchObject({ pages: [{ index: 1 }] });
    await expect(ask({ document: {} })).rejects.toMatchObject({ status: 400 });
  });
});

describe('audio', () => {
  const recording = () => toFile(Buffer.alloc(40_000), 'call.wav');

  it('is transcribed to its size', async () => {
    const file = await recording();
    const answer = await client.audio.transcriptions.create({ file, model: 'transcribe' });
    expect(answer).toEqual({
      text: 'Sandbox transcript of call.wav, 40000 bytes.',
      usage: { type: 'duration', seconds: 3 },
    });
  });

  it('is transcribed in pieces when streamed', async () => {
    const file = await recording();
    const stream = await client.audio.transcriptions.create({
      file,
      model: 'transcribe',
      stream: true,
    });
    let text = '';
    for await (const event of stream) {
      if (event.type === 'transcript.text.delta') text += event.delta;
      else expect(event).toMatchObject({ type: 'transcript.text.done', text });
    }
  });

  it('is refused without a file, with an unknown field, or as JSON', async () => {
    const send = async (body: FormData | string) => {
      const headers = { authorization: 'Bearer any' };
      const url = `${sandbox.url}/v1/audio/transcriptions`;
      const answer = await fetch(url, { method: 'POST', headers, body });
      return [answer.status, ((await answer.json()) as { error: { param: string } }).error.param];
    };
    const form = new FormData();
    form.set('model', 'transcribe');
    expect(await send(form)).toEqual([400, 'file']);
    form.set('gw', 'x');
    expect(await send(form)).toEqual([400, 'gw']);
    expect(await send('{}')).toEqual([400, null]);
  });

  it('is spoken as a stream of bytes', async () => {
    const speech = { model: 'speech', voice: 'alloy', input: 'Hello there' };
    const mp3 = await client.audio.speech.create(speech);
    expect(mp3.headers.get('content-type')).toBe('audio/mpeg');
    expect(mp3.headers.get('content-length')).toBeNull();
    expect((await mp3.arrayBuffer()).byteLength).toBe(3 * 417);
    const wav = await client.audio.speech.create({ ...speech, response_format: 'wav' });
    const bytes = Buffer.from(await wav.arrayBuffer());
    expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
  });
});

describe('images', () => {
  it('are whole PNG files', async () => {
    const { data, usage } = await client.images.generate({ model: 'image', prompt: 'a cat', n: 2 });
    expect(data).toHaveLength(2);
    const bytes = Buffer.from(data?.[0]?.b64_json ?? '', 'base64');
    expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
    expect(bytes.toString('latin1', bytes.length - 8, bytes.length - 4)).toBe('IEND');
    expect(usage?.output_tokens).toBe(544);
  });

  it('are drawn anew from one that was uploaded', async () => {
    const image = await toFile(Buffer.from('any'), 'a.png');
    const varied = await client.images.createVariation({ model: 'image', image });
    expect(varied.data).toHaveLength(1);
    const edit = { model: 'image', prompt: 'Make it night.', image };
    expect((await client.images.edit({ ...edit, n: 3 })).data).toHaveLength(3);
    await expect(client.images.edit({ ...edit, n: 11 })).rejects.toMatchObject({ param: 'n' });
  });
});

describe('files', () => {
  it('are kept, listed, read back and deleted', async () => {
    const file = await client.files.create({
      file: await toFile(Buffer.from('a,b\n'), 'x.csv'),
      purpose: 'user_data',
    });
    expect(file).toMatchObject({ object: 'file', bytes: 4, filename: 'x.csv' });
    expect((await client.files.list()).data.map(({ id }) => id)).toContain(file.id);
    expect(await client.files.retrieve(file.id)).toEqual(file);
    expect(await (await client.files.content(file.id)).text()).toBe('a,b\n');
    expect(await client.files.delete(file.id)).toMatchObject({ deleted: true });
    await expect(client.files.retrieve(file.id)).rejects.toMatchObject({ status: 404 });
  });

  it('make room for new ones', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 51; count++) {
      const file = await toFile(Buffer.from('x'), `${count}.txt`);
      ids.push((await client.files.create({ file, purpose: 'user_data' })).id);
    }
    const [oldest = '', next = ''] = ids;
    await expect(client.files.retrieve(oldest)).rejects.toMatchObject({ status: 404 });
    await expect(client.files.retrieve(next)).resolves.toBeDefined();
  });
});

describe('typed decisions', () => {
  const decide = (body: object) =>
    client.post<Readonly<Record<string, unknown>>>('/systemone', { body });

  it('take the option that has most words in common with the state', async () => {
    const answer = await decide({
      model: 'typed',
      state: { mail: 'my card was stolen' },
      questions: {
        topic: {
          type: 'choice',
          instructions: 'What about?',
          criteria: { card: null, loan: 'a loan' },
        },
        urgent: { type: 'noul', instructions: 'Is a card stolen?' },
        level: { type: 'score', instructions: 'How bad?', criteria: ['fine', 'stolen'] },
      },
    });
    expect(answer).toEqual({
      model: 'typed',
      answers: {
        topic: {
          type: 'choice',
          choice: 'card',
          confidence: 0.6666,
          probabilities: { card: 0.8333, loan: 0.1667 },
        },
        urgent: { type: 'noul', noul: 0.9 },
        level: {
          type: 'score',
          score: 0.8333,
          confidence: 0.6666,
          probabilities: { 0: 0.1667, 1: 0.8333 },
          legend: { 0: 'fine', 1: 'stolen' },
        },
      },
      usage: { input_tokens: expect.any(Number), output_tokens: 0 },
    });
  });

  it.each([
    ['questions', { questions: undefined }],
    ['questions', { questions: {} }],
    ['questions.q.type', { questions: { q: { type: 'bool', instructions: 'x' } } }],
    [
      'questions.q.criteria',
      { questions: { q: { type: 'choice', instructions: 'x', criteria: { a: null } } } },
    ],
    [
      'questions.q.criteria',
      { questions: { q: { type: 'score', instructions: 'x', criteria: ['a'] } } },
    ],
    ['temperature', { temperature: 1 }],
  ])('refuse what no server of the format takes, by its place: %s', async (param, wrong) => {
    const questions = { q: { type: 'noul', instructions: 'x' } };
    const refused = decide({ model: 'typed', state: 'x', questions, ...wrong });
    await expect(refused).rejects.toMatchObject({ status: 400, param });
  });
});
