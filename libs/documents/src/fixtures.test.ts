import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { Cancellation, type ErrorKey, type GatewayError } from '#kernel';
import { aCell } from './testing/a-cell.js';
import { markdownOfPage, readTruth, type TruePage } from './testing/truth.js';
import { wordErrors } from './testing/word-errors.js';

/** Documents with their truth, kept outside of this repository: `GW_FIXTURES` names the folder; without it nothing is collected here. */
const folder = process.env['GW_FIXTURES'];
const { cell, read } = aCell();
const MINUTES = 240_000; // Bombs burn their time to the end, on a machine that does other things, too.

const documentOf = (name: string) => readFileSync(join(folder ?? '', 'documents', name));

const NO_PAGE: TruePage = { h: '', p: [], list: [], table: [] };
const truePages = folder ? readTruth(join(folder, 'documents')) : [];

const REFUSED: readonly (readonly [name: string, ...keys: ErrorKey[]])[] = [
  ['encrypted-user.pdf', 'document_encrypted'],
  ['truncated.pdf', 'document_unreadable'],
  ['truncated-head.pdf', 'document_unreadable'],
  ['recursive.pdf', 'document_unreadable'],
  ['bomb-flate.pdf', 'document_too_large_to_scan'],
  ['bomb-image.pdf', 'document_too_large_to_scan'],
  ['hugebox.pdf', 'document_too_large_to_scan'],
  ['bomb.png', 'document_too_large_to_scan'],
  ['bomb.docx', 'document_too_large_to_scan'],
  // Time or memory ends first, as the machine is.
  ['xobject-bomb.pdf', 'document_processing_timeout', 'document_too_large_to_scan'],
  ['tenk.pdf', 'document_page_budget_exceeded'],
];

const STAFF = '| Eleanor Whitcombe | GB33BUKB20201555555555 |';
const EUROPE = ['Herr Jürgen Groß, ', 'DE89370400440532013000'];

const WRITTEN: readonly (readonly [
  name: string,
  texts: readonly string[],
  without: readonly string[],
])[] = [
  [
    'letter-de.docx',
    [
      markdownOfPage(truePages[1] ?? NO_PAGE)
        .split('\n\n')
        .slice(-2)
        .join('\n\n'),
      '# Kündigungsbestätigung für Mietvertrag',
      'Herr Jürgen Groß ist für Sie zuständig.',
      'Kopfzeile Jürgen Groß',
      '[^1]: Fußnote: Herr Jürgen Groß',
      '[comment by Jürgen Groß: Kommentar zu DE89370400440532013000]',
    ],
    [],
  ],
  [
    'people.xlsx',
    [
      '[sheet People]',
      '| Eleanor Whitcombe | eleanor.whitcombe@example.org | GB33BUKB20201555555555 | 52000 |',
      '| lukasz.wisniewski@przyklad.example |',
      '[sheet Whitcombe (hidden)]',
      'hidden note on Tobias Fairweather',
    ],
    ['LOWER('],
  ],
  [
    'mail.eml',
    [
      '# Vertrag für Jürgen Groß',
      'Konto DE89370400440532013000 von Jürgen Groß.',
      '[attachment note.txt]\nAttachment text: Eleanor Whitcombe',
    ],
    ['alert'],
  ],
  ['page.html', [STAFF, '- Łukasz Wiśniewski', 'Contact Eleanor Whitcombe'], ['Tobias', 'color']],
  ['people.csv', ['| Whitcombe, Eleanor | eleanor.whitcombe@example.org |'], ['"']],
  ['latin1.txt', EUROPE, []],
  ['note.rtf', ['Herr Jürgen Groß, Konto DE89370400440532013000', 'Łukasz Wiśniewski'], ['Tobias']],
];

it('knows pages of four languages, or none when GW_FIXTURES is not set', () => {
  expect(truePages).toHaveLength(folder ? 4 : 0);
});

const ofFixtures = (suite: () => void): void => {
  if (folder) describe('the documents of the fixtures', suite);
};

