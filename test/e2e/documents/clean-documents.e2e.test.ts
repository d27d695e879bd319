import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Cell } from '#documents';
import { Cancellation } from '#kernel';
import { aPdf } from '../../../libs/documents/src/testing/a-pdf.js';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { json, ReplayServer } from '../../support/replay-server.js';

const provider = await ReplayServer.start();
const price = { currency: 'EUR', per: 1_000_000, input: '1.00', output: '2.00' };
const models = ['gpt-4o', 'plain'].map((id) => ({ id, price }));
const base_url = `${provider.url}/v1`;
const MODES = ['allow_log', 'mask', 'tokenize', 'block'] as const;
const gateway = await startGateway({
  providers: [
    { name: 'host', family: 'custom', base_url, models },
    { name: 'openai', family: 'openai', base_url, models },
    {
      name: 'mistral',
      family: 'mistral',
      base_url,
      models: [{ id: 'mistral-ocr-latest', price: { currency: 'EUR', page: '0.002' } }],
    },
  ],
  organisation: {
    protection: { mode: 'allow_log', documents: true, allow_weaker_overrides: true },
  },
  workloads: [
    ...MODES.map((mode) => ({ name: mode, protection: { mode } })),
    { name: 'watching', protection: { mode: 'tokenize', observe: true } },
  ],
});
const cell = gateway.app.get(Cell);
await cell.whenKnown();
afterAll(() => provider.close());
beforeEach(() => {
  provider.received.length = 0;
  provider.answer = ({ path }) =>
    path.endsWith('/ocr')
      ? json({
          pages: [],
          model: 'x',
          usage_info: { pages_processed: 1, doc_size_bytes: 1 },
        })
      : json({
          id: 'x',
          object: 'chat.completion',
          choices: [
            { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hi' } },
          ],
          usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
        });
});

const MINUTES = 240_000; // Pages are recognised twice, on a machine that does other things, too.
const EMAIL = 'ann.miller@example.org';
/** Small pages, which are read in a fraction of the time. */
const PDF = aPdf(
  [
    [
      { text: `Please write to ${EMAIL} about the depot.`, x: 20, y: 120, size: 14 },
      { text: 'The project is called Blue Heron and is late.', x: 20, y: 70, size: 14 },
    ],
  ],
  { width: 440, height: 170 },
);
const CSV = Buffer.from(`name;mail\nAnn Miller;${EMAIL}\n`);

const dataUrl = (bytes: Uint8Array, type: string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const filePart = (bytes: Uint8Array, type = 'application/pdf', filename = 'letter.pdf') => ({
  type: 'file',
  file: { filename, file_data: dataUrl(bytes, type) },
});
const ask = (model: string, part: object, workload: string, beside: object = {}) =>
  gateway.chat({ model, messages: [{ role: 'user', content: [part] }], ...beside }, { workload });
const readByProvider = (document: object, workload: string) =>
  gateway.post('/v1/ocr', { model: 'mistral/mistral-ocr-latest', document }, { workload });

const sent = (): string => provider.received.map(({ body }) => String(body)).join('\n');
/** All that left in base64. */
const filesSent = (): readonly Buffer[] =>
  [...sent().matchAll(/[A-Za-z0-9+/]{200,}={0,2}/g)].map(([data]) => Buffer.from(data, 'base64'));

/** What a reader would see of a file that left. */
async function readIt(bytes: Uint8Array): Promise<string> {
  const pages: string[] = [];
  await cell.run('ocr', {
    documents: [bytes],
    options: {
      mediaType: '',
      filename: '',
      pages: null,
      languages: ['eng'],
      tables: 'inline',
      partsHeader: false,
      partsFooter: false,
      showsBlocks: false,
      showsImages: false,
      imagesMax: null,
      imageSizeMin: 0,
    },
    onPart: ({ markdown }) => pages.push(markdown),
    ended: new Cancellation(),
  });
  return pages.join('\n');
}

async function expectClean(): Promise<void> {
  expect(sent()).not.toContain(EMAIL);
  const files = filesSent();
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    expect(file.toString('latin1')).not.toContain(EMAIL);
    const text = await readIt(file);
    expect(text).toMatch(/Please write to/);
    expect(text).not.toContain('miller');
  }
}

const entryOf = (answer: { readonly headers: Readonly<Record<string, unknown>> }) =>
  gateway.records.entry(String(answer.headers['request-id']));

describe.each(MODES)('in the mode %s', (mode) => {
  it(
    'pages of a PDF go as images of a clean one',
    async () => {
      const answer = await ask('host/gpt-4o', filePart(PDF), mode);
      expect(answer.status).toBe(200);
      await expectClean();
      expect(sent()).toContain('image_url');
      const entry = await entryOf(answer);
      expect(entry.marks).toEqual(['document_anonymized']);
      expect(entry).toMatchObject({ dlp: { action: 'masked' }, unscanned_document: false });
      expect(entry.dlp?.findings['email']).toBeGreaterThan(0);
      expect(entry.dlp?.found).toContainEqual(
        expect.objectContaining({ kind: 'email', action: 'mask', place: 'document' }),
      );
    },
    MINUTES,
  );

  it(
    'a document for /v1/ocr is clean before it leaves',
    async () => {
      const url = dataUrl(PDF, 'application/pdf');
      const answer = await readByProvider(
        {
          type: 'document_url',
          document_url: url,
          document_name: 'report zxq9.person9@corp-9.com.pdf',
        },
        mode,
      );
      expect(answer.status).toBe(200);
      await expectClean();
      expect(sent()).not.toContain('zxq9');
      expect((await entryOf(answer)).marks).toEqual(['document_anonymized']);
    },
    MINUTES,
  );

  it(
    'what goes as text has tags for values',
    async () => {
      for (const part of [filePart(PDF), filePart(CSV, 'text/csv', 'Ann Miller.csv')]) {
        provider.received.length = 0;
        expect((await ask('host/plain', part, mode)).status).toBe(200);
        expect(sent()).toMatch(/«EMAIL_1»/);
        expect(sent()).not.toMatch(/ann\.miller|Ann Miller/);
      }
      expect(sent()).toMatch(/\[document[^\]]*\]\\n\\n.*«PERSON_NAME_1» \| «EMAIL_1»/);
      for (const name of ['report zxq9.person9@corp-9.com.csv', 'Priya Zxqwhit CV.csv']) {
        provider.received.length = 0;
        expect((await ask('host/plain', filePart(CSV, 'text/csv', name), mode)).status).toBe(200);
        expect(sent()).toMatch(/\[document[^\]]*\]/);
        expect(sent()).not.toMatch(/zxq/i);
      }
    },
    MINUTES,
  );

  it('what lies at an address, or claims to be a picture, does not go', async () => {
    const address = { type: 'document_url', document_url: 'https://example.org/report.pdf' };
    expectError(await readByProvider(address, mode), 'document_unscannable', {
      message: /^Data protection cannot take personal data out of a document at /,
      param: 'document.document_url',
    });
    const image = { type: 'image_url', image_url: { url: dataUrl(PDF, 'image/png') } };
    expectError(await ask('host/gpt-4o', image, mode), 'document_unscannable', {
      message: /./,
      param: 'messages[0].content[0].image_url.url',
    });
    expect(provider.received).toEqual([]);
  });
});

