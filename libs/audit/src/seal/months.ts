import type { Database } from '#platform';
import { faultOf } from '../record/database-fault.js';
import { ENSURE_MONTH } from './statements.js';

const MONTHS_AHEAD = 3; // A worker that is down for weeks must not send rows to the default partition.

/** Makes the partitions of this month and the next ones. Rows without one go to the default. */
export async function ensureMonths(database: Database, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
    try {
      await database.query(ENSURE_MONTH, [month.toISOString().slice(0, 10)]);
    } catch (error) {
      // Rows of this month already lie in the default partition. They are as safe there; fsck tells.
      if (faultOf(error) !== 'row') throw error;
    }
  }
}
