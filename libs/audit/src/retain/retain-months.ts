import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from '#kernel';
import type { Config, Database } from '#platform';
import { BLANK } from '../entry/blank-entry.js';
import { timestampOf } from '../entry/timestamp.js';
import type { CheckpointSigner } from '../log/checkpoint-signer.js';
import { rowOf, type SealedRow } from '../record/sealed-row.js';
import { writeRows } from '../record/write-rows.js';
import type { ForkTools } from '../recover/accept-fork.js';
import { ANCHOR_FILE } from '../seal/anchors.js';
import { NO_TIME_LIMIT } from '../verify/statements.js';
import { exportVerified } from './export-months.js';
import {
  boundsOf,
  listMonths,
  listRuns,
  type Month,
  type MonthRun,
  type MonthSize,
  monthOf,
  monthsAfter,
  YOUNGEST_KEPT,
} from './months.js';
import { countOf } from './pruned-rows.js';
import { writeRetention } from './retention-entry.js';
import { AS_RETENTION, DELETE_SALTS, DROP_MONTH } from './statements.js';

const RUNS_MAX = 400; // Of one entry: two numbers of up to 15 digits each, within its 16 KiB.
const SALTS_MAX = 10_000; // Deleted by one statement.
const NO_ID = '00000000-0000-0000-0000-000000000000';
const DROP_TRIES = 10; // Each waits a second for whoever reads.
const LOCKED = '55P03';

export interface RetentionTools extends ForkTools {
  readonly config: Pick<Config, 'anchorDir'>;
  readonly signer: CheckpointSigner;
}

export interface Retained {
  readonly months: readonly MonthSize[];
  /** Folders of exports, each verified. */
  readonly exports: readonly string[];
}

/** The first month that must stay: nothing before the month before this one is needed while running. */
export const keptFrom = (nowMs: number): Month => monthsAfter(monthOf(nowMs), -YOUNGEST_KEPT);

/**
 * Drops the rows of all months before one: exported and verified first, then said in each log by a sealed
 * entry, then gone. Ended at any point, it is finished by being run again.
 * @throws when a month is too young, a log was set back, a row is not sealed or an export does not verify
 */
export async function retainMonths(
  tools: RetentionTools,
  { before, dir }: { readonly before: Month; readonly dir: string },
): Promise<Retained> {
  const { database, clock, anchors } = tools;
  if (before > keptFrom(clock.nowMs())) {
    throw new Error(
      `Rows of ${keptFrom(clock.nowMs())} and later are needed: name no later month.`,
    );
  }
  const [lost] = await anchors.findLost();
  if (lost) throw new Error(`The log ${lost.organisationId} was set back: accept the fork first.`);
  await seal(tools);
  const months = await listMonths(database, before);
  for (const { month, unsealed } of months) {
    if (unsealed > 0)
      throw new Error(`In no log: ${counted(unsealed, 'row')} of ${month}. gw audit repair.`);
  }
  const runs = new Map<Month, readonly MonthRun[]>();
  for (const { month } of months) runs.set(month, await listRuns(database, month));
  const exports = await exportRuns(tools, dir, [...runs.values()].flat());
  const entries = [...runs].flatMap(([month, all]) => entriesOf(tools, month, all));
  if (entries.length > 0) await writeRows(database, entries);
  await seal(tools);
  for (const { month } of months) {
    await deleteSalts(database, month);
    await dropMonth(database, month);
  }
  return { months, exports };
}

/** All that is recorded is in its log, under a checkpoint, and anchored. */
async function seal({ pass, anchors }: RetentionTools): Promise<void> {
  await pass.adoptUnsigned();
  while ((await pass.run({ isFinal: true }))?.isFull);
  await anchors.tick();
}

async function exportRuns(
  { database, signer, config }: RetentionTools,
  dir: string,
  runs: readonly MonthRun[],
): Promise<string[]> {
  if (runs.length === 0) return []; // Of an empty log there may be no anchors.
  const anchors = await readFile(join(config.anchorDir, ANCHOR_FILE), 'utf8');
  const folders: string[] = [];
  for (const [organisationId, own] of Map.groupBy(runs, (run) => run.organisationId)) {
    const from = Math.min(...own.map(({ first }) => first));
    const to = Math.max(...own.map(({ last }) => last)) + 1;
    const source = { database, signer, organisationId };
    folders.push(await exportVerified(source, dir, { from, to, anchors }));
  }
  return folders;
}

function entriesOf(tools: RetentionTools, month: Month, runs: readonly MonthRun[]): SealedRow[] {
  const unsaid = runs.filter(({ isSaid }) => !isSaid);
  return [...Map.groupBy(unsaid, (run) => run.organisationId)].flatMap(([organisationId, own]) =>
    Array.from({ length: Math.ceil(own.length / RUNS_MAX) }, (_, at) =>
      entryOf(tools, organisationId, month, own.slice(at * RUNS_MAX, (at + 1) * RUNS_MAX)),
    ),
  );
}

function entryOf(
  { clock, ids, replica, signer }: RetentionTools,
  organisationId: string,
  month: Month,
  runs: readonly MonthRun[],
): SealedRow {
  const at = timestampOf(clock.nowMs());
  const nano = String(runs.reduce((sum, run) => sum + run.nano, 0n));
  const retention = { month, rows: countOf(runs), nano, runs };
  const entry = {
    ...BLANK,
    type: 'retention' as const,
    id: ids.callId(),
    org: organisationId,
    workload: null,
    at,
    ended_at: at,
    outcome: 'ok' as const,
    replica: replica.value,
    detail: writeRetention(signer.originOf(organisationId), retention, (text) =>
      signer.signText(organisationId, text),
    ),
  };
  return rowOf(entry, { hasIntent: false, salt: null, charge: null });
}

async function deleteSalts(database: Database, month: Month): Promise<void> {
  let after: string | undefined = NO_ID;
  while (after !== undefined) {
    const page: readonly unknown[] = [...boundsOf(month), after, SALTS_MAX];
    const [last] = await database.transaction(async (tx) => {
      await tx.query(NO_TIME_LIMIT);
      await tx.query(AS_RETENTION);
      return tx.query<{ id: string }>(DELETE_SALTS, page);
    });
    after = last?.id;
  }
}

async function dropMonth(database: Database, month: Month): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction(async (tx) => {
        await tx.query(NO_TIME_LIMIT);
        await tx.query(AS_RETENTION);
        await tx.query(DROP_MONTH, [`${month}-01`]);
      });
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === LOCKED;
      if (!isLocked || tries === DROP_TRIES) throw error;
    }
  }
}
