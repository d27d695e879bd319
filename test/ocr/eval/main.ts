/**
 * `npm run eval:ocr`: how many words are read wrongly, by gw/ocr and beside it by the system's own tesseract, on sheets
 * in all languages that come along, clean and scanned badly; then whether the layouts of the fixtures, where
 * `GW_FIXTURES` names them, come out as they are. Ends with 1 when a target is missed.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cell } from '../../../libs/documents/src/cell/cell.js';
import { Launcher } from '../../../libs/documents/src/cell/launcher.js';
import { Cancellation, SystemClock } from '#kernel';
import { markdownOfPage, readTruth } from '../../../libs/documents/src/testing/truth.js';
import { wordErrors } from '../../../libs/documents/src/testing/word-errors.js';
import type { OcrOptions } from '../../../libs/documents/src/tasks/ocr.js';
import { PLAIN } from '../../../libs/documents/src/testing/plain-ocr.js';
import { table } from '../../bench/report/table.js';
import { Progress } from '../../dlp/progress.js';
import { CONDITIONS } from './conditions.js';
import { drawSheet, SIZES } from './draw-sheet.js';
import { nativeReader } from './native.js';
import { readOptions } from './options.js';
import { SHEETS, textOf } from './sheets.js';

interface Score {
  wrong: number;
  words: number;
}

const options = readOptions(process.argv.slice(2));
const names = options.languages ?? Object.keys(SHEETS);
const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'gw-eval-ocr-'));
mkdirSync(folder, { recursive: true });
const launcher = new Launcher();
const cell = new Cell({ processesMax: 1, launcher, clock: new SystemClock() });
// Cells keep nobody awake.
const awake = setInterval(() => undefined, 1_000);
await cell.whenKnown();
const native = await nativeReader(names);
const progress = new Progress('reading');

async function readOurs(
  document: Uint8Array,
  languages: OcrOptions['languages'] = null,
): Promise<readonly string[]> {
  const pages: string[] = [];
  await cell.run('ocr', {
    documents: [document],
    options: { ...PLAIN, languages },
    onPart: ({ markdown }) => pages.push(markdown),
    ended: new Cancellation(),
  });
  return pages;
}

const newScore = (): Score => ({ wrong: 0, words: 0 });

/** @returns what was read */
async function add(
  scores: readonly Score[],
  truth: string,
  read: () => Promise<string>,
): Promise<string> {
  const text = await read();
  const { wrong, words } = wordErrors(text, truth);
  for (const score of scores) {
    score.wrong += wrong;
    score.words += words;
  }
  return text;
}

const percent = ({ wrong, words }: Score): number => (wrong / Math.max(1, words)) * 100;
const shown = (score: Score): string => (score.words === 0 ? '-' : percent(score).toFixed(2));

let isMissed = false;
const rows: string[][] = [];
for (const [step, { name, target, apply }] of CONDITIONS.entries()) {
  const [all, allNative] = [newScore(), newScore()];
  for (const [at, language] of names.entries()) {
    const sheet = SHEETS[language];
    if (!sheet) throw new Error(`--languages: there is no sheet in ${language}`);
    progress.show(`${name}, ${language}`, (step + at / names.length) / CONDITIONS.length);
    const [own, ownNative] = [newScore(), newScore()];
    const truth = textOf(sheet);
    for (let index = 0; index < options.sheets; index++) {
      const bytes = await apply(await drawSheet(sheet, SIZES[index % SIZES.length] ?? 11), index);
      const file = join(folder, `${step}-${language}-${index}`);
      writeFileSync(file, bytes);
      const ours = await add([own, all], truth, async () =>
        (await readOurs(bytes, [language] as never)).join('\n'),
      );
      const theirs =
        native && (await add([ownNative, allNative], truth, () => native.read(file, language)));
      if (options.keep !== null) writeFileSync(`${file}.txt`, `${ours}\n=====\n${theirs ?? ''}`);
    }
    rows.push([name, language, shown(own), shown(ownNative)]);
    if (percent(own) > target) isMissed = true;
  }
  rows.push([name, 'all', shown(all), shown(allNative)]);
  if (native && percent(all) > percent(allNative)) isMissed = true;
}
progress.end('');
console.log(
  `\nWord error rates in percent, ${options.sheets} sheets of A4 each, 200 dots to an inch.\nBeside it: ${native?.version ?? 'no tesseract with data of these languages is installed'}\n`,
);
console.log(table([['condition', 'language', 'gw/ocr', 'tesseract'], ...rows]));
const fixtures = process.env['GW_FIXTURES'];
if (fixtures !== undefined) {
  const documents = join(fixtures, 'documents');
  const truth = readTruth(documents);
  const lines: string[][] = [];
  const exact = await readOurs(readFileSync(join(documents, 'text.pdf')));
  for (const [index, page] of truth.entries()) {
    const isSame = exact[index] === markdownOfPage(page);
    if (!isSame) isMissed = true;
    lines.push([`text.pdf, page ${index + 1}`, isSame ? 'exact' : 'differs']);
  }
  const scanned = await readOurs(readFileSync(join(documents, 'scanned.pdf')));
  for (const [index, page] of truth.entries()) {
    const { wrong, words } = wordErrors(scanned[index] ?? '', markdownOfPage(page));
    lines.push([
      `scanned.pdf, page ${index + 1}`,
      `${((wrong / words) * 100).toFixed(2)} % of words wrong`,
    ]);
  }
  console.log(`\n${table([['fixture', ''], ...lines])}`);
}
clearInterval(awake);
cell.stop();
launcher.stop();
if (options.keep === null) rmSync(folder, { recursive: true });
process.exitCode = isMissed ? 1 : 0;
