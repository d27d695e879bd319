import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { anonymizeFile } from '../../../apps/cli/src/commands/anonymize.js';
import { aPdf } from '../../../libs/documents/src/testing/a-pdf.js';
import { anArchive } from '../../../libs/documents/src/testing/an-archive.js';
import { aDocx, anXlsx, aPptx } from '../../../libs/documents/src/testing/office-files.js';
import { expectError, expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';

const NANO_PAGE = 1_000_000n; // A tenth of a cent.
const LETTER = 'Dear Mr Tobias Fairweather, write to eleanor.whitcombe@example.org today.';

const gateway = await startGateway({
  workloads: [
    { name: 'default' },
    { name: 'blocking', protection: { mode: 'block' } },
    { name: 'poor', budget: { amount: '0.0005', period: 'total' } },
    { name: 'other', allowed_models: ['sandbox/*'] },
  ],
});

interface Anonymization {
  readonly object: string;
  readonly file: {
    readonly filename: string;
    readonly mime_type: string;
    readonly bytes: number;
    readonly file_data: string;
  };
  readonly entities: readonly { readonly type: string; readonly count: number }[];
  readonly mapping?: readonly {
    readonly tag: string;
    readonly type: string;
    readonly value: string;
  }[];
  readonly pages: readonly { readonly source: string }[];
  readonly usage_info: { readonly pages_processed: number; readonly images_processed: number };
}

async function anonymize(
  bytes: Uint8Array | null,
  filename: string,
  {
    options,
    workload = 'default',
    accept,
  }: { options?: object | string; workload?: string; accept?: string } = {},
) {
  const form = new FormData();
  if (bytes) form.append('file', new Blob([Uint8Array.from(bytes)]), filename);
  if (options !== undefined) {
    form.append('options', typeof options === 'string' ? options : JSON.stringify(options));
  }
  const encoded = new Response(form);
  const headers = {
    'content-type': encoded.headers.get('content-type') ?? '',
    ...(accept && { accept }),
  };
  return gateway.send('/v1/documents/anonymize', {
    method: 'POST',
    headers: gateway.headers({ workload, headers }),
    body: Buffer.from(await encoded.arrayBuffer()),
  });
}

/** A PDF of one page, whatever it says. */
const counting = (pages: number): Uint8Array =>
  aPdf([[{ text: 'Sign here.', y: 700 }]], {
    objects: { 2: `<</Type/Pages/Kids[4 0 R]/Count ${pages}>>` },
  });

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

const bytesOf = ({ file }: Anonymization): Buffer =>
  Buffer.from(file.file_data.split(',')[1] ?? '', 'base64');

describe('a document', () => {
  it('comes back as what it was, with tags in the place of values, and costs by its pages', async () => {
    const answer = await anonymize(text(LETTER), 'letter.txt', {
      options: { include_mapping: true },
    });
    expect(answer.status).toBe(200);
    const body = answer.json<Anonymization>();
    expect(bytesOf(body).toString()).toBe('Dear Mr «PERSON_NAME_1», write to «EMAIL_1» today.');
    expect(body).toMatchObject({
      object: 'document.anonymization',
      file: { filename: 'letter.anonymized.txt', mime_type: 'text/plain' },
      entities: [
        { type: 'person_name', count: 1 },
        { type: 'email', count: 1 },
      ],
      mapping: [
        { tag: '«PERSON_NAME_1»', type: 'person_name', value: 'Tobias Fairweather' },
        { tag: '«EMAIL_1»', type: 'email', value: 'eleanor.whitcombe@example.org' },
      ],
      usage_info: { pages_processed: 1, images_processed: 0 },
    });
    const id = String(answer.headers['request-id']);
    const entry = await gateway.records.entry(id);
    expect(entry).toMatchObject({
      type: 'call',
      model_routed: 'gw/anonymize',
      units: { pages: 1 },
      http_status: 200,
    });
    expect(JSON.stringify(entry)).not.toContain('Fairweather');
    expect(await gateway.records.ledger(id)).toMatchObject([{ nano: NANO_PAGE }]);
  });

  it('is answered alone where bytes are asked for, without the mapping', async () => {
    const answer = await anonymize(text(LETTER), 'letter.txt', {
      options: { include_mapping: true },
      accept: 'application/octet-stream',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain');
    expect(answer.text).toBe('Dear Mr «PERSON_NAME_1», write to «EMAIL_1» today.');
    const id = String(answer.headers['request-id']);
    expect(await gateway.records.ledger(id)).toMatchObject([{ nano: NANO_PAGE }]);
  });

  it.each([
    '../Tobias_Fairweather.txt',
    'report zxq999.person999@corp-999.com.txt',
    'Priya Zxqwhit CV.txt',
  ])('is not told by the name of its file: %s', async (name) => {
    const answer = await anonymize(text(LETTER), name);
    expect(answer.json<Anonymization>().file.filename).toBe('document.anonymized.txt');
  });

  it('of an office keeps its forms', async () => {
    const picture = await sharp({
      create: { width: 60, height: 40, channels: 3, background: '#8060a0' },
    })
      .png()
      .toBuffer();
    const bytes = aDocx({
      body: ['Contact: ', 'Tobias Fair', 'weather'],
      elsewhere: 'Tobias Fairweather',
      picture,
    });
    const body = (await anonymize(bytes, 'letter.docx')).json<Anonymization>();
    const parts = unzipSync(bytesOf(body));
    expect(strFromU8(parts['word/document.xml'] ?? new Uint8Array())).toContain(
      '>«PERSON_NAME_1»<',
    );
    expect(Object.keys(parts)).toContain('word/media/picture1.png');
    expect(body.usage_info).toMatchObject({ pages_processed: 1, images_processed: 1 });
  });

  it('of a mail is written anew, with what is attached, and nothing else of its head', async () => {
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const inner = `Received: from tobias-laptop\r\nFrom: Tobias Fairweather <tobias.fairweather@example.org>\r\nSubject: Hello\r\n\r\nMr Tobias Fairweather wrote.`;
    const part = (head: string, body: string) => `--b\r\n${head}\r\n\r\n${body}\r\n`;
    const mail = [
      'Received: from fairweather.example.org',
      'From: =?utf-8?Q?Tobias_Fairweather?= <tobias.fairweather@example.org>',
      'X-Sender-Name: Tobias Fairweather',
      'Subject: Your account, Mr Fairweather',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      part(
        'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64',
        base64(text('<p>Dear Mr Tobias Fair<b>weather</b>, thank you.</p>')),
      ) +
        part(
          'Content-Type: application/msword; name="Fairweather.docx"\r\nContent-Transfer-Encoding: base64',
          base64(aDocx({ body: ['Contact: Tobias Fairweather'], elsewhere: '' })),
        ) +
        part('Content-Type: message/rfc822', inner) +
        part(
          'Content-Type: application/pdf; name="Fairweather.pdf"\r\nContent-Transfer-Encoding: base64',
          base64(aPdf([[{ text: 'Tobias Fairweather', y: 700 }]])),
        ),
      '--b--',
    ].join('\r\n');
    const answer = await anonymize(text(mail), 'mail.eml');
    expect(answer.status).toBe(200);
    const body = answer.json<Anonymization>();
    expect(body.file).toMatchObject({
      filename: 'mail.anonymized.eml',
      mime_type: 'message/rfc822',
    });
    const written = bytesOf(body).toString();
    const decoded = (all: string): string =>
      all.replaceAll(/(?:[A-Za-z0-9+/]{76}\r\n)*[A-Za-z0-9+/]{16,76}={0,2}(?=\r\n|\?=)/g, (one) => {
        const bytes = Buffer.from(one, 'base64');
        return bytes.subarray(0, 2).toString() === 'PK'
          ? Object.values(unzipSync(bytes))
              .map((one) => strFromU8(one))
              .join('')
          : decoded(bytes.toString());
      });
    const seen = decoded(written);
    expect(seen).not.toMatch(/fairweather|tobias|Received|X-Sender/i);
    expect(seen).toContain('<p>Dear Mr «PERSON_NAME_1»<b></b>, thank you.</p>');
    expect(seen).toContain('Contact: «PERSON_NAME_1»');
    expect(seen).toContain('Mr «PERSON_NAME_1» wrote.');
    expect(seen).toContain('An attachment was left out');
    expect(seen).toContain('filename="attachment-2.docx"');
  });

  it('of pages is drawn anew, and nothing of a value is in its pixels or its words', async () => {
    const pdf = aPdf([
      [
        { text: 'Contact: eleanor.whitcombe@example.org', y: 700 },
        { text: 'The rivers and their banks.', y: 650 },
      ],
    ]);
    const body = (
      await anonymize(pdf, 'letter.pdf', { options: { include_mapping: true } })
    ).json<Anonymization>();
    expect(body.file.mime_type).toBe('application/pdf');
    expect(body.pages).toMatchObject([{ index: 0, source: 'text_layer+ocr' }]);
    const again = (
      await anonymize(bytesOf(body), 'again.pdf', { options: { output_format: 'text' } })
    ).json<Anonymization>();
    expect(bytesOf(again).toString()).toMatch(/The rivers and their banks\./);
    expect(bytesOf(again).toString()).not.toMatch(/eleanor|whitcombe/i);
    expect(again.entities).toEqual([]);
  }, 240_000);
});

describe('gw anonymize', () => {
  it('writes the result beside the file, and never over another one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gw-anonymize-'));
    const file = join(folder, 'letter.txt');
    await writeFile(file, LETTER);
    vi.stubEnv('GW_API_KEY', gateway.key());
    const said: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((words) => said.push(String(words)) > 0);
    const run = () =>
      anonymizeFile([file, '--url', gateway.url, '--entities', 'email', '--mapping']);
    try {
      expect(await run()).toBe(0);
      const written = await readFile(join(folder, 'letter.anonymized.txt'), 'utf8');
      expect(written).toBe('Dear Mr Tobias Fairweather, write to «EMAIL_1» today.');
      expect(said.join('')).toContain('«EMAIL_1» eleanor.whitcombe@example.org');
      await expect(run()).rejects.toThrow('EEXIST');
      expect(await anonymizeFile([file, '--url', gateway.url, '--entities', 'x'])).toBe(1);
    } finally {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true });
    }
  });
});

