import type { Costs } from './costs.js';
import type { Setting } from './setting.js';

const SECONDS_PER_MONTH = 30.4 * 24 * 3_600;
const GIB = 2 ** 30;

/** At this rate day and night. GiB, indexes included. */
export interface Storage {
  readonly rowsPerMonth: number;
  /** The log's rows of the month and their salts, which is what `gw audit retain` drops. */
  readonly partitionGib: number;
  /** What stays for good, of each month: ledger, tree and checkpoints. */
  readonly stayingGib: number;
  /** When the oldest month kept is full: partitions kept, and as many months of what stays. */
  readonly keptGib: number;
  readonly walMibPerSecond: number;
}

export function storageOf(setting: Setting, costs: Costs): Storage {
  const { callsPerSecond, organisations, monthsKept } = setting;
  const rows = callsPerSecond * SECONDS_PER_MONTH;
  // A log is signed once a second while it grows.
  const checkpoints = Math.min(callsPerSecond, organisations) * SECONDS_PER_MONTH;
  const partitionGib = (rows * costs.rowBytes) / GIB;
  const stayingGib =
    (rows * (costs.ledgerBytes + costs.logBytes) + checkpoints * costs.checkpointBytes) / GIB;
  return {
    rowsPerMonth: rows,
    partitionGib,
    stayingGib,
    keptGib: monthsKept * (partitionGib + stayingGib),
    walMibPerSecond: (callsPerSecond * costs.walBytes) / 2 ** 20,
  };
}
