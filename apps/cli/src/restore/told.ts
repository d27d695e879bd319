import type { OnProgress } from '#platform';
import { withLine } from '../ask-gateway.js';

const BAR = 24;

/** A bar on a terminal while rows are copied; nothing elsewhere. */
export function withBar<Result>(
  work: (onProgress: OnProgress) => Promise<Result>,
): Promise<Result> {
  let share = 0;
  let at = '';
  const line = (seconds: number) => {
    const full = Math.round(share * BAR);
    const bar = `${'#'.repeat(full)}${' '.repeat(BAR - full)}`;
    return `[${bar}] ${Math.floor(share * 100)} %  ${at}  ${seconds} s`;
  };
  return withLine(line, () =>
    work((done, what) => {
      [share, at] = [done, what];
    }),
  );
}

const MIB = 1024 * 1024;

export const inMib = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;

export const sumOver = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);