describe('a model that takes PDFs gets a clean one', () => {
  const base64 = PDF.toString('base64');
  const source = { type: 'base64', media_type: 'application/pdf', data: base64 };

  it.each<[string, string, object]>([
    ['in chat', '/v1/chat/completions', { messages: [{ role: 'user', content: [filePart(PDF)] }] }],
    [
      'in messages',
      '/v1/messages',
      {
        max_tokens: 10,
        messages: [{ role: 'user', content: [{ type: 'document', title: 'letter.pdf', source }] }],
      },
    ],
    [
      'in Gemini',
      '/v1beta/models/openai/gpt-4o:generateContent',
      { contents: [{ parts: [{ inlineData: { mimeType: 'application/pdf', data: base64 } }] }] },
    ],
    [
      'in Responses',
      '/v1/responses',
      {
        input: [
          {
            role: 'user',
            content: [
              {
                type: 'input_file',
                filename: 'letter.pdf',
                file_data: dataUrl(PDF, 'application/pdf'),
              },
            ],
          },
        ],
      },
    ],
  ])(
    '%s',
    async (format, path, body) => {
      const model = format === 'in Gemini' ? {} : { model: 'openai/gpt-4o' };
      const answer = await gateway.post(path, { ...model, ...body }, { workload: 'tokenize' });
      const [file] = filesSent();
      expect(file?.subarray(0, 5).toString()).toBe('%PDF-');
      await expectClean();
      expect((await entryOf(answer)).marks).toEqual(['document_anonymized']);
    },
    MINUTES,
  );
});

