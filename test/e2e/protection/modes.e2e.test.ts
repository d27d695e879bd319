import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { aPdf } from '../../../libs/documents/src/testing/a-pdf.js';
import { expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { events, json, ReplayServer } from '../../support/replay-server.js';
import { PRICE } from '../../support/settings.js';

const provider = await ReplayServer.start();
const gateway = await startGateway({
  providers: [
    {
      name: 'plain',
      base_url: `${provider.url}/v1`,
      models: ['m-1', 'gpt-4o'].map((id) => ({ id, price: PRICE })),
    },
  ],
  workloads: ['allow_log', 'mask', 'tokenize', 'block'].map((mode) => ({
    name: mode,
    protection: { mode },
  })),
});
afterAll(() => provider.close());

beforeEach(async () => {
  await gateway.sandbox.clear();
  provider.received.length = 0;
});

let count = 0;
const canary = () => `canary${count++}@example.org`;

/** A value to protect in every text of a chat request that a provider could read. */
const EVERYWHERE = {
  messages: [
    { role: 'system', content: `You work for ${canary()}.` },
    { role: 'developer', content: [{ type: 'text', text: canary() }] },
    { role: 'user', name: canary(), content: `I am ${canary()}` },
    {
      role: 'assistant',
      content: `Hello ${canary()}`,
      refusal: canary(),
      reasoning_content: canary(),
      tool_calls: [
        {
          id: 'call_1',
          type: 'function',
          function: { name: 'find', arguments: JSON.stringify({ who: canary(), [canary()]: 1 }) },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: JSON.stringify({ found: canary() }) },
    {
      role: 'user',
      content: [
        { type: 'text', text: canary() },
        { type: 'image_url', image_url: { url: `https://example.com/?of=${canary()}` } },
        { type: 'file', file: { filename: `${canary()}.txt`, file_data: canary() } },
      ],
    },
  ],
  tools: [
    {
      type: 'function',
      function: {
        name: 'find',
        description: `Finds ${canary()}`,
        parameters: {
          type: 'object',
          properties: { who: { type: 'string', description: canary(), enum: [canary()] } },
        },
      },
    },
  ],
  stop: [canary()],
  user: canary(),
  safety_identifier: canary(),
  prediction: { type: 'content', content: canary() },
  metadata: { owner: canary() },
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'x', description: canary(), schema: { description: canary() } },
  },
  x_unknown: { deep: [canary()] },
};

const COMPLETION = {
  id: 'c',
  object: 'chat.completion',
  model: 'm-1',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

const ask = (workload: string, fields: object) =>
  gateway.chat({ model: 'plain/m-1', ...fields }, { workload });
const sent = () => provider.received.map(({ body }) => body.toString()).join('\n');

describe('every text of a chat request', () => {
  beforeEach(() => {
    provider.answer = () => json(COMPLETION);
  });

  it.each([
    ['mask', 'masked', /«EMAIL»/],
    ['tokenize', 'tokenized', /EMAIL_[2-9A-Z]{6}/],
  ])(
    'in mode %s reaches the provider without what was found',
    async (mode, action, replacement) => {
      const answer = await ask(mode, EVERYWHERE);
      expect(answer.status).toBe(200);
      expect(sent()).not.toContain('canary');
      expect(sent().match(new RegExp(replacement, 'g'))).toHaveLength(count);
      expect(() => JSON.parse(sent()) as unknown).not.toThrow();
      const entry = await gateway.records.entry(String(answer.headers['request-id']));
      expect(entry.dlp).toMatchObject({ mode, action, findings: { email: count } });
      expect(JSON.stringify(entry) + gateway.log.lines.join()).not.toContain('canary');
    },
  );

  it('in mode allow_log goes out as it is, and is counted', async () => {
    const answer = await ask('allow_log', EVERYWHERE);
    expect(new Set(sent().match(/canary\d+/g)).size).toBe(count);
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry.dlp).toMatchObject({ action: 'logged', findings: { email: count } });
  });

  it('in mode block is refused', async () => {
    const answer = await ask('block', EVERYWHERE);
    await expectRefusal(gateway, answer, 'protection_blocked', {
      param: 'messages[0].content',
      message: /^Data protection refused the request: email at messages\[0\]\.content; /,
    });
    expect(answer.text).not.toContain('canary');
    expect(provider.received).toEqual([]);
  });
});

describe('a document in a chat request', () => {
  const data = aPdf([[{ text: 'canary', y: 700 }]]).toString('base64');
  const fields = {
    model: 'plain/gpt-4o', // It sees, so the pages go as images.
    messages: [{ role: 'user', content: [{ type: 'file', file: { file_data: data } }] }],
  };

  it.each(['mask', 'tokenize', 'block'])('is refused in mode %s', async (mode) => {
    const answer = await ask(mode, fields);
    await expectRefusal(gateway, answer, 'document_unscannable', {
      param: 'messages[0].content[0].file.file_data',
      message: /^Data protection cannot read a document at /,
    });
    expect(provider.received).toEqual([]);
  });

  it.each(['mask', 'tokenize', 'block'])(
    'is refused in mode %s as a picture among texts',
    async (mode) => {
      const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)]);
      const picture = { type: 'base64', media_type: 'image/png', data: png.toString('base64') };
      const source = { type: 'content', content: [{ type: 'image', source: picture }] };
      const messages = [{ role: 'user', content: [{ type: 'document', source }] }];
      const body = { model: 'plain/gpt-4o', max_tokens: 9, messages };
      const answer = await gateway.post('/v1/messages', body, { workload: mode });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('what is no text at messages[0].content[0].source.content[0]');
      expect(provider.received).toEqual([]);
    },
  );

  it('passes in mode allow_log, and is marked', async () => {
    provider.answer = () => json(COMPLETION);
    const answer = await ask('allow_log', fields);
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry).toMatchObject({ marks: ['unscanned'], unscanned_document: true });
  });
});

