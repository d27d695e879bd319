import { parseArgs } from 'node:util';
import { keptFrom, listMonths, MONTH, type MonthSize, retainMonths } from '#audit';
import { SystemClock } from '#kernel';
import { UsageError } from '../usage-error.js';
import { print, withInstance } from '../with-instance.js';
import { logTools } from './log-tools.js';

const MIB = 1024 * 1024;

/** Shows which months would be dropped; with `--yes` exports, verifies and drops them. */
export async function retainAudit(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      before: { type: 'string' },
      export: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  });
  const before = readMonth(values.before);
  const { export: dir, yes } = values;
  if (!yes) {
    return withInstance(async ({ database }) => {
      printMonths(await listMonths(database, before));
      print('Nothing was dropped. With --export <dir> --yes it is.');
      return 0;
    });
  }
  if (dir === undefined) throw new UsageError('Where to? --export takes a folder for the rows.');
  return withInstance(async (instance, config) => {
    const tools = logTools(instance, config);
    const { months, exports } = await retainMonths(tools, { before, dir });
    await tools.anchors.stop();
    for (const folder of exports) print(`exported and verified: ${folder}`);
    printMonths(months);
    if (months.length > 0) print('They are dropped. Each log says so, and every proof stays good.');
    return 0;
  });
}

/** @throws UsageError */
function readMonth(text: string | undefined): string {
  if (text === undefined || !MONTH.test(text)) {
    throw new UsageError('Which months? --before takes the first that stays, as in 2026-08.');
  }
  const latest = keptFrom(new SystemClock().nowMs());
  if (text <= latest) return text;
  throw new UsageError(`Rows of ${latest} and later are needed: --before takes ${latest} at most.`);
}

function printMonths(months: readonly MonthSize[]): void {
  if (months.length === 0) return print('There is no month before it that has rows to drop.');
  print('month          rows         MiB');
  for (const { month, rows, bytes } of months) {
    print(`${month}${String(rows).padStart(12)}${(bytes / MIB).toFixed(1).padStart(12)}`);
  }
}