describe('a document is refused', () => {
  it.each([
    ['kinds that are not known', { entities: ['shoe_size'] }, 'options.entities'],
    ['members that are not known', { redact: true }, 'options'],
    ['no kinds and no terms', { entities: [] }, 'options.entities'],
    ['a term of one letter', { remove: ['x'] }, 'options.remove'],
    ['what is no JSON', '{', 'options'],
    ['a format that is not written', { output_format: 'docx' }, 'options.output_format'],
    ['a page of what has none', { output_format: 'pdf' }, 'options.output_format'],
  ])('with options of %s', async (_, options, param) => {
    const answer = await anonymize(text(LETTER), 'letter.txt', { options });
    expectError(answer, 'document_options_invalid', { message: /./, param });
  });

  it('where there is none, or an empty one', async () => {
    const refusal = { message: /no document/, param: 'file' };
    await expectRefusal(gateway, await anonymize(null, ''), 'document_invalid', refusal);
    await expectRefusal(gateway, await anonymize(text(''), 'a.txt'), 'document_invalid', refusal);
  });

  it('where there are two, of which one would be passed over', async () => {
    const form = new FormData();
    for (const name of ['a.txt', 'b.txt']) form.append('file', new Blob([LETTER]), name);
    const encoded = new Response(form);
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
    const body = Buffer.from(await encoded.arrayBuffer());
    for (const path of ['/v1/documents/anonymize', '/v1/documents/anonymize/jobs']) {
      const answer = await gateway.send(path, {
        method: 'POST',
        headers: gateway.headers({ headers }),
        body,
      });
      expectError(answer, 'field_invalid', { message: /^file is given twice/, param: 'file' });
    }
  });

  it('where it is none that is read here, and where it is damaged', async () => {
    const noise = Buffer.from([0, 1, 2, 3, 0xff, 0xfe, 0, 9]);
    await expectRefusal(gateway, await anonymize(noise, 'a.bin'), 'document_type_unsupported', {
      message: /not anonymized here/,
    });
    const cut = aPdf([[{ text: 'x', y: 700 }]]).subarray(0, 60);
    await expectRefusal(gateway, await anonymize(cut, 'a.pdf'), 'document_unreadable');
  });

  it.each([
    ['has no page', aPdf([])],
    ['counts none of its pages', counting(0)],
    ['counts fewer than none', counting(-1)],
  ])('where it is a PDF that %s', async (_, bytes) => {
    await expectRefusal(gateway, await anonymize(bytes, 'a.pdf'), 'document_unreadable');
  });

  it.each([
    ['a letter', 'a.docx', aDocx, 'word/document.xml'],
    ['a presentation', 'a.pptx', aPptx, 'ppt/presentation.xml'],
    ['a workbook', 'a.xlsx', anXlsx, 'xl/workbook.xml'],
  ])('where it is %s without what it is there for', async (_, filename, make, main) => {
    const { [main]: _gone, ...left } = unzipSync(make({ body: ['Hello'], elsewhere: 'x' }));
    await expectRefusal(gateway, await anonymize(anArchive(left), filename), 'document_unreadable');
  });

  it('where its parts inflate to more than may be read, or it holds definitions', async () => {
    const bomb = anArchive({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': new Uint8Array(80 * 1_048_576),
    });
    await expectRefusal(gateway, await anonymize(bomb, 'a.docx'), 'document_too_large_to_scan');
    const laughs = anArchive({
      '[Content_Types].xml': '<!DOCTYPE a [<!ENTITY b "c">]><Types/>',
      'word/document.xml': '<a>&b;</a>',
    });
    await expectRefusal(gateway, await anonymize(laughs, 'a.docx'), 'document_unreadable');
  });

  it('where its price is more than is left, or its workload may not ask for it', async () => {
    const poor = await anonymize(text(LETTER), 'letter.txt', { workload: 'poor' });
    await expectRefusal(gateway, poor, 'budget_reached');
    const other = await anonymize(text(LETTER), 'letter.txt', { workload: 'other' });
    await expectRefusal(gateway, other, 'model_not_allowed', { message: /./, param: 'model' });
  });

  it('where what was to be taken out is left in the file, and costs nothing', async () => {
    // The parts of an office file are called so, whatever is in them.
    const bytes = aDocx({ body: ['words'], elsewhere: 'other words' });
    const answer = await anonymize(bytes, 'a.docx', { options: { remove: ['document.xml'] } });
    const id = expectError(answer, 'anonymization_verification_failed');
    expect(await gateway.records.ledger(id)).toEqual([{ kind: 'void', nano: 0n }]);
  });
});
