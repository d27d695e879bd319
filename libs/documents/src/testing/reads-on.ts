import { Cancellation, SystemClock } from '#kernel';
import { Cell } from '../cell/cell.js';
import { Launcher } from '../cell/launcher.js';
import { aPdf } from './a-pdf.js';
import { PLAIN } from './plain-ocr.js';

// A process that has a long document read, for a test that kills it meanwhile; it says who reads it.
const LINE = 'The board met in March and agreed that the northern depot is to be closed.';
const PAGES = 200;

process.stdin.resume(); // Children keep nobody awake.
const launcher = new Launcher();
const cell = new Cell({ processesMax: 1, launcher, clock: new SystemClock() });
await cell.whenKnown();
void cell.run('ocr', {
  documents: [aPdf(Array.from({ length: PAGES }, () => [{ text: LINE, y: 700 }]))],
  options: PLAIN,
  onPart: () => process.stdout.write(`${JSON.stringify([launcher.pid, ...cell.pids])}\n`),
  ended: new Cancellation(),
});