ofFixtures(() => {
  it.each(['text.pdf', 'encrypted-owner.pdf'])(
    '%s is read to the letter',
    async (name) => {
      const pages = await read(documentOf(name));
      expect(pages.map(({ markdown }) => markdown)).toEqual(truePages.map(markdownOfPage));
    },
    MINUTES,
  );

  it(
    'scanned.pdf is recognised in four languages that nobody named',
    async () => {
      const pages = await read(documentOf('scanned.pdf'));
      expect(pages.map(({ languages }) => languages)).toEqual([['eng'], ['deu'], ['fra'], ['pol']]);
      pages.forEach(({ markdown }, index) => {
        const real = truePages[index];
        if (!real) throw new Error('a page more than there are');
        const { wrong, words } = wordErrors(markdown, markdownOfPage(real));
        expect(wrong / words).toBeLessThan(0.05);
      });
    },
    MINUTES,
  );

  it(
    'hybrid.pdf is read from its layer and from its picture',
    async () => {
      const [page] = await read(documentOf('hybrid.pdf'));
      expect(page?.source).toBe('text_layer+ocr');
      expect(page?.markdown).toContain('Expense note');
      expect(page?.markdown).toContain('Eleanor Whitcombe');
    },
    MINUTES,
  );

  it(
    'stdfont.pdf has its Chinese, and a warning',
    async () => {
      const [page] = await read(documentOf('stdfont.pdf'));
      expect(page?.markdown).toContain('中国姓名王小明');
      expect(page?.warnings).toEqual(['font_not_embedded']);
    },
    MINUTES,
  );

  it(
    'a0.pdf is drawn smaller, and read',
    async () => {
      const [page] = await read(documentOf('a0.pdf'));
      expect(page?.size?.dpi).toBeLessThan(200);
      expect(page?.markdown).toContain('client Eleanor Whitcombe, plot 7');
    },
    MINUTES,
  );

  it.each(['selfref-xobject.pdf', 'falsecount.pdf'])(
    '%s is one page',
    async (name) => {
      expect(await read(documentOf(name))).toHaveLength(1);
    },
    MINUTES,
  );

  it(
    'vector.pdf has no words, and is drawn in time',
    async () => {
      const [page] = await read(documentOf('vector.pdf'));
      expect(page).toMatchObject({ index: 0, source: 'ocr' });
    },
    MINUTES,
  );

  it(
    'leaky.pdf has words whole that are kerned apart, and none that stand beside the page',
    async () => {
      const [page] = await read(documentOf('leaky.pdf'));
      expect(page?.markdown).toContain('Eleanor Whitcombe split');
      expect(page?.markdown).not.toMatch(/off-?page/i);
    },
    MINUTES,
  );

  it(
    'photo-exif.jpg is shown upright, without what its camera said',
    async () => {
      const shown: Uint8Array[] = [];
      await cell.run('show', {
        documents: [documentOf('photo-exif.jpg')],
        options: {
          documents: [{ mediaType: '', filename: 'photo.jpg' }],
          seesImages: true,
          pagesMax: 1,
        },
        onPart: (part) => part.kind === 'image' && shown.push(part.bytes),
        ended: new Cancellation(),
      });
      const { exif, orientation, width, height } = await sharp(shown[0]).metadata();
      expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined });
      expect(height).toBeGreaterThan(width);
    },
    MINUTES,
  );

  it.each(['fake.pdf', 'photo-exif.jpg', 'note-en.png'])(
    '%s is a picture',
    async (name) => {
      const [page] = await read(documentOf(name), { filename: name });
      expect(page?.markdown).toContain('Service agreement 2026-117');
    },
    MINUTES,
  );

  it.each(WRITTEN)(
    '%s is read as it is seen',
    async (name, texts, without) => {
      const pages = await read(documentOf(name), { filename: name });
      const text = pages.map(({ name: page, markdown }) => `[${page}]\n${markdown}`).join('\n\n');
      for (const one of texts) expect(text).toContain(one);
      for (const one of without) expect(text).not.toContain(one);
    },
    MINUTES,
  );

  it.each(REFUSED)(
    '%s is refused as %s',
    async (name, ...keys) => {
      const fault: unknown = await read(documentOf(name)).catch((refusal: unknown) => refusal);
      expect(keys).toContain((fault as GatewayError).key);
    },
    MINUTES,
  );
});
