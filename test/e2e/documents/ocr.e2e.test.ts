import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Cell } from '#documents';
import { Cancellation } from '#kernel';
import { readFilePages } from '../../../apps/cli/src/commands/ocr.js';
import { openPage, openPdf } from '../../../libs/documents/src/pdf/open.js';
import { drawPage } from '../../../libs/documents/src/pdf/render.js';
import { aPdf } from '../../../libs/documents/src/testing/a-pdf.js';
import { aDocx, anXlsx } from '../../../libs/documents/src/testing/office-files.js';
import { expectError, expectNothingSent } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';

const NANO_PAGE = 1_000_000; // A euro for a thousand pages.
const PROSE =
  'The board met in March and agreed that the northern depot is to be closed. All of the staff move to the depot by the river in summer.';
const LINES = [
  { text: 'Minutes of the meeting', y: 780, size: 20 },
  { text: PROSE.slice(0, 66), y: 740 },
  { text: PROSE.slice(67), y: 726 },
];

const gateway = await startGateway({
  workloads: [
    { name: 'default' },
    { name: 'guarded', protection: { mode: 'block' } },
    { name: 'poor', budget: { amount: '0.0015', period: 'total' } },
    { name: 'other', allowed_models: ['sandbox/*'] },
  ],
  aliases: [{ name: 'gw/reader', targets: [{ model: 'gw/ocr', weight: 1 }] }],
});
const cell = gateway.app.get(Cell);
beforeAll(() => cell.whenKnown());

const inline = (bytes: Uint8Array, type = 'application/pdf') => ({
  type: 'document_url',
  document_url: `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
});

interface OcrAnswer {
  readonly model: string;
  readonly pages: readonly (Record<string, unknown> & { readonly markdown: string })[];
  readonly usage_info: object;
}

const ask = (fields: object, workload = 'default') =>
  gateway.post('/v1/ocr', { model: 'gw/ocr', ...fields }, { workload });

/** Its price is held, and a child reads it: one may have to be started first. */
async function underWay(): Promise<void> {
  const within = { timeout: 25_000 };
  await expect.poll(() => gateway.records.intentCount(), within).toBe(1);
  await expect.poll(() => cell.load.busy, within).toBe(1);
}

const TWO_PAGES = aPdf([LINES, LINES]);

describe('gw/ocr', () => {
  it('reads pages on this machine, whatever data protection would say of them elsewhere', async () => {
    const answer = await ask({ document: inline(TWO_PAGES) }, 'guarded');
    expect(answer.status).toBe(200);
    const { pages, ...rest } = answer.json<OcrAnswer>();
    expect(rest).toEqual({
      model: 'gw/ocr',
      document_annotation: null,
      usage_info: { pages_processed: 2, doc_size_bytes: TWO_PAGES.length },
    });
    expect(pages[1]).toEqual({
      index: 1,
      markdown: `# Minutes of the meeting\n\n${PROSE}`,
      images: [],
      dimensions: { dpi: 200, height: 2_339, width: 1_653 },
      gw: { source: 'text_layer', languages: [], warnings: [] },
    });
    const id = String(answer.headers['request-id']);
    const entry = await gateway.records.entry(id);
    expect(entry).toMatchObject({ outcome: 'ok', units: { pages: 2 }, marks: [] });
    expect(await gateway.records.ledger(id)).toMatchObject([{ nano: BigInt(2 * NANO_PAGE) }]);
    await expectNothingSent(gateway);
    expect(gateway.log.lines.filter((line) => line.includes('attempt failed'))).toEqual([]);
  });

  it('recognises what is only pixels, and says how sure it is', async () => {
    const page = await openPage(await openPdf(new Uint8Array(aPdf([LINES]))), 0);
    const { canvas } = await drawPage(page, { dpi: 200, showsAnnotations: false });
    const scan = await canvas.encode('png');
    const answer = await ask({
      document: { type: 'image_url', image_url: { url: inline(scan, 'image/png').document_url } },
      confidence_scores_granularity: 'word',
      include_blocks: true,
      table_format: 'html',
      gw: { ocr_languages: ['eng'] },
    });
    const [read] = answer.json<OcrAnswer>().pages;
    expect(read).toMatchObject({
      markdown: `# Minutes of the meeting\n\n${PROSE}`,
      tables: [],
      gw: { source: 'ocr', languages: ['eng'] },
      blocks: [{ type: 'title', content: '# Minutes of the meeting' }, { type: 'text' }],
    });
    const scores = read?.['confidence_scores'] as {
      readonly average_page_confidence_score: number;
      readonly word_confidence_scores: readonly { readonly text: string; start_index: number }[];
    };
    expect(scores.average_page_confidence_score).toBeGreaterThan(0.8);
    const [, second] = scores.word_confidence_scores;
    expect(second).toMatchObject({ text: 'of', start_index: 10 });
  });

  it('is listed, and reached by an alias', async () => {
    const { data } = (await gateway.get('/v1/models')).json<{ data: { id: string }[] }>();
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(['gw/ocr', 'gw/reader']));
    const answer = await ask({ model: 'gw/reader', document: inline(TWO_PAGES), pages: [1] });
    expect(answer.json<OcrAnswer>()).toMatchObject({ model: 'gw/reader', pages: [{ index: 1 }] });
  });

  it('keeps to limits and lists like any model', async () => {
    expectError(await ask({ document: inline(TWO_PAGES) }, 'poor'), 'budget_reached');
    expect((await ask({ document: inline(TWO_PAGES), pages: 0 }, 'poor')).status).toBe(200);
    expectError(await ask({ document: inline(TWO_PAGES) }, 'other'), 'model_not_allowed', {
      message: /allow-list/,
      param: 'model',
    });
    expect((await gateway.chat({ model: 'gw/ocr' })).status).toBe(400);
  });

  it('costs nothing where a page cannot be read', async () => {
    const image = sharp({
      create: { width: 9_000, height: 9_000, channels: 3, background: '#ffffff' },
    });
    const huge = await image.png().toBuffer();
    const large = await ask({ document: inline(huge) });
    expectError(large, 'document_too_large_to_scan');
    const wide = aPdf([LINES, []], { width: 9_000, height: 9_000 });
    const answer = await ask({ document: inline(wide) });
    const id = expectError(answer, 'document_too_large_to_scan');
    expect((await gateway.records.ledger(id)).map(({ nano }) => nano)).toEqual([0n]);
    await expectNothingSent(gateway);
  });

  it('refuses what it cannot do', async () => {
    const elsewhere = { type: 'document_url', document_url: 'https://example.org/a.pdf' };
    const far = await ask({ document: elsewhere });
    expectError(far, 'document_not_inline', {
      param: 'document.document_url',
    });
    const stored = await ask({ document: { type: 'file', file_id: 'abc' } });
    expectError(stored, 'file_id_not_supported', { param: 'document.file_id' });
    const document = inline(TWO_PAGES);
    const format = { type: 'json_schema', json_schema: { name: 'x', schema: {} } };
    const annotated = await ask({ document, document_annotation_format: format });
    expectError(annotated, 'parameter_unsupported', { param: 'document_annotation_format' });
    for (const pages of [[99], '2-9']) {
      expectError(await ask({ document, pages }), 'field_invalid', {
        message: 'pages must name pages of the document, which are 0 to 1.',
        param: 'pages',
      });
    }
    const many = aPdf(Array.from({ length: 201 }, () => LINES));
    const long = await ask({ document: inline(many) }, 'poor'); // It is no matter of money.
    expectError(long, 'document_page_budget_exceeded');
  });

  it('ends with its time', async () => {
    const many = aPdf(Array.from({ length: 200 }, () => LINES));
    const asking = ask({ document: inline(many) });
    await underWay();
    gateway.clock.skip(300_000);
    expectError(await asking, 'document_processing_timeout');
  });

  it('turns away what would wait too long', async () => {
    const ended = new Cancellation();
    const documents = [aPdf(Array.from({ length: 200 }, () => LINES))];
    const options = { mediaType: '', filename: '' };
    const before = Array.from({ length: 64 }, (_, index) =>
      cell
        .of(`organisation ${index % 2}`)
        .run('countPages', { documents, options, ended })
        .catch(() => undefined),
    );
    const answer = await ask({ document: inline(TWO_PAGES) });
    ended.cancel(new Error('enough'));
    await Promise.all(before);
    expectError(answer, 'documents_busy');
  });
});

