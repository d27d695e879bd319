import { counted } from '#kernel';
import type { Database, Queries } from '#platform';
import type { CheckpointSigner } from '../log/checkpoint-signer.js';
import { COUNT_UNDROPPED } from '../retain/statements.js';
import { ASSERTIONS, CASES_MAX } from './assertions.js';
import { checkLog } from './check-log.js';
import {
  COUNT_DEFAULT_ROWS,
  LIST_LOGS,
  LIST_UNSIGNED_ROWS,
  NO_TIME_LIMIT,
  ONE_SNAPSHOT,
} from './statements.js';

export interface Finding {
  /** What must hold. */
  readonly assertion: string;
  /** The first places where it does not. */
  readonly cases: readonly string[];
}

export interface FsckReport {
  readonly isGood: boolean;
  readonly findings: readonly Finding[];
  /** Nothing is wrong, but an operator should know. */
  readonly warnings: readonly string[];
  readonly logs: number;
  /** Sealed rows. */
  readonly rows: number;
}

/**
 * Checks what the database says about calls against itself and against the signatures: counters,
 * ledger, open calls, log. It reads one snapshot, so it may run beside a working gateway.
 */
export function fsck(database: Database, signer: CheckpointSigner): Promise<FsckReport> {
  return database.transaction(async (tx) => {
    await tx.query(ONE_SNAPSHOT);
    await tx.query(NO_TIME_LIMIT);
    const found = new Map<string, string[]>();
    const report = (assertion: string, at: string) => {
      const cases = found.get(assertion) ?? [];
      if (cases.length < CASES_MAX) found.set(assertion, [...cases, at]);
    };
    for (const { name, holds, failing } of ASSERTIONS) {
      const cases = await tx.query<{ at: string }>({ name: `fsck-${name}`, text: failing });
      for (const { at } of cases) report(holds, at);
    }
    const logs = await tx.query<{ organisationId: string }>(LIST_LOGS);
    let rows = 0;
    for (const { organisationId } of logs) {
      rows += await checkLog(tx, signer, { organisationId, report });
    }
    return {
      isGood: found.size === 0,
      findings: [...found].map(([assertion, cases]) => ({ assertion, cases })),
      warnings: await warningsOf(tx),
      logs: logs.length,
      rows,
    };
  });
}

async function warningsOf(queries: Queries): Promise<string[]> {
  const [stray] = await queries.query<{ count: string }>(COUNT_DEFAULT_ROWS);
  const unsigned = await queries.query<{ organisationId: string; rows: string }>(
    LIST_UNSIGNED_ROWS,
  );
  const [undropped] = await queries.query<{ runs: string }>(COUNT_UNDROPPED);
  const isUndropped = undropped !== undefined && undropped.runs !== '0';
  const isStray = stray !== undefined && stray.count !== '0';
  return [
    ...(isStray
      ? [
          `In the default partition: ${counted(Number(stray.count), 'row')}, whose month was made too late.`,
        ]
      : []),
    ...(isUndropped
      ? ['A month was said to be dropped and is still there: run gw audit retain again.']
      : []),
    ...unsigned.map(
      ({ organisationId, rows }) =>
        `log ${organisationId}: ${counted(Number(rows), 'row')} at its end under no checkpoint yet, so nothing proves them.`,
    ),
  ];
}
