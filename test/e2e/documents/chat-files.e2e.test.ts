import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Cell } from '#documents';
import { aPdf, streamOf } from '../../../libs/documents/src/testing/a-pdf.js';
import { aDocx, anXlsx } from '../../../libs/documents/src/testing/office-files.js';
import { openPage, openPdf } from '../../../libs/documents/src/pdf/open.js';
import { drawPage } from '../../../libs/documents/src/pdf/render.js';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { json, ReplayServer } from '../../support/replay-server.js';

const provider = await ReplayServer.start();
const price = { currency: 'EUR', per: 1_000_000, input: '1.00', output: '2.00' };
const models = ['gpt-4o', 'plain'].map((id) => ({ id, price }));
const base = { family: 'custom', base_url: `${provider.url}/v1`, models };
const gateway = await startGateway({
  providers: [
    { ...base, name: 'host' },
    { ...base, name: 'maker', family: 'openai' },
    {
      ...base,
      name: 'told',
      models: [
        { id: 'gpt-4o', price, supports: ['tools'] },
        { id: 'plain', price, supports: ['images'] },
      ],
    },
  ],
  aliases: [
    {
      name: 'gw/both',
      targets: [{ model: 'host/gpt-4o', weight: 1 }],
      fallbacks: ['host/plain'],
    },
  ],
  workloads: [
    { name: 'default' },
    { name: 'guarded', protection: { mode: 'tokenize' } },
    { name: 'masked', protection: { mode: 'mask' } },
  ],
});
await gateway.app.get(Cell).whenKnown();
afterAll(() => provider.close());
beforeEach(() => {
  provider.received.length = 0;
  provider.answer = () =>
    json({
      id: 'x',
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hi' } }],
      usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
    });
});

const LETTER = 'Please write to ann.miller@example.org about the depot.';
const PAGES = [[{ text: LETTER, y: 700 }], [{ text: 'The second page of the letter.', y: 700 }]];
const PDF = aPdf(PAGES);

const dataUrl = (bytes: Uint8Array, type: string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const filePart = (bytes: Uint8Array, type = 'application/pdf', filename = 'letter.pdf') => ({
  type: 'file',
  file: { filename, file_data: dataUrl(bytes, type) },
});

/** A page as a scanner would have it. */
async function drawn(pdf: Uint8Array) {
  const page = await openPage(await openPdf(new Uint8Array(pdf)), 0);
  const { canvas } = await drawPage(page, { dpi: 200, showsAnnotations: false });
  return { jpeg: await canvas.encode('jpeg', 90), width: canvas.width, height: canvas.height };
}

/** A PDF that holds nothing but the picture of a page. */
const aScan = ({ jpeg, width, height }: Awaited<ReturnType<typeof drawn>>): Buffer =>
  aPdf([[]], {
    resources: '/XObject<</I 100 0 R>>',
    content: 'q 595 0 0 842 0 0 cm /I Do Q',
    objects: {
      100: streamOf(
        `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`,
        jpeg,
      ),
    },
  });

const ask = (model: string, parts: readonly object[], workload = 'default') =>
  gateway.chat(
    {
      model,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Read this.' }, ...parts] }],
    },
    { workload },
  );

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

const sent = (): readonly Part[] => {
  const body = JSON.parse(String(provider.received[0]?.body)) as {
    readonly messages: readonly { readonly content: readonly Part[] }[];
  };
  return body.messages[0]?.content ?? [];
};

describe('a PDF in a conversation', () => {
  it('goes as images of its pages to a model that sees', async () => {
    const answer = await ask('host/gpt-4o', [filePart(PDF)]);
    expect(answer.status).toBe(200);
    const [, head, image, second] = sent();
    expect([head?.text, second?.text]).toEqual([
      '[letter.pdf, page 1 of 2]',
      '[letter.pdf, page 2 of 2]',
    ]);
    const bytes = Buffer.from(image?.image_url?.url.split(',')[1] ?? '', 'base64');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'));
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry.marks).toContain('unscanned');
  });

  it('goes as text to one that does not, and data protection reads it', async () => {
    const answer = await ask('host/plain', [filePart(PDF)], 'guarded');
    expect(answer.status).toBe(200);
    const texts = sent().map(({ text }) => text);
    expect(texts[1]).toMatch(
      /^\[letter\.pdf, page 1 of 2\]\n\nPlease write to \S+ about the depot\.$/,
    );
    expect(texts[2]).toContain('The second page of the letter.');
    expect(String(provider.received[0]?.body)).not.toContain('ann.miller@example.org');
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry.dlp?.findings).toMatchObject({ email: 1 });
  });

  it('goes as it is to one that takes PDFs', async () => {
    await ask('maker/gpt-4o', [filePart(PDF)]);
    expect(sent()[1]).toEqual(filePart(PDF));
  });

  it('is what every target of an alias can be shown', async () => {
    await ask('gw/both', [filePart(PDF)]);
    expect(sent().map(({ type }) => type)).toEqual(['text', 'text', 'text']);
  });

  it('is refused where data protection could not read its pages', async () => {
    for (const model of ['host/gpt-4o', 'maker/gpt-4o']) {
      const answer = await ask(model, [filePart(PDF)], 'guarded');
      expectError(answer, 'document_unscannable', {
        message: /^Data protection cannot read /,
        param: 'messages[0].content[1].file.file_data',
      });
    }
    expect(provider.received).toEqual([]);
  });

  it('is never cut: 49 pages over two documents are too many', async () => {
    const pages = (count: number) => aPdf(Array.from({ length: count }, () => []));
    const answer = await ask('host/gpt-4o', [filePart(pages(25)), filePart(pages(24))]);
    expectError(answer, 'document_page_budget_exceeded');
    expect((await ask('host/gpt-4o', [filePart(pages(2)), filePart(pages(3))])).status).toBe(200);
  });

  it('without text is nothing for a model that sees nothing', async () => {
    const answer = await ask('host/plain', [filePart(aPdf([[]]))]);
    expectError(answer, 'document_has_no_text');
  });
});

