/**
 * `npm run eval:dlp`: how well data protection finds what it is to find, on texts that nothing was trained
 * on. Prints a table, writes a page with plots, and ends with 1 when a target is missed.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { table } from '../../bench/report/table.js';
import { corporaFolder } from '../corpora/folder.js';
import { isMet, targetLine } from '../../support/targets.js';
import { Progress } from '../progress.js';
import { evaluateNothing } from './false-positives.js';
import { fOf, precisionOf, recallOf, type Section } from './figures.js';
import { evaluateNames } from './names.js';
import { readOptions } from './options.js';
import { pageOf } from './page.js';
import { evaluatePresidio } from './presidio.js';
import { evaluateSecrets } from './secrets.js';
import { evaluateStructured } from './structured.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const { html } = readOptions(process.argv.slice(2));
const folder = corporaFolder();
const progress = new Progress('evaluating');
progress.show('structured kinds', 0);
const sections: Section[] = [evaluateStructured()];
progress.show('secrets', 0.25);
sections.push(evaluateSecrets());
sections.push(...evaluateNames(folder, (part) => progress.show(part, 0.3)));
progress.show('presidio', 0.8);
sections.push(evaluatePresidio(folder));
progress.show('code, logs and numbers', 0.9);
sections.push(evaluateNothing(ROOT));
progress.end('');

const shown = (value: number) => value.toFixed(3);
for (const { title, how, rows, targets } of sections) {
  console.log(`\n${title}\n${how}\n`);
  console.log(
    table([
      ['', 'marked', 'found', 'precision', 'recall', 'F1', 'F2'],
      ...rows.map(({ name, counts }) => [
        name,
        String(counts.right + counts.missed),
        String(counts.right + counts.wrong),
        ...[precisionOf(counts), recallOf(counts), fOf(counts, 1), fOf(counts, 2)].map(shown),
      ]),
    ]),
  );
  if (targets.length > 0) console.log(`\n${table(targets.map(targetLine))}`);
}
writeFileSync(html, pageOf(sections));
console.log(`\n${html}`);
process.exitCode = sections.every(({ targets }) => targets.every(isMet)) ? 0 : 1;
