import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { aPdf } from '../../../libs/documents/src/testing/a-pdf.js';
import { expectError, expectNothingSent, expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { json, ReplayServer } from '../../support/replay-server.js';

const NANO_PAGE = 2_000_000;
const LINES = [{ text: 'A page of a report on rivers and their banks.', y: 700 }];

const provider = await ReplayServer.start();
const models = [{ id: 'mistral-ocr-latest', price: { currency: 'EUR', page: '0.002' } }];
const gateway = await startGateway({
  providers: [
    { name: 'mistral', family: 'mistral', base_url: `${provider.url}/v1`, models },
    {
      name: 'unpriced',
      family: 'mistral',
      base_url: `${provider.url}/v1`,
      models: [
        { id: 'by-tokens', price: { currency: 'EUR', input: '1' } },
        { id: 'by-call', price: { currency: 'EUR', call: '0.01' } },
        { id: 'for-nothing', price: 'free' },
      ],
    },
    {
      name: 'far',
      family: 'mistral',
      base_url: `${provider.url}/v1`,
      models,
      location: { zone: 'US', guaranteed: true },
    },
  ],
  organisation: { residency: { mode: 'enforce', allow_zones: ['EU', 'LOCAL'] } },
  workloads: [
    { name: 'default' },
    { name: 'guarded', protection: { mode: 'tokenize' } },
    { name: 'poor', budget: { amount: '0.003', period: 'total' } },
    { name: 'other', allowed_models: ['sandbox/*'] },
  ],
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.received.length = 0;
  provider.answer = () => json(answerOf(2));
});

const answerOf = (pages: number) => ({
  pages: Array.from({ length: pages }, (_, index) => ({
    index,
    markdown: `# Page ${index}`,
    images: [],
    dimensions: { dpi: 200, height: 2_339, width: 1_654 },
  })),
  model: 'mistral-ocr-2512',
  document_annotation: null,
  usage_info: { pages_processed: pages, doc_size_bytes: 1_234 },
});

const urlOf = (bytes: Uint8Array, type = 'application/pdf'): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const inline = (bytes: Uint8Array) => ({ type: 'document_url', document_url: urlOf(bytes) });

const ask = (fields: object, workload = 'default') =>
  gateway.post('/v1/ocr', { model: 'mistral/mistral-ocr-latest', ...fields }, { workload });

const TWO_PAGES = aPdf([LINES, LINES]);
const BLANK = { create: { width: 60, height: 40, channels: 3, background: '#ffffff' } } as const;
const PICTURE = urlOf(await sharp(BLANK).png().toBuffer(), 'image/png');

describe('pages that a provider reads', () => {
  it('are asked for as the caller did, held by their number and charged by what was read', async () => {
    const fields = { document: inline(TWO_PAGES), include_image_base64: false, id: 'x' };
    const answer = await ask({ ...fields, gw: { remove: ['a term'] } });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ pages: [{ markdown: '# Page 0' }, {}] });
    const [request] = provider.received;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/ocr' });
    expect(JSON.parse(String(request?.body))).toEqual({ model: 'mistral-ocr-latest', ...fields });
    const id = String(answer.headers['request-id']);
    const entry = await gateway.records.entry(id);
    expect(entry).toMatchObject({ outcome: 'ok', units: { pages: 2 } });
    expect(Number(entry.price?.hold_nano)).toBe(2 * NANO_PAGE);
    expect(await gateway.records.ledger(id)).toMatchObject([{ nano: BigInt(2 * NANO_PAGE) }]);
  });

  it('are those that were chosen', async () => {
    provider.answer = () => json(answerOf(1));
    const answer = await ask({ document: inline(TWO_PAGES), pages: '1,7-9' });
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(Number(entry.price?.hold_nano)).toBe(NANO_PAGE);
    expect(entry.units?.pages).toBe(1);
  });

  it('may lie at an address', async () => {
    const document = { type: 'document_url', document_url: 'https://example.org/report.pdf' };
    expect((await ask({ document })).status).toBe(200);
    expect(JSON.parse(String(provider.received[0]?.body))).toMatchObject({ document });
  });

  it('are refused where a limit, a list or the residency policy says so', async () => {
    const document = inline(TWO_PAGES);
    expectError(await ask({ document }, 'poor'), 'budget_reached');
    expectError(await ask({ document }, 'other'), 'model_not_allowed', {
      message: /allow-list/,
      param: 'model',
    });
    const far = await ask({ document, model: 'far/mistral-ocr-latest' });
    expect(far.status).toBe(403);
    expect(provider.received).toEqual([]);
    await expectNothingSent(gateway);
  });

  it('are not read where nothing says what a page costs', async () => {
    const readBy = (model: string) =>
      ask({ document: inline(TWO_PAGES), model: `unpriced/${model}` });
    await expectRefusal(gateway, await readBy('by-tokens'), 'price_unavailable', {
      param: 'model',
      message: /has no price for pages/,
    });
    expect(provider.received).toEqual([]);
    expect((await readBy('by-call')).status).toBe(200);
    expect((await readBy('for-nothing')).status).toBe(200);
  });

  it('do not leave where data protection cannot read them', async () => {
    const answer = await ask({ document: inline(TWO_PAGES) }, 'guarded');
    expectError(answer, 'document_unscannable', {
      message: /a document at document\.document_url/,
      param: 'document.document_url',
    });
    expect(provider.received).toEqual([]);
  });

  const ADDRESS = 'https://example.org/report.pdf';

  it.each([
    ['a picture', 'document_url', { type: 'document_url', document_url: PICTURE }],
    ['a picture said to be one', 'image_url', { type: 'image_url', image_url: PICTURE }],
    ['a picture of an object', 'image_url.url', { type: 'image_url', image_url: { url: PICTURE } }],
    ['what lies at an address', 'document_url', { type: 'document_url', document_url: ADDRESS }],
  ])('are documents, too, as %s', async (_, at, document) => {
    const answer = await ask({ document }, 'guarded');
    expectError(answer, 'document_unscannable', { message: /./, param: `document.${at}` });
    expect(provider.received).toEqual([]);
  });

  it.each([[inline(TWO_PAGES)], [{ type: 'document_url', document_url: ADDRESS }]])(
    'leave with a mark where it lets all pass',
    async (document) => {
      const answer = await ask({ document });
      const entry = await gateway.records.entry(String(answer.headers['request-id']));
      expect(entry.marks).toContain('unscanned');
    },
  );
});

