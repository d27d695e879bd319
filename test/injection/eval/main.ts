/**
 * `npm run eval:injection`: how much is found of texts that are data and speak to the model, and how much of what is
 * found is right. Prints tables, and ends with 1 when the hand-written test half misses a target.
 */
import { table } from '../../bench/report/table.js';
import { Progress } from '../../dlp/progress.js';
import { isMet, targetLine } from '../../support/targets.js';
import { evaluateAgentdojo } from './agentdojo.js';
import { evaluateBipia } from './bipia.js';
import { evaluateCorpora } from './corpora.js';
import { evaluateFiles } from './files.js';
import { missesOf } from './misses.js';
import { readOptions } from './options.js';
import { evaluateOwn } from './own.js';
import { evaluateSecondStage } from './second-stage.js';
import type { Section } from './section.js';
import { evaluateSpeed } from './speed.js';

const options = readOptions(process.argv.slice(2));
const progress = new Progress('evaluating');
progress.show('hand-written sets', 0);
const sections: Section[] = [...evaluateOwn('dev'), ...evaluateOwn('test')];
progress.show('speed', 0.1);
sections.push(...evaluateSpeed());
if (options.bipia !== null) sections.push(...evaluateBipia(options.bipia));
if (options.agentdojo !== null) sections.push(...evaluateAgentdojo(options.agentdojo));
const corpora = process.env['GW_CORPORA'];
if (corpora) sections.push(...evaluateCorpora(corpora, (part) => progress.show(part, 0.3)));
let examples: readonly string[] = [];
if (options.files !== null) {
  progress.show(options.files, 0.6);
  const found = evaluateFiles({ ...options, folder: options.files });
  sections.push(found);
  ({ examples } = found);
}
if (options.typed) {
  // A model's process keeps nobody alive who waits for it.
  const awake = setInterval(() => undefined, 60_000);
  sections.push(
    await evaluateSecondStage(options.models, (share) => progress.show('second stage', share)),
  );
  clearInterval(awake);
}
progress.end('');

for (const { title, how, lines, targets = [] } of sections) {
  console.log(`\n${title}\n${how}\n\n${table(lines)}`);
  if (targets.length > 0) console.log(`\n${table(targets.map(targetLine))}`);
}
if (examples.length > 0) console.log(`\nFound in files, some of it\n\n${examples.join('\n')}`);
if (options.misses) console.log(`\n${missesOf()}`);
process.exitCode = sections.every(({ targets = [] }) => targets.every(isMet)) ? 0 : 1;
