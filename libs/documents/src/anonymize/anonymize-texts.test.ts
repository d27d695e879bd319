import { strFromU8, unzipSync, zipSync } from 'fflate';
import { constant, constantFrom, asyncProperty, assert as check, nat, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ValueOrder } from '#call';
import { openDocument, type RewritableKind } from '../rewrite/open-document.js';
import { aFinder, anOrder } from '../../../../test/support/a-finder.js';
import { inProcess } from '../testing/in-process.js';
import { anOdt, aDocx, aPptx, anXlsx, type Hidden } from '../testing/office-files.js';
import { anonymizeTexts } from './anonymize-texts.js';
import { hasLeak } from './leak-scan.js';

const finder = aFinder();
const RUNS = 60; // Of documents, over all kinds and values.

const VALUES = [
  'Eleanor Whitcombe',
  'Małgorzata Dąbrowska-Żak',
  'Jürgen Groß',
  'eleanor.whitcombe@example.org',
  'GB33BUKB20201555555555',
  '+44 20 7946 0958',
] as const;

const KINDS = ['docx', 'xlsx', 'pptx', 'odt'] as const;

const BUILDERS: Readonly<Record<(typeof KINDS)[number], (hidden: Hidden) => Uint8Array>> = {
  docx: aDocx,
  xlsx: anXlsx,
  pptx: aPptx,
  odt: anOdt,
};

const anonymize = (kind: RewritableKind, bytes: Uint8Array, change: Partial<ValueOrder> = {}) =>
  anonymizeTexts(inProcess(kind, bytes), finder, anOrder(change));

const asText = (text: string): Uint8Array => new TextEncoder().encode(text);
const readText = (bytes: Uint8Array | undefined): string => strFromU8(bytes ?? new Uint8Array());

/** All that an archive says, its names included, without the tags that parts words. */
const unpacked = (bytes: Uint8Array): string =>
  Object.entries(unzipSync(bytes))
    .map(
      ([name, part]) =>
        `${name}\n${strFromU8(part)}\n${strFromU8(part).replaceAll(/<[^>]*>/g, '')}`,
    )
    .join('\n');