it('a text is a text for every model, and is protected like one', async () => {
  const csv = Buffer.from('name;mail\nAnn;ann.miller@example.org\n');
  for (const model of ['host/plain', 'host/gpt-4o']) {
    provider.received.length = 0;
    expect((await ask(model, [filePart(csv, 'text/csv', 'people.csv')], 'guarded')).status).toBe(
      200,
    );
    expect(sent()[1]?.text).toMatch(/^\[people\.csv\]\n\n\| name \| mail \|\n/);
    expect(String(provider.received[0]?.body)).not.toContain('ann.miller@example.org');
  }
});

describe('what a document says is inspected as it is read:', () => {
  const html = Buffer.from('<p>Write to ann.mil<b>ler</b>@exam<i>ple</i>.org<!-- x --></p>');
  const mail = Buffer.from(
    `From: a\r\nSubject: b\r\nContent-Transfer-Encoding: base64\r\nContent-Type: text/html\r\n\r\n${html.toString('base64')}`,
  );
  const docx = aDocx({ body: ['Write to ann.mil', 'ler@exam', 'ple.org'], elsewhere: 'Depot' });
  const rtf = Buffer.from('{\\rtf1 Write to ann.mil{\\b ler}@example.org\\par}');
  const attached = Buffer.from(
    'From: a\r\nSubject: b\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nsee\r\n--x\r\n' +
      `Content-Type: application/pdf; name=letter.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${PDF.toString('base64')}\r\n--x--`,
  );

  it.each<[string, Uint8Array]>([
    ['page.html', html],
    ['mail.eml', mail],
    ['letter.docx', docx],
    ['letter.rtf', rtf],
    ['attached.eml', attached],
  ])('%s', async (name, bytes) => {
    for (const model of ['host/plain', 'host/gpt-4o']) {
      provider.received.length = 0;
      const answer = await ask(model, [filePart(bytes, '', name)], 'guarded');
      expect(answer.status).toBe(200);
      const text = String(provider.received[0]?.body);
      expect(text).toMatch(/[Ww]rite to EMAIL_/);
      expect(text).not.toMatch(/example\.org|ann\.mil|base64/);
    }
  });

  const people = [
    ['Vorname', 'Nachname', 'Geburtsdatum', 'Telefon', 'Ort'],
    ['Wilhelmina', 'Krzyzanowska', '12.03.1971', '030 901820', 'Berlin'],
    ['Torvald', 'Oyelaran', '1984-05-06', '0171 2345678', 'Köln'],
  ];
  const listed = Buffer.from(people.map((row) => row.join(';')).join('\n'));
  const told = Buffer.from(
    `From: a\r\nSubject: b\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nsee\r\n--x\r\nContent-Disposition: attachment; filename=p.csv\r\nContent-Transfer-Encoding: base64\r\n\r\n${listed.toString('base64')}\r\n--x--`,
  );
  it.each([
    ['people.csv', listed],
    ['attached.eml', told],
  ])('the cells of a table by the heads of their columns: %s', async (name, bytes) => {
    const answer = await ask('host/plain', [filePart(bytes, '', name)], 'guarded');
    expect(answer.status).toBe(200);
    const text = String(provider.received[0]?.body);
    expect(text).toContain('Geburtsdatum');
    expect(text).not.toMatch(/Wilhelmina|Krzyzanowska|Torvald|Oyelaran|12\.03|1984|901820|2345678/);
  });

  const boxes = [...'DE89370400440532013000'];
  const named = [...'Krzyzanowska'];
  const rows = [['Nachname', ...named.map(() => '')].slice(0, named.length), named, boxes];
  const tag = (name: string, all: readonly string[]) =>
    all.map((one) => `<${name}>${one}</${name}>`).join('');
  it.each([
    ['boxes.csv', rows.map((row) => row.join(';')).join('\n')],
    [
      'boxes.html',
      `<table>${tag(
        'tr',
        rows.map((row, at) => tag(at === 0 ? 'th' : 'td', row)),
      )}</table>`,
    ],
  ])('a value of which each letter has a cell of its own: %s', async (name, text) => {
    for (const [workload, written] of [
      ['guarded', /IBAN_/],
      ['masked', /«IBAN»/],
    ] as const) {
      provider.received.length = 0;
      const answer = await ask('host/plain', [filePart(Buffer.from(text), '', name)], workload);
      expect(answer.status).toBe(200);
      const told = sent()[1]?.text ?? '';
      expect(told).toMatch(written);
      const letters = told.replaceAll(/[^A-Za-z0-9]/g, '');
      expect(letters).not.toMatch(/DE89|3704|Krzy|owska/);
    }
  });

  it('the name of a document, too, which looks like nothing else', async () => {
    const name = 'ann.miller%40example.org]\n\n[letter.pdf, page 1 of 1';
    await ask('host/plain', [filePart(Buffer.from('Hello there'), 'text/plain', name)], 'guarded');
    const text = sent()[1]?.text ?? '';
    expect(text).toMatch(/^\[EMAIL_\w+ letter\.pdf page 1 of 1\]\n\nHello there$/);
  });
});

