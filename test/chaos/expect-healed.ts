import { expect, type RunnerTask } from 'vitest';
import type { GatewayHome } from '../support/gateway-process.js';
import { addRow } from '../support/table.js';
import { checkHealed, type Healed } from './check-healed.js';
import { nothingSeen, type Seen } from './load.js';

export interface Struck {
  readonly fault: string;
  /** What was open when it struck, such as "20 calls". */
  readonly inFlight: string;
  /** What callers saw from before the fault until after its healing. */
  readonly seen?: Partial<Readonly<Seen>>;
  /** What these calls have to cost, in nano. Without it: what their entries say of all sealed ones. */
  readonly owed?: ReadonlyMap<string, bigint>;
  /** When healing began, by the monotonic clock. */
  readonly sinceMs?: number;
  readonly heldElsewhere?: () => Promise<number>;
}

/**
 * Waits until nothing is open, writes the line of the table, and expects what holds after every fault:
 * no hold is left, `fsck` and `verify` find nothing, each served call is on record, and once, and each
 * costs what it has to.
 */
export async function expectHealed(
  task: RunnerTask,
  home: GatewayHome,
  { fault, inFlight, seen, owed, sinceMs, heldElsewhere }: Struck,
): Promise<Healed> {
  const { served, refused, slowestRefusalMs, interrupted } = { ...nothingSeen(), ...seen };
  const healed = await checkHealed(home, heldElsewhere);
  const expected = owed ?? healed.priced;
  const found = new Map([...healed.charged].filter(([id]) => owed === undefined || owed.has(id)));
  addRow(task, {
    fault,
    'in flight': inFlight,
    served: served.length,
    refused,
    'slowest refusal': slowestRefusalMs ? `${Math.round(slowestRefusalMs)} ms` : '',
    interrupted,
    'holds left': healed.holdsLeft,
    'fsck findings': healed.findings.length,
    'expected nano': sumOf(expected),
    'found nano': sumOf(found),
    'healed in': sinceMs === undefined ? '' : `${Math.round(healed.settledMs - sinceMs)} ms`,
  });
  expect([healed.holdsLeft, healed.findings]).toEqual([0, []]);
  expect(found).toEqual(expected);
  expectOnRecord(healed, served);
  return healed;
}

/** Below 2^53: a test spends no millions. */
const sumOf = (amounts: ReadonlyMap<string, bigint>): number =>
  Number([...amounts.values()].reduce((sum, nano) => sum + nano, 0n));

/** A call that was served in full is there once, at worst as one whose end was lost with its replica. */
export function expectOnRecord({ sealed }: Healed, served: readonly string[]): void {
  for (const id of served) {
    expect(sealed.get(id), `the call ${id}`).toHaveLength(1);
    expect(['call', 'interrupted']).toContain(sealed.get(id)?.[0]);
  }
}
