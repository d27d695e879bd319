/**
 * `npm run typed:eval`: how often the models of typed decisions are right, and whether they know when they are
 * not, on rows of which nothing was learnt, through the processes that the gateway runs. Prints tables, writes a
 * page with reliability plots, and ends with 1 when a target is missed.
 */
import { writeFileSync } from 'node:fs';
import { table } from '../../bench/report/table.js';
import { Progress } from '../../dlp/progress.js';
import { isMet, targetLine } from '../../support/targets.js';
import { AskedModel } from './asking.js';
import { reportAuto } from './auto.js';
import { reportLatency } from './latency.js';
import { readOptions } from './options.js';
import { pageOf } from './page.js';
import { answerQuestions, reportReader, type Reader } from './reader.js';
import { readRequests, reportRouter, type Router } from './router.js';
import { familyQuestions, heldOutRequests, publicQuestions, publicRequests } from './rows.js';
import type { Section } from './section.js';

const { models, only, rows, html } = readOptions(process.argv.slice(2));
const progress = new Progress('evaluating');
const sections: Section[] = [];

async function evaluateRouter(): Promise<Router> {
  const router: Router = await AskedModel.start(models, 'router');
  const { dev, scored } = heldOutRequests();
  const sets = [
    ...publicRequests(rows),
    { name: 'by hand, held-out author', rows: scored, isPublic: false },
  ];
  const found = [];
  for (const set of sets) {
    const read = await readRequests(router, set.rows, (share) => progress.show(set.name, share));
    found.push({ ...set, found: read });
  }
  sections.push(reportRouter(found, router.tookMs));
  const devRead = await readRequests(router, dev, (share) => progress.show('thresholds', share));
  sections.push(reportAuto(devRead, found.at(-1)?.found ?? []));
  return router;
}

async function evaluateReader(): Promise<Reader> {
  const reader: Reader = await AskedModel.start(models, 'typed');
  const found = [];
  for (const set of [...publicQuestions(rows), ...familyQuestions(rows)]) {
    const answered = await answerQuestions(reader, set.rows, (share) =>
      progress.show(set.name, share),
    );
    found.push({ ...set, found: answered });
  }
  sections.push(reportReader(found, reader.tookMs));
  return reader;
}

// A model's process keeps nobody alive who waits for it.
const awake = setInterval(() => undefined, 60_000);
const router = only === 'typed' ? null : await evaluateRouter();
const reader = only === 'router' ? null : await evaluateReader();
sections.push(await reportLatency(models, router, reader));
await Promise.all([router?.stop(), reader?.stop()]);
clearInterval(awake);
progress.end('');

for (const { title, how, lines, targets } of sections) {
  console.log(`\n${title}\n${how}\n\n${table(lines)}`);
  if (targets.length > 0) console.log(`\n${table(targets.map(targetLine))}`);
}
writeFileSync(html, pageOf(sections));
console.log(`\n${html}`);
process.exitCode = sections.every(({ targets }) => targets.every(isMet)) ? 0 : 1;