describe('documents that need not be drawn', () => {
  const hidden = { body: ['Depot'], elsewhere: 'River' };

  it('are pages with names, without pixels, billed by what they are', async () => {
    const answer = await ask({
      document: inline(anXlsx(hidden)),
      pages: [1, 0],
      table_format: 'html',
      extract_header: true,
      include_blocks: true,
    });
    expect(answer.status).toBe(200);
    const { pages, usage_info } = answer.json<OcrAnswer>();
    expect(pages).toMatchObject([
      {
        index: 1,
        dimensions: null,
        header: 'River',
        gw: { name: 'sheet Notes (hidden)', source: 'document', languages: [], warnings: [] },
      },
      {
        index: 0,
        markdown: '[tbl-0.html](tbl-0.html)',
        tables: [
          { id: 'tbl-0.html', format: 'html', content: expect.stringContaining('<th>Depot') },
        ],
        blocks: [{ type: 'table' }],
        gw: { name: 'sheet People' },
      },
    ]);
    expect(usage_info).toMatchObject({ pages_processed: 2 });
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry.units).toMatchObject({ pages: 2 });
  });

  it('say that pictures in them were not read', async () => {
    const answer = await ask({ document: inline(aDocx(hidden)) });
    expect(answer.json<OcrAnswer>().pages).toMatchObject([
      { gw: { source: 'document', warnings: ['pictures_not_read'] } },
    ]);
  });
});

it('pages go to the sandbox as to a provider, with nothing set', async () => {
  const answer = await ask({ model: 'sandbox/ocr', document: inline(TWO_PAGES) });
  expect(answer.status).toBe(200);
  expect(answer.json<OcrAnswer>().pages).toHaveLength(2);
});

describe('gw ocr', () => {
  it('prints the pages, or writes them, and never over another file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gw-ocr-'));
    const file = join(folder, 'letter.html');
    const out = join(folder, 'letter.md');
    await writeFile(file, '<h1>Minutes</h1><p>Of the mee<b>ting</b>');
    vi.stubEnv('GW_API_KEY', gateway.key());
    const said: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((words) => said.push(String(words)) > 0);
    const run = (...options: readonly string[]) =>
      readFilePages([file, '--url', gateway.url, '--languages', 'eng', ...options]);
    try {
      expect(await run()).toBe(0);
      expect(said.join('')).toBe('# Minutes\n\nOf the meeting\n');
      expect(await run('--out', out)).toBe(0);
      expect(await readFile(out, 'utf8')).toBe('# Minutes\n\nOf the meeting\n');
      await expect(run('--out', out)).rejects.toThrow('EEXIST');
      said.length = 0;
      expect(await run('--json')).toBe(0);
      expect(JSON.parse(said.join(''))).toMatchObject({ model: 'gw/ocr', pages: [{ index: 0 }] });
      expect(await run('--pages', '7')).toBe(1);
    } finally {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true });
    }
  });
});