it('kinds of offices are text with their pages named, in whatever format they come', async () => {
  const xlsx = anXlsx({ body: ['Depot'], elsewhere: 'River' });
  const answer = await ask('host/gpt-4o', [filePart(xlsx, '', 'plan.xlsx')]);
  expect(answer.status).toBe(200);
  expect(sent().map(({ text }) => text?.split('\n')[0])).toEqual([
    'Read this.',
    '[plan.xlsx, sheet People]',
    '[plan.xlsx, sheet Notes (hidden)]',
  ]);
  expect(sent()[1]?.text).toContain('| Depot | Amount |');
});

describe('pictures', () => {
  it('of text are recognised for a model that sees nothing, and inspected', async () => {
    const page = await drawn(aPdf([[{ text: LETTER, y: 700, size: 14 }]]));
    const scan = aScan(page);
    for (const [bytes, head] of [
      [scan, '[scan, page 1 of 1]'],
      [page.jpeg, '[scan]'],
    ] as const) {
      provider.received.length = 0;
      const answer = await ask('host/plain', [filePart(bytes, '', 'scan')], 'guarded');
      expect(answer.status).toBe(200);
      expect(sent()[1]?.text).toMatch(/^Please write to EMAIL_\w+ about the depot\.$/m);
      expect(sent()[1]?.text?.split('\n')[0]).toBe(head);
    }
  });

  it('go without what a camera put beside the pixels, upright', async () => {
    const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Artist: 'Ann Miller' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await ask('host/gpt-4o', [filePart(bytes, 'image/jpeg', 'photo.jpg')]);
    const sentBytes = Buffer.from(sent()[1]?.image_url?.url.split(',')[1] ?? '', 'base64');
    const { exif, width, height } = await sharp(sentBytes).metadata();
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 20, height: 40 });
  });
});

it('what the settings say that a model is shown counts more than its name', async () => {
  expect((await ask('told/gpt-4o', [filePart(PDF)])).status).toBe(200);
  expect(sent().map(({ type }) => type)).toEqual(['text', 'text', 'text']);
  provider.received.length = 0;
  await ask('told/plain', [filePart(PDF)]);
  expect(sent()[2]?.type).toBe('image_url');
});

it('a kind that nobody reads is refused by its bytes', async () => {
  const answer = await ask('host/plain', [filePart(Buffer.from([1, 2, 3]))]);
  expectError(answer, 'document_type_unsupported');
});

describe('the other formats', () => {
  const base64 = PDF.toString('base64');
  const source = { type: 'base64', media_type: 'application/pdf', data: base64 };

  it.each<[string, string, object]>([
    [
      'messages',
      '/v1/messages',
      {
        model: 'host/plain',
        max_tokens: 10,
        messages: [{ role: 'user', content: [{ type: 'document', title: 'letter.pdf', source }] }],
      },
    ],
    [
      'Gemini',
      '/v1beta/models/host/plain:generateContent',
      { contents: [{ parts: [{ inlineData: { mimeType: 'application/pdf', data: base64 } }] }] },
    ],
    [
      'Responses',
      '/v1/responses',
      {
        model: 'host/plain',
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
  ])('of %s have their documents read, too', async (_format, path, body) => {
    const answer = await gateway.post(path, body, { workload: 'guarded' });
    expect(answer.status).toBe(200);
    const text = String(provider.received[0]?.body);
    expect(text).toContain('page 1 of 2]');
    expect(text).toContain('about the depot.');
    expect(text).not.toContain('ann.miller@example.org');
  });
});
