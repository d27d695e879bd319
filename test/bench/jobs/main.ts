/**
 * `npm run bench:jobs`: one large document as a job has it anonymized, by one process that reads pages and by
 * several, in turns. Pages alternate between words and pictures of words.
 */
import sharp from 'sharp';
import { PDFDocument } from 'pdf-lib';
import { Anonymizer, Cell, Launcher, SHARE_PAGES_MAX } from '#documents';
import { Cancellation, SystemClock } from '#kernel';
import type { ToAnonymize } from '../../../libs/documents/src/anonymize/anonymizer.js';
import { openPage, openPdf } from '../../../libs/documents/src/pdf/open.js';
import { drawPage } from '../../../libs/documents/src/pdf/render.js';
import { aPdf } from '../../../libs/documents/src/testing/a-pdf.js';
import { aFinder, anOrder } from '../../support/a-finder.js';
import { residentMib, watchPeak } from '../../support/processes.js';
import { median } from '../../support/quantile.js';
import { Progress } from '../report/progress.js';
import { table } from '../report/table.js';
import { readOptions } from './options.js';

const LINES = 30;
const MIB = 1_048_576;
const RUNS_MS_MAX = 12 * 3_600_000; // Thousands of pages on a slow machine.

const { pages, processes, rounds } = readOptions(process.argv.slice(2));
const clock = new SystemClock();
const progress = new Progress();
const STAGES: ReadonlySet<string> = new Set(['detecting', 'writing', 'verifying']);
/** A terminal is told of each page, a log of each share. */
const told = process.stderr.isTTY ? 1 : SHARE_PAGES_MAX;
progress.expect(2 * rounds * STAGES.size * Math.ceil(pages / told));

/** @param name of the run that it is the progress of; what is done once more, of a page, is no step */
function tellOf(name: string): NonNullable<ToAnonymize['onProgress']> {
  const steps = new Set<string>();
  return ({ stage, pagesDone }) => {
    if (!STAGES.has(stage) || (pagesDone % told !== 0 && pagesDone !== pages)) return;
    const step = `${stage} ${pagesDone}`;
    const line = `${name}: ${stage}, page ${pagesDone} of ${pages}`;
    if (steps.has(step)) progress.say(line);
    else progress.step(line);
    steps.add(step);
  };
}

const linesOf = (page: number) =>
  Array.from({ length: LINES }, (_, line) => ({
    text: `Contact ${page}.${line}: Mr Tobias Fairweather of the depot by the river, by telephone or mail.`,
    y: 760 - 24 * line,
  }));

/** Every other page as a scanner would have it. */
async function documentOf(count: number): Promise<Uint8Array> {
  const plain = await openPdf(new Uint8Array(aPdf([linesOf(0)])));
  const { canvas } = await drawPage(await openPage(plain, 0), {
    dpi: 200,
    showsAnnotations: false,
  });
  const scan = await sharp(await canvas.encode('png'))
    .jpeg({ quality: 80 })
    .toBuffer();
  const made = await PDFDocument.create();
  const words = await PDFDocument.load(aPdf(Array.from({ length: count }, (_, n) => linesOf(n))));
  const picture = await made.embedJpg(scan);
  for (let n = 0; n < count; n++) {
    if (n % 2 === 0) {
      const [page] = await made.copyPages(words, [n]);
      if (page) made.addPage(page);
    } else {
      const page = made.addPage([595, 842]);
      page.drawImage(picture, { x: 0, y: 0, width: 595, height: 842 });
    }
  }
  return made.save();
}

interface Run {
  readonly seconds: number;
  readonly peakMib: number;
}

async function run(document: Uint8Array, processesMax: number): Promise<Run> {
  const launcher = new Launcher();
  const cell = new Cell({ processesMax, launcher, clock, keepsWarm: false });
  const shares = { pagesMax: SHARE_PAGES_MAX, atOnce: processesMax };
  const anonymizer = new Anonymizer(cell, aFinder(), clock, shares);
  const { organisation, protection } = anOrder();
  const memory = watchPeak(() => cell.pids.reduce((sum, pid) => sum + residentMib(pid), 0));
  const startedMs = clock.monotonicMs();
  try {
    const done = await anonymizer.run({
      bytes: document,
      filename: 'large.pdf',
      mediaType: 'application/pdf',
      options: {
        entities: null,
        remove: [],
        includeMapping: false,
        outputFormat: 'same',
        images: 'blur',
        languages: ['eng'],
        hasTextLayer: true,
      },
      organisation,
      protection,
      pagesMax: pages,
      ended: new Cancellation(),
      onProgress: tellOf(processesMax === 1 ? '1 process' : `${processesMax} processes`),
    });
    if (done.pagesProcessed !== pages) throw new Error(`${done.pagesProcessed} pages were done`);
  } finally {
    memory.end();
    cell.stop();
    launcher.stop();
  }
  return { seconds: (clock.monotonicMs() - startedMs) / 1_000, peakMib: memory.end() };
}

const document = await documentOf(pages);
// Children and their clocks keep no process alive.
const over = new AbortController();
const awake = clock.sleep(RUNS_MS_MAX, over.signal);
const one: Run[] = [];
const several: Run[] = [];
for (let round = 0; round < rounds; round++) {
  one.push(await run(document, 1));
  several.push(await run(document, processes));
}

over.abort();
await awake;
progress.end();

const lineOf = (name: string, runs: readonly Run[]): readonly string[] => {
  const seconds = median(runs.map((each) => each.seconds));
  const peak = Math.max(...runs.map(({ peakMib }) => peakMib));
  const first = median(one.map((each) => each.seconds));
  return [
    name,
    seconds.toFixed(1),
    (seconds / pages).toFixed(2),
    `${(first / seconds).toFixed(2)}x`,
    String(peak),
  ];
};
process.stdout.write(
  `${pages} pages, ${(document.length / MIB).toFixed(1)} MiB, every other one a scan\n${table([
    ['processes', 'seconds', 'a page', 'speed', 'MiB'],
    lineOf('1', one),
    lineOf(String(processes), several),
  ])}\n`,
);
