import { expect, it } from 'vitest';
import { Cancellation, SystemClock } from '#kernel';
import { Anonymizer } from '../../libs/documents/src/anonymize/anonymizer.js';
import { aCell } from '../../libs/documents/src/testing/a-cell.js';
import { aPdf } from '../../libs/documents/src/testing/a-pdf.js';
import { aProtection } from '../support/a-call.js';
import { aFinder } from '../support/a-finder.js';
import { residentMib, watchPeak } from '../support/processes.js';
import { median } from '../support/quantile.js';
import { addRow } from '../support/table.js';

const ROUNDS = 3;
const PAGES_A_REQUEST = 48;
const MINUTES = 1_200_000;

const PROSE = [
  'The board met in March and agreed that the northern depot is to be',
  'closed. All of the staff move to the depot by the river in summer.',
  'Questions go to Helen Carter, helen.carter@example.org, who has the',
  'plans. The account for the costs is DE89 3704 0044 0532 0130 00 and',
  'stays as it is. The drivers were told, and so were their customers.',
];
const LINES = Array.from({ length: 35 }, (_, index) => ({
  text: PROSE[index % PROSE.length] as string,
  y: 780 - index * 20,
}));

const { cell, read } = aCell();
/** Of the children, as the system counts it. */
const largestChild = () => Math.max(0, ...cell.pids.map(residentMib));
const anonymizer = new Anonymizer(cell, aFinder(), new SystemClock());

async function shown(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
  const images: Uint8Array[] = [];
  await cell.run('show', {
    documents: [bytes],
    options: {
      documents: [{ mediaType: '', filename: '' }],
      seesImages: true,
      pagesMax: PAGES_A_REQUEST,
    },
    onPart: (part) => void (part.kind === 'image' && images.push(part.bytes)),
    ended: new Cancellation(),
  });
  return images;
}

const anonymized = (bytes: Uint8Array) =>
  anonymizer.run({
    bytes,
    filename: 'measured.pdf',
    mediaType: '',
    options: {
      entities: null,
      remove: [],
      includeMapping: false,
      outputFormat: 'pdf',
      images: 'blur',
      languages: ['eng'],
      hasTextLayer: true,
    },
    organisation: { id: '0192f0c0-0000-7000-8000-000000000001' },
    protection: aProtection('tokenize'),
    pagesMax: 1,
    ended: new Cancellation(),
  });

const PAGE = aPdf([LINES]);

/** Each, and how many pages of it are measured at once. */
const MEASURED: readonly (readonly [
  what: string,
  pages: number,
  work: (scan: Uint8Array) => Promise<unknown>,
])[] = [
  ['draw a page', 1, () => shown(PAGE)],
  [
    'draw the 48 pages of a request',
    48,
    () => shown(aPdf(Array.from({ length: 48 }, () => LINES))),
  ],
  ['read a page with a text layer', 1, () => read(PAGE, { languages: ['eng'] })],
  ['recognise a page', 1, (scan) => read(scan, { languages: ['eng'] })],
  ['anonymize a page with a text layer', 1, () => anonymized(PAGE)],
  ['anonymize a page of pixels', 1, (scan) => anonymized(scan)],
];

it(
  'what documents take, as parts of one run',
  async ({ task }) => {
    await cell.whenKnown();
    const [scan] = await shown(PAGE); // It draws once before anything is measured.
    let drawMs = 0;
    for (const [what, pages, work] of MEASURED) {
      const times: number[] = [];
      const memory = watchPeak(largestChild);
      for (let round = 0; round < ROUNDS; round++) {
        const startedMs = performance.now();
        await work(scan ?? PAGE);
        times.push((performance.now() - startedMs) / pages);
      }
      const ms = median(times);
      drawMs ||= ms;
      addRow(task, {
        what,
        'ms a page': Math.round(ms),
        'times drawing': Math.round((10 * ms) / drawMs) / 10,
        'peak MiB': memory.end(),
      });
      expect(ms).toBeGreaterThan(0);
    }
  },
  MINUTES,
);
