import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { counted } from '#kernel';
import { ADMIN_URL, askAdmin } from '../admin-api.js';
import { UsageError } from '../usage-error.js';
import { print } from '../with-instance.js';

const DAYS_MAX = 90;

interface Replayed {
  readonly calls: number;
  readonly priced: number;
  readonly cost_before: string;
  readonly cost_after: string;
  readonly currency: string;
  readonly demands: readonly Moved[];
  readonly moves: readonly Moved[];
}

interface Moved {
  readonly before: string;
  readonly after: string;
  readonly calls: number;
}

/** What the calls of the last days would have taken by another policy, and cost. */
export async function replayAutoPolicy(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      file: { type: 'string' },
      days: { type: 'string', default: '7' },
      url: { type: 'string', default: ADMIN_URL },
      json: { type: 'boolean', default: false },
    },
  });
  if (values.file === undefined) throw new UsageError('Which policy? Name its file with --file.');
  const days = Number(values.days);
  if (!Number.isInteger(days) || days < 1 || days > DAYS_MAX) {
    throw new UsageError(`--days is a whole number from 1 to ${DAYS_MAX}.`);
  }
  const auto = await readPolicy(values.file);
  if (!auto) return 1;
  const replayed = await askAdmin<Replayed>(values.url, 'auto/replay', { auto, days });
  if (!replayed) return 1;
  if (values.json) print(JSON.stringify(replayed, null, 2));
  else printReplayed(replayed, days);
  return 0;
}

/** Of a settings file, or of a part of one; the gateway says what is wrong with it. Undefined where it has none. */
async function readPolicy(file: string): Promise<object | undefined> {
  const document: unknown = parse(await readFile(file, 'utf8'));
  const { organisation } = (document ?? {}) as {
    readonly organisation?: { readonly auto?: object };
  };
  if (!organisation?.auto) print(`${file} has no organisation.auto.`);
  return organisation?.auto;
}

function printReplayed(replayed: Replayed, days: number): void {
  const { calls, priced, cost_before: before, cost_after: after, currency } = replayed;
  print(`${counted(calls, 'call')} to gw/auto in ${counted(days, 'day')}`);
  if (calls === 0) return;
  print(`cost of ${priced} of them: ${before} ${currency} before, ${after} ${currency} after`);
  print('\ndemand');
  replayed.demands.forEach(printMoved);
  print('\nmodel');
  replayed.moves.forEach(printMoved);
}

const printMoved = ({ before, after, calls }: Moved): void =>
  print(`  ${String(calls).padStart(6)}  ${before === after ? before : `${before} → ${after}`}`);
