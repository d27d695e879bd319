import { deflateSync } from 'node:zlib';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import type { Answer } from '../support/http.js';
import { json, ReplayServer } from '../support/replay-server.js';
import { PRICE } from '../support/settings.js';
import { isIn, MAIL } from './canaries.js';
import { Tally } from './tally.js';

/** Whole files, at places that a schema names and at places that none does. */

const provider = await ReplayServer.start();
const MODES = ['mask', 'tokenize', 'block'] as const;
const gateway = await startGateway({
  organisation: { share_ids: true },
  providers: [
    { name: 'plain', base_url: `${provider.url}/v1`, models: [{ id: 'm-1', price: PRICE }] },
  ],
  workloads: MODES.map((mode) => ({ name: mode, forward: ['/v1/**'], protection: { mode } })),
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.answer = () => json({ id: 'x', usage: { prompt_tokens: 1, completion_tokens: 1 } });
});

/** Nobody finds an address in it who does not read PDF. */
const PDF = Buffer.concat([
  Buffer.from('%PDF-1.7\n1 0 obj <</Filter /FlateDecode>> stream\n'),
  deflateSync(`BT (${MAIL}) Tj ET`.repeat(20)),
  Buffer.from('\nendstream endobj\n%%EOF'),
]);
/** A format that nobody tells by its first bytes, and too long for a token. */
const UNKNOWN = Buffer.from(Array.from({ length: 6_000 }, (_, at) => (at * at * 31 + at * 7) >> 3));
const LETTER = Buffer.from(`Dear all, please write to ${MAIL} as soon as you can. Yours, John.`);

const base64 = (file: Buffer) => file.toString('base64');
const lines = (text: string) => text.replaceAll(/.{76}/g, '$&\r\n');

/** How one file is written; `type` is what it claims to be. */
const WRITTEN: Readonly<Record<string, (file: Buffer, type: string) => string>> = {
  base64,
  'base64 for URLs': (file) => file.toString('base64url'),
  'base64 on lines': (file) => lines(base64(file)),
  'base64 with blanks': (file) => base64(file).replaceAll(/.{4}/g, '$& '),
  hexadecimal: (file) => file.toString('hex'),
  'a data URL': (file, type) => `data:${type};base64,${base64(file)}`,
  'a data URL on lines': (file, type) => `data:${type};base64,\n${lines(base64(file))}`,
  'a data URL with a name': (file, type) => `data:${type};name=a;base64,${base64(file)}`,
  'a data URL within a text': (file, type) => `see data:${type};base64,${base64(file)} and say`,
  'escaped for JSON': (file) => JSON.stringify({ a: lines(base64(file)).replaceAll('/', '\\/') }),
  'escaped for URLs': (file, type) => encodeURIComponent(`data:${type};base64,${base64(file)}`),
  'base64 twice': (file) => base64(Buffer.from(base64(file))),
};

type At = (value: string) => readonly [path: string, body: object];
const part =
  (of: (value: string) => object): At =>
  (value) => [
    '/v1/chat/completions',
    { model: 'plain/m-1', messages: [{ role: 'user', content: [of(value)] }] },
  ];
const item =
  (of: (value: string) => object): At =>
  (value) => ['/v1/responses', { model: 'plain/m-1', input: [of(value)] }];
const input = (of: (value: string) => object): At =>
  item((value) => ({ role: 'user', content: [of(value)] }));
const source = (data: string) => ({ type: 'base64', media_type: 'application/pdf', data });

