import type { Nano } from '#kernel';

/** An entry of credit, as far as it says what is left of others. */
export interface CreditStep {
  readonly id: string;
  /** Negative for what is taken. */
  readonly nano: Nano;
  readonly endsAt: Date | null;
  /** The entry whose end this one says. */
  readonly endedId: string | null;
  /** What all calls had used when it was made; null in entries from before credit could end. */
  readonly usedNano: Nano | null;
}

/**
 * What is left of each entry that brought credit and has not ended, by its id. Credit is used in the order in which
 * it ends, and only by what was used since it is there. What was once used stays so, also where a call gave back
 * what it had held.
 *
 * @param entries oldest first
 * @param usedNano by all calls until now
 */
export function leftOfEach(
  entries: readonly CreditStep[],
  usedNano: Nano,
): ReadonlyMap<string, Nano> {
  const left = new Map<string, Nano>();
  let live: readonly CreditStep[] = [];
  let drawnNano = 0n;
  const draw = (nano: Nano): void => {
    let rest = nano;
    for (const { id } of live) {
      const has = left.get(id) ?? 0n;
      const taken = has < rest ? has : rest;
      left.set(id, has - taken);
      rest -= taken;
    }
  };
  const drawTo = (usedThen: Nano): void => {
    if (usedThen <= drawnNano) return;
    draw(usedThen - drawnNano);
    drawnNano = usedThen;
  };
  for (const entry of entries) {
    if (entry.usedNano !== null) drawTo(entry.usedNano);
    if (entry.nano > 0n) {
      left.set(entry.id, entry.nano);
      live = [...live, entry].toSorted(byEnd);
    } else if (entry.endedId === null) draw(-entry.nano);
    else {
      left.delete(entry.endedId);
      live = live.filter(({ id }) => id !== entry.endedId);
    }
  }
  drawTo(usedNano);
  return left;
}

/** Those of one moment in the order of their ids, which is that of their making. */
export function byEnd(one: CreditStep, other: CreditStep): number {
  const [a, b] = [one.endsAt?.getTime() ?? Infinity, other.endsAt?.getTime() ?? Infinity];
  if (a !== b) return a < b ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
