import { writeSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Cancellation, SystemClock } from '#kernel';
import { Anonymizer } from '../../libs/documents/src/anonymize/anonymizer.js';
import { aCell } from '../../libs/documents/src/testing/a-cell.js';
import { aFinder } from '../support/a-finder.js';
import { aProtection } from '../support/a-call.js';
import { addRow } from '../support/table.js';
import { hideInOffice, type OfficeKind } from './hide-in-office.js';
import { hideInPdf, type Planted } from './hide-in-pdf.js';
import { hideInPicture } from './hide-in-picture.js';
import { hideInText } from './hide-in-text.js';
import { leaksIn, looksAt } from './looks.js';
import { aPerson, plantedOf, Random, type Person } from './people.js';

interface Hiding {
  readonly random: Random;
  readonly person: Person;
  readonly other: Person;
}

type Make = (number: number, hiding: Hiding) => Planted | Promise<Planted>;

const office =
  (kind: OfficeKind): Make =>
  (number, hiding) =>
    hideInOffice(kind, number, hiding);

/** How many of each kind there are, 200 in all, and how many of them in a short run. */
const KINDS: readonly (readonly [kind: string, all: number, few: number, make: Make])[] = [
  ['pdf', 60, 5, hideInPdf],
  ['picture', 30, 3, hideInPicture],
  ['docx', 20, 6, office('docx')],
  ['pptx', 18, 6, office('pptx')],
  ['xlsx', 18, 6, office('xlsx')],
  ['odt', 18, 6, office('odt')],
  ['csv', 12, 4, (number, hiding) => hideInText('csv', number, hiding)],
  ['html', 12, 4, (number, hiding) => hideInText('html', number, hiding)],
  ['txt', 12, 4, (number, hiding) => hideInText('txt', number, hiding)],
];

const OPTIONS = {
  entities: null,
  remove: [],
  includeMapping: false,
  outputFormat: 'same',
  images: 'blur',
  languages: ['eng'],
  hasTextLayer: true,
} as const;

/** `all`: two hundred documents. */
const isWhole = process.env['GW_LEAKS'] === 'all';
const { cell } = aCell();
const anonymizer = new Anonymizer(cell, aFinder(), new SystemClock());

const run = ({ bytes, filename }: Planted) =>
  anonymizer.run({
    bytes,
    filename,
    mediaType: '',
    options: OPTIONS,
    organisation: { id: '0192f0c0-0000-7000-8000-000000000001' },
    protection: aProtection('tokenize'),
    pagesMax: 20,
    ended: new Cancellation(),
  });

const extensionOf = (filename: string): string => filename.split('.').at(-1) ?? '';

const say = (text: string): void => void writeSync(2, `${text}\n`);

it.for(KINDS)(
  'nothing is found again in what was a %s',
  async ([kind, all, few, make], { task }) => {
    const count = isWhole ? all : few;
    const leaks: string[] = [];
    let values = 0;
    let before = 0;
    for (let number = 0; number < count; number++) {
      const random = new Random(7_919 * (number + 1) + kind.length);
      const [person, other] = [aPerson(random), aPerson(random)];
      const planted = await make(number, { random, person, other });
      const sought = [...new Set([...plantedOf(person), ...plantedOf(other)])];
      values += sought.length;
      // Whoever finds nothing in the document itself proves nothing by finding nothing in the result.
      const there = leaksIn(looksAt(planted.bytes, extensionOf(planted.filename)), sought);
      before += new Set(there.map(({ value }) => value)).size;
      const startedMs = Date.now();
      const done = await run(planted);
      const found = leaksIn(looksAt(done.bytes, extensionOf(done.filename)), sought);
      for (const { by, value } of found) {
        leaks.push(`${planted.filename} (${planted.traps.join(', ')}): ${value} by ${by}`);
      }
      say(
        `leaks: ${kind} ${number + 1}/${count}, ${Date.now() - startedMs} ms, ${found.length} found`,
      );
    }
    addRow(task, { kind, documents: count, values, before, found: leaks.length });
    expect(before).toBeGreaterThan(0.4 * values); // Half of them are of somebody else, who is not in all.
    expect(leaks).toEqual([]);
  },
);