const PLACES: Readonly<Record<string, At>> = {
  document_url: part((document_url) => ({ type: 'document_url', document_url })),
  video_url: part((url) => ({ type: 'video_url', video_url: { url } })),
  image_url: part((url) => ({ type: 'image_url', image_url: { url } })),
  'image_url, a string': part((image_url) => ({ type: 'image_url', image_url })),
  input_audio: part((data) => ({ type: 'input_audio', input_audio: { data, format: 'wav' } })),
  document: part((data) => ({ type: 'document', source: source(data) })),
  image: part((data) => ({ type: 'image', source: source(data) })),
  tool_result: part((data) => ({
    type: 'tool_result',
    content: [{ type: 'document', source: source(data) }],
  })),
  input_file: part((file_data) => ({ type: 'input_file', file_data })),
  'file, data': part((data) => ({ type: 'file', data, mediaType: 'application/pdf' })),
  'file, bytes': part((bytes) => ({ type: 'file', file: { bytes } })),
  'file, a string': part((file) => ({ type: 'file', file })),
  'file, its name': part((filename) => ({ type: 'file', file: { filename } })),
  inlineData: part((data) => ({ inlineData: { mimeType: 'application/pdf', data } })),
  inline_data: part((data) => ({ type: 'media', inline_data: { data } })),
  'beside a text': part((file_data) => ({ type: 'text', text: 'x', file: { file_data } })),
  'a text': part((text) => ({ type: 'text', text })),
  'an argument': (value) => [
    '/v1/chat/completions',
    {
      model: 'plain/m-1',
      messages: [
        {
          role: 'assistant',
          tool_calls: [
            {
              id: 'call_1',
              type: 'function',
              function: { name: 'f', arguments: JSON.stringify({ value }) },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'x' },
      ],
    },
  ],
  'a member that nobody knows': (x_unknown) => [
    '/v1/chat/completions',
    { model: 'plain/m-1', messages: [{ role: 'user', content: 'x' }], x_unknown },
  ],
  'a key': (key) => [
    '/v1/chat/completions',
    { model: 'plain/m-1', messages: [{ role: 'user', content: 'x' }], metadata: { [key]: 1 } },
  ],
  'messages, document': (data) => [
    '/v1/messages',
    {
      model: 'plain/m-1',
      max_tokens: 9,
      messages: [{ role: 'user', content: [{ type: 'document', source: source(data) }] }],
    },
  ],
  file_url: input((file_url) => ({ type: 'input_file', file_url })),
  'input_file, data': input((data) => ({ type: 'input_file', data })),
  'input_file, file': input((file) => ({ type: 'input_file', file })),
  input_image: input((image_url) => ({ type: 'input_image', image_url })),
  input_video: input((video_url) => ({ type: 'input_video', video_url })),
  'document_url of an input': input((document_url) => ({ type: 'document', document_url })),
  computer_call_output: item((image_url) => ({
    type: 'computer_call_output',
    call_id: 'call_12345678',
    output: { type: 'computer_screenshot', image_url },
  })),
  'image_generation_call.result': item((result) => ({ type: 'image_generation_call', result })),
  rerank: (value) => ['/v1/rerank', { model: 'plain/m-1', query: 'x', documents: ['y', value] }],
  embeddings: (value) => ['/v1/embeddings', { model: 'plain/m-1', input: value }],
  'images/edits': (image) => ['/v1/images/edits', { model: 'plain/m-1', prompt: 'x', image }],
};

const isMarked = async ({ headers }: Answer): Promise<boolean> =>
  (await gateway.records.entry(String(headers['request-id']))).marks.includes('unscanned');

const TYPES = ['application/pdf', 'image/png', 'video/mp4', 'audio/wav'];

it('a short word passes at each place, or its refusals would prove nothing', async () => {
  const refused: string[] = [];
  for (const [name, at] of Object.entries(PLACES)) {
    const [path, body] = at('abc');
    provider.received.length = 0;
    await gateway.post(path, body, { workload: 'mask' });
    if (provider.received.length === 0) refused.push(name);
  }
  expect(refused).toEqual([]);
});

it('a file in every writing at every place', async ({ task }) => {
  const tally = new Tally();
  const files = { pdf: PDF, unknown: UNKNOWN, letter: LETTER };
  let tries = 0;
  for (const [place, at] of Object.entries(PLACES)) {
    for (const [writing, write] of Object.entries(WRITTEN)) {
      for (const [name, file] of Object.entries(files)) {
        // Words have blanks, too: only what begins like a file, where a value begins, is told.
        const isParted = writing === 'base64 with blanks';
        if (isParted && (file !== PDF || place === 'an argument')) continue;
        const type = TYPES[tries++ % TYPES.length] ?? '';
        const mode = MODES[tries % MODES.length] ?? 'mask';
        const written = write(file, type);
        const [path, body] = at(written);
        provider.received.length = 0;
        const answer = await gateway.post(path, body, { workload: mode });
        const sent = provider.received.map((request) => request.body.toString()).join('\n');
        const isWhole = sent.includes(JSON.stringify(written).slice(1, -1)) || isIn(sent, MAIL);
        // Bare samples have no beginning to tell them by, where a recording is named.
        const isTold = isWhole && file === UNKNOWN && (await isMarked(answer));
        const fate = isTold ? 'marked' : isWhole ? 'through' : 'replaced';
        tally.count(
          `${mode}: ${name} as ${writing} (${type}) in ${place}`,
          sent === '' ? 'refused' : fate,
        );
      }
    }
  }
  tally.expectNoneThrough(task);
});