describe('documents of offices', () => {
  it('keep nothing of a value, wherever it stood and however it was cut', async () => {
    const documents = record({
      kind: constantFrom(...KINDS),
      value: constantFrom(...VALUES),
      cut: nat(),
      other: nat(),
    });
    await check(
      asyncProperty(
        documents,
        constant('Contact: '),
        async ({ kind, value, cut, other }, label) => {
          const [a, b] = [cut % value.length, other % value.length].toSorted((x, y) => x - y);
          const body = [
            label,
            value.slice(0, a),
            value.slice(a, b),
            value.slice(b),
            ', thank you.',
          ];
          const bytes = BUILDERS[kind]({ body, elsewhere: value });
          const done = await anonymize(kind, bytes);
          expect(done, `${kind} with ${value}`).not.toBeNull();
          const left = unpacked(done?.written ?? bytes);
          expect(left.toLowerCase()).not.toContain(value.toLowerCase());
          expect(left).not.toContain(encodeURIComponent(value));
          expect(left).toContain('thank you');
          expect(openDocument(kind, done?.written ?? bytes).texts.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('put the tag where the value began and keep the forms of what is around it', async () => {
    const body = ['Contact: Eleanor ', 'Whit', 'combe, thank you.'];
    const done = await anonymize('docx', aDocx({ body, elsewhere: 'Eleanor Whitcombe' }));
    const parts = unzipSync(done?.written ?? new Uint8Array());
    const document = readText(parts['word/document.xml']);
    expect(document).toContain('Contact: «PERSON_NAME_1»');
    expect(document).toContain(', thank you.');
    expect(document.match(/<w:r>/g)?.length).toBeGreaterThan(3);
    expect(Object.keys(parts)).not.toContain('docProps/core.xml');
    expect(Object.keys(parts).some((name) => name.includes('embeddings'))).toBe(false);
  });

  it('leave no relationship that leads to a part that is gone', async () => {
    const done = await anonymize('xlsx', anXlsx({ body: ['Name'], elsewhere: 'Jürgen Groß' }));
    const parts = unzipSync(done?.written ?? new Uint8Array());
    const workbook = readText(parts['xl/workbook.xml']);
    expect(workbook).not.toMatch(/pivotCache|externalReference/);
    expect(readText(parts['xl/_rels/workbook.xml.rels'])).not.toMatch(/rId[345]/);
    expect(readText(parts['xl/worksheets/sheet1.xml'])).not.toContain('<f>');
  });
});

describe('tables', () => {
  const PEOPLE = [
    ['First name', 'Last name', 'City'],
    ['Wilhelmina', 'Krzyzanowska', 'Krakow'],
    ['Priya', 'Zxqwhit', 'Leeds'],
  ];

  it.each([
    'first_name,last_name,birthday,city\nWilhelmina,Krzyzanowska,1990-03-04,Krakow\n',
    'name,first,last,mail,domain,card1,card2\nKrzyzanowska,Wilhelmina,Krzyzanowska,w.k@example.org,example.org,4111111111111111,5500005555555559\n',
    'Vorname;Nachname;Phone 2\nWilhelmina;Krzyzanowska;+44 20 7946 0958\n',
  ])('lose both halves of a name: %j', async (csv) => {
    const done = await anonymize('csv', asText(csv));
    const written = readText(done?.written);
    expect(written).toContain('«PERSON_NAME_1»');
    expect(written).not.toMatch(/Wilhelmina|Krzyzanowska|4111|7946/);
  });

  it.each([
    ['xlsx', anXlsx({ body: ['x'], elsewhere: 'x' }), 'xl/worksheets/sheet1.xml'],
    ['docx', aDocx({ body: ['x'], elsewhere: 'x' }), 'word/document.xml'],
  ] as const)('of %s, too', async (kind, bytes, name) => {
    const parts = unzipSync(bytes);
    const rows = PEOPLE.map((cells) =>
      kind === 'docx'
        ? `<w:tr>${cells.map((cell) => `<w:tc><w:p><w:r><w:t>${cell}</w:t></w:r></w:p></w:tc>`).join('')}</w:tr>`
        : `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
    ).join('');
    const part = readText(parts[name]);
    const table =
      kind === 'docx'
        ? part.replace('<w:body>', `<w:body><w:tbl>${rows}</w:tbl>`)
        : part.replace(/<sheetData>.*<\/sheetData>/, `<sheetData>${rows}</sheetData>`);
    parts[name] = Uint8Array.from(asText(table));
    const done = await anonymize(kind, zipSync(parts));
    const written = readText(unzipSync(done?.written ?? new Uint8Array())[name]);
    expect(written).toContain('>«PERSON_NAME_2»<');
    expect(written).toContain('>Last name<');
    expect(written).not.toMatch(/Wilhelmina|Krzyzanowska|Priya|Zxqwhit/);
  });
});

describe('tags', () => {
  it('are the same for the same value, whatever its letters, and another for another', async () => {
    const text =
      'Dear Ms Eleanor Whitcombe, ask eleanor.whitcombe@example.org or tobias.fairweather@example.org. ELEANOR.WHITCOMBE@example.org again.';
    const done = await anonymize('text', asText(text));
    expect(readText(done?.written)).toBe(
      'Dear Ms «PERSON_NAME_1», ask «EMAIL_1» or «EMAIL_2». «EMAIL_1» again.',
    );
    expect(done?.tags.entities).toEqual([
      { type: 'person_name', count: 1 },
      { type: 'email', count: 3 },
    ]);
  });

  it('that a document brings along lose their form', async () => {
    const done = await anonymize('text', asText('«EMAIL_1» is written by anna@example.org'));
    expect(readText(done?.written)).toBe('‹EMAIL_1› is written by «EMAIL_1»');
  });

  it('stand for terms of the caller, across lines and whatever their letters', async () => {
    const text = 'The project Blue\n  heron is late. BLUE HERON!';
    const done = await anonymize('text', asText(text), { kinds: [], remove: ['blue heron'] });
    expect(readText(done?.written)).toBe('The project «REMOVAL_TERM_1» is late. «REMOVAL_TERM_1»!');
  });

  it('stand for the kinds alone that were asked for', async () => {
    const text = 'Dear Ms Eleanor Whitcombe, write to eleanor.whitcombe@example.org';
    const done = await anonymize('text', asText(text), { kinds: ['email'] });
    expect(readText(done?.written)).toBe('Dear Ms Eleanor Whitcombe, write to «EMAIL_1»');
  });
});

describe('tables and pages', () => {
  it('read a cell by the head of its column, and write the table as it was', async () => {
    const csv =
      'name;city;phone\r\n"Whitcombe, Eleanor";Bristol;020 7946 0958\r\nŁukasz Wiśniewski;Kraków;22 555 01 23\r\n';
    const done = await anonymize('csv', asText(csv));
    expect(readText(done?.written)).toMatch(
      /^name;city;phone\r\n"«PERSON_NAME_1», «PERSON_NAME_2»";Bristol;.*\r\n«PERSON_NAME_3»;Kraków;.*\r\n$/,
    );
  });

  it('keep of HTML its words and its forms, and no script, style, comment or picture', async () => {
    const html =
      '<html><head><title>Staff</title><style>p{}</style><script>var a="Tobias Fairweather"</script></head><body onload="x()"><!-- Tobias Fairweather --><p class="Tobias">Contact <a href="mailto:eleanor.whitcombe@example.org">Ms Eleanor <b>Whit</b>com<x-y>be</x-y></a> &lt;&eacute;&gt;</p><img src="data:image/png;base64,AAAA"></body></html>';
    const done = await anonymize('html', asText(html));
    expect(readText(done?.written)).toBe(
      '<!doctype html>\n<meta charset="utf-8">\n<html><head><title>Staff</title></head><body><p>Contact <a href="#">Ms «PERSON_NAME_1»<b></b><x-y></x-y></a> &lt;é&gt;</p></body></html>',
    );
  });
});

describe('the second look', () => {
  it.each([
    ['as it is', (value: string) => asText(`x ${value} y`)],
    ['in UTF-16', (value: string) => Buffer.from(`x ${value} y`, 'utf16le')],
    ['in hex', (value: string) => asText(Buffer.from(value).toString('hex'))],
    ['in an address', (value: string) => asText(`mailto:${encodeURIComponent(value)}`)],
    ['in other letters', (value: string) => asText(value.toUpperCase())],
  ])('finds a value %s', (_, write) => {
    expect(hasLeak(write('eleanor@example.org'), ['eleanor@example.org'])).toBe(true);
    expect(hasLeak(write('someone.else@example.org'), ['eleanor@example.org'])).toBe(false);
  });

  it('finds a value that is cut into runs, in an attribute and in the name of a part', () => {
    const hidden = { body: ['x'], elsewhere: 'nothing here' };
    expect(hasLeak(aDocx({ ...hidden, body: ['Jürgen', ' Gr', 'oß'] }), ['Jürgen Groß'])).toBe(
      true,
    );
    expect(
      hasLeak(aDocx({ ...hidden, elsewhere: 'Tobias Fairweather' }), ['Tobias Fairweather']),
    ).toBe(true);
    expect(hasLeak(aDocx(hidden), ['Tobias Fairweather'])).toBe(false);
  });

  it('takes no part of a longer word for a short value', () => {
    expect(hasLeak(asText('Samaria'), ['Maria'])).toBe(false);
    expect(hasLeak(asText('to Maria.'), ['Maria'])).toBe(true);
  });
});