describe('a request that is none', () => {
  const param = 'document.document_url';

  it.each([
    ['pages', { pages: 'all' }],
    ['pages', { pages: [3, '9-1'] }],
    ['table_format', { table_format: 'csv' }],
    ['image_limit', { image_limit: -1 }],
    ['gw.ocr_languages', { gw: { ocr_languages: ['klingon'] } }],
    ['document', { document: { type: 'letter' } }],
    ['document.document_url', { document: { type: 'document_url' } }],
  ])('is told by its member %s', async (member, fields) => {
    const answer = await ask({ document: inline(TWO_PAGES), ...fields });
    expectError(answer, 'field_invalid', { message: new RegExp(`^${member} must`), param: member });
  });

  it('is one without a document in it', async () => {
    for (const document_url of ['data:application/pdf;base64,', 'data:application/pdf;base64,%%']) {
      const answer = await ask({ document: { type: 'document_url', document_url } });
      expectError(answer, 'document_invalid', { param });
    }
  });

  it('is one whose document cannot be opened', async () => {
    const cut = await ask({ document: inline(TWO_PAGES.subarray(0, 90)) });
    expectError(cut, 'document_unreadable');
    const strange = await ask({ document: inline(Buffer.from([1, 2, 3, 4])) });
    expectError(strange, 'document_type_unsupported');
    const locked = await ask({ document: inline(LOCKED) });
    expectError(locked, 'document_encrypted');
    const huge = await ask({ document: inline(HUGE) });
    expectError(huge, 'document_too_large_to_scan');
    expect(provider.received).toEqual([]);
    await expectNothingSent(gateway);
  });
});

/** It says that it is encrypted, by a password that nobody has. */
const LOCKED = Buffer.from(
  TWO_PAGES.toString('latin1').replace(
    '/Root 1 0 R',
    `/Root 1 0 R/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'00'.repeat(32)}>/U<${'00'.repeat(32)}>>>`,
  ),
  'latin1',
);

/** Of more pixels than are read. */
const HUGE = await sharp({
  create: { width: 9_000, height: 9_000, channels: 3, background: '#ffffff' },
})
  .png()
  .toBuffer();