describe('a document of messages that is told', () => {
  const say = (document: object, workload: string) =>
    gateway.post(
      '/v1/messages',
      {
        model: 'host/gpt-4o',
        max_tokens: 10,
        messages: [{ role: 'user', content: [{ type: 'document', ...document }] }],
      },
      { workload },
    );
  const block = { type: 'text', text: `Please write to ${EMAIL} about the depot.` };
  const source = { type: 'text', media_type: 'text/plain', data: block.text };

  it.each(MODES)('loses its values in the mode %s', async (mode) => {
    for (const document of [
      { source, title: 'Plan', context: `Sent by ${EMAIL}.` },
      { source: { type: 'content', content: [block, block] }, title: 'Ann Miller.txt' },
      { source: { type: 'content', content: block.text } },
    ]) {
      provider.received.length = 0;
      const answer = await say(document, mode);
      expect(answer.status).toBe(200);
      expect(sent()).toContain('Please write to «EMAIL_1» about');
      expect(sent()).not.toMatch(/ann\.miller|Ann Miller/);
      if (document.title === 'Plan') expect(sent()).toContain('Plan');
      expect((await entryOf(answer)).marks).toEqual(['document_anonymized']);
    }
  });

  it.each(MODES)('does not go with a picture in the mode %s', async (mode) => {
    const picture = { type: 'base64', media_type: 'image/png', data: PDF.toString('base64') };
    const content = [block, { type: 'image', source: picture }];
    const answer = await say({ source: { type: 'content', content } }, mode);
    expect(answer.status).toBe(422);
    expect(answer.json<{ error: unknown }>().error).toMatchObject({
      message: expect.stringMatching(/what is no text at .*source\.content\[1\], in a document/),
    });
    expect(provider.received).toEqual([]);
  });

  it('goes as it is where a policy only watches', async () => {
    await say({ source }, 'watching');
    expect(sent()).toContain(EMAIL);
  });
});

describe('a document', () => {
  it(
    'that is a picture is cleaned as one, for a model and for /v1/ocr',
    async () => {
      await ask('host/gpt-4o', filePart(PDF), 'watching');
      const [picture = PDF] = filesSent(); // What the gateway itself shows of it.
      provider.received.length = 0;
      await ask('host/gpt-4o', filePart(picture, 'image/jpeg', 'scan.jpg'), 'allow_log');
      await expectClean();
      provider.received.length = 0;
      await readByProvider(
        { type: 'image_url', image_url: { url: dataUrl(picture, 'image/jpeg') } },
        'allow_log',
      );
      await expectClean();
    },
    MINUTES,
  );

  it(
    'that is a picture of Gemini is cleaned as one',
    async () => {
      const look = (data: Buffer, workload: string) =>
        gateway.post(
          '/v1beta/models/host/gpt-4o:generateContent',
          {
            contents: [
              {
                parts: [{ inlineData: { mimeType: 'image/jpeg', data: data.toString('base64') } }],
              },
            ],
          },
          { workload },
        );
      await ask('host/gpt-4o', filePart(PDF), 'watching');
      const [picture = PDF] = filesSent();
      for (const mode of MODES) {
        provider.received.length = 0;
        const answer = await look(picture, mode);
        expect(answer.status).toBe(200);
        await expectClean();
        expect((await entryOf(answer)).marks).toEqual(['document_anonymized']);
      }
      provider.received.length = 0;
      await look(picture, 'watching');
      expect(filesSent()).toEqual([picture]);
    },
    MINUTES,
  );

  it(
    'loses the terms of its call, in pixels, too',
    async () => {
      const terms = { gw: { remove: ['blue heron'] } };
      await ask('host/gpt-4o', filePart(PDF), 'allow_log', terms);
      const [image] = filesSent();
      const text = await readIt(image ?? PDF);
      expect(text).toContain('is called');
      expect(text).not.toMatch(/Heron/i);
    },
    MINUTES,
  );

  it('of too many pages, or of a kind that is not cleaned, does not go', async () => {
    const long = aPdf(Array.from({ length: 21 }, () => []));
    expectError(
      await ask('host/gpt-4o', filePart(long), 'allow_log'),
      'document_page_budget_exceeded',
      { message: /more than 20 pages/, param: 'messages[0].content[0].file.file_data' },
    );
    const strange = { type: 'document_url', document_url: dataUrl(Buffer.from([1, 2]), 'a/b') };
    expectError(await readByProvider(strange, 'allow_log'), 'document_type_unsupported');
    expect(provider.received).toEqual([]);
  });

  it('goes as it is, and marked, where a policy only watches', async () => {
    const answer = await ask('openai/gpt-4o', filePart(PDF), 'watching');
    expect(filesSent()).toEqual([PDF]);
    expect((await entryOf(answer)).marks).toEqual(['unscanned']);
  });

  it('that is read here leaves nothing, so its text is told as it stands', async () => {
    const document = { type: 'document_url', document_url: dataUrl(PDF, 'application/pdf') };
    const answer = await gateway.post(
      '/v1/ocr',
      { model: 'gw/ocr', document },
      { workload: 'tokenize' },
    );
    expect(JSON.stringify(answer.json())).toContain(EMAIL);
    expect(provider.received).toEqual([]);
  });
});
