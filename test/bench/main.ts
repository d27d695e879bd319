/**
 * `npm run bench`: the gateway with everything on, in turns with a bare proxy and with Portkey, all
 * of them calling the same mock upstream. Prints a table, writes JSON, fails on errors only.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readOptions } from './options.js';
import type { Options } from './plan.js';
import { measureProtection } from './protection/measure-protection.js';
import { changesOf, judgeChanges } from './report/changes.js';
import { collectFacts } from './report/facts.js';
import { judge } from './report/judge.js';
import { Progress } from './report/progress.js';
import { summarise } from './report/summary.js';
import { writeReport } from './report/write-report.js';
import { NO_CALLS, run } from './run.js';

async function bench(options: Options): Promise<boolean> {
  const facts = collectFacts(options);
  const progress = new Progress();
  const { kinds } = options;
  const measure = async () => ({
    results: kinds.some((kind) => kind !== 'protection') ? await run(options, progress) : NO_CALLS,
    protection: kinds.includes('protection') ? await measureProtection(options, progress) : null,
  });
  const { results, protection } = await measure().finally(() => progress.end());
  const rows = summarise(results);
  const isJudged = !options.isSmoke && options.against === null && results !== NO_CALLS;
  const verdicts = isJudged ? judge(rows) : [];
  const changes = changesOf(rows);
  const changeVerdicts = options.isSmoke ? [] : judgeChanges(changes);
  const judged = { verdicts, changes, changeVerdicts };
  process.stdout.write(writeReport({ facts, options, results, rows, protection, ...judged }));
  const summary = rows.map((row) => ({ ...row, bySubject: Object.fromEntries(row.bySubject) }));
  await mkdir(dirname(options.jsonFile), { recursive: true });
  await writeFile(
    options.jsonFile,
    `${JSON.stringify({ facts, options, ...judged, summary, ...results, protection }, null, 2)}\n`,
  );
  process.stdout.write(`\nAll numbers: ${options.jsonFile}\n`);
  return results.faults.length === 0;
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const options = readOptions(process.argv.slice(2)); // Checked by tools/check-options.mjs before.
try {
  process.exit((await bench(options)) ? 0 : 1);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1); // A child that did not start must not keep this process.
}