describe('what was replaced', () => {
  const TEXT = 'From ann@example.org to DE89 3704 0044 0532 0130 00 by 4111 1111 1111 1111.';

  it('is restored in a buffered answer, to the spelling of the caller', async () => {
    const messages = [{ role: 'user', content: TEXT }];
    const answer = await gateway.chat(
      { model: 'sandbox/echo', messages },
      { workload: 'tokenize' },
    );
    expect(answer.json<typeof COMPLETION>().choices[0]?.message.content).toBe(TEXT);
    const [seen] = await gateway.sandbox.requests();
    expect(seen?.body).toMatch(/From EMAIL_\w{6} to IBAN_\w{6} by CREDIT_CARD_\w{6}\./);
  });

  it('is restored in a stream whose tokens cut every placeholder', async () => {
    const messages = [{ role: 'user', content: TEXT }];
    const stream = await gateway.stream(
      { model: 'sandbox/echo', messages },
      { workload: 'tokenize' },
    );
    expect(stream.text).toBe(TEXT);
    expect(stream.isDone).toBe(true);
  });

  it('is restored wherever a placeholder is cut, between frames and between packets', async () => {
    provider.answer = ({ body }) => {
      const [code = ''] = /EMAIL_\w{6}/.exec(body.toString()) ?? [];
      const frame = (content: string) =>
        `data: ${JSON.stringify({ ...COMPLETION, object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
      const frames = Array.from({ length: code.length }, (_, cut) =>
        [`[${code.slice(0, cut)}`, `${code.slice(cut)}]`].map(frame).join(''),
      ).join('');
      const end = frame('').replace('"finish_reason":null', '"finish_reason":"stop"');
      const bytes = Buffer.from(`${frames}${end}data: [DONE]\n\n`);
      const pieces: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += 97) pieces.push(bytes.subarray(at, at + 97));
      return events(pieces, { isCut: false });
    };
    const messages = [{ role: 'user', content: 'ann@example.org' }];
    const stream = await gateway.stream({ model: 'plain/m-1', messages }, { workload: 'tokenize' });
    expect(stream.text).toBe('[ann@example.org]'.repeat('EMAIL_123456'.length));
  });

  it('stays replaced in mode mask, for nobody knows any more what it was', async () => {
    const messages = [{ role: 'user', content: 'Mail ann@example.org' }];
    const answer = await gateway.chat({ model: 'sandbox/echo', messages }, { workload: 'mask' });
    expect(answer.json<typeof COMPLETION>().choices[0]?.message.content).toBe('Mail «EMAIL»');
  });
});

describe('gw.remove', () => {
  const gw = { remove: ['Project Heron', { term: 'Ann Bird', kind: 'person' }] };

  it.each(['allow_log', 'mask', 'tokenize', 'block'])(
    'takes the caller’s own terms out of a chat in mode %s, and brings them back',
    async (workload) => {
      const content = 'ann bird leads PROJECT HERON. Project Heron is hers.';
      const answer = await gateway.chat(
        { model: 'sandbox/echo', messages: [{ role: 'user', content }], gw },
        { workload },
      );
      expect(answer.json<typeof COMPLETION>().choices[0]?.message.content).toBe(content);
      const [seen] = await gateway.sandbox.requests();
      expect(seen?.body).not.toMatch(/heron|bird/i);
      expect(seen?.body).not.toContain('"gw"');
      const entry = await gateway.records.entry(String(answer.headers['request-id']));
      expect(entry.dlp).toMatchObject({ remove_terms: 2, findings: { removal_term: 3 } });
    },
  );

  it('works in every JSON body: embeddings, completions, responses', async () => {
    const bodies = {
      '/v1/embeddings': { model: 'sandbox/embedding', input: ['Ann Bird', 'Project Heron'] },
      '/v1/completions': { model: 'sandbox/echo', prompt: 'Ann Bird' },
      '/v1/responses': { model: 'sandbox/echo', input: 'Ann Bird' },
      '/v1/moderations': { model: 'sandbox/moderation', input: 'Ann Bird' },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const answer = await gateway.post(path, { ...body, gw }, { workload: 'allow_log' });
      expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    }
    const seen = (await gateway.sandbox.requests()).map(({ body }) => body).join();
    expect(seen).not.toMatch(/heron|bird|"gw"/i);
    expect(seen.match(/PERSON_\w{6}/g)?.length).toBe(4);
  });
});
