import { Injectable } from '@nestjs/common';
import { Settlement, type ResolvedHold } from '#call';
import {
  bigintArray,
  smallintArray,
  textArray,
  uuidArray,
  type Statement,
  type Tx,
} from '#platform';
import { readCounterKeys } from '../admission/counters.js';

const MOVE: Statement = {
  name: 'meter-move-counters',
  text: `SELECT gw_move_counters($1::smallint[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[])`,
};

/** Takes resolved holds off `held` and adds what they cost to `spent`, once for a whole batch. */
@Injectable()
export class PostgresSettlement extends Settlement {
  async settle(tx: Tx, resolved: readonly ResolvedHold[]): Promise<void> {
    const sums = new Map<
      string,
      { scope: number; id: string; period: string; held: bigint; spent: bigint }
    >();
    for (const { counters, holdNano, nano } of resolved) {
      for (const { key, scope, id, period } of readCounterKeys(counters)) {
        const sum = sums.get(key) ?? { scope, id, period, held: 0n, spent: 0n };
        sum.held -= holdNano;
        sum.spent += nano;
        sums.set(key, sum);
      }
    }
    if (sums.size === 0) return;
    const ordered = [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const rows = ordered.map(([, sum]) => sum);
    await tx.query(MOVE, [
      smallintArray(rows.map((row) => row.scope)),
      uuidArray(rows.map((row) => row.id)),
      textArray(rows.map((row) => row.period)),
      bigintArray(rows.map((row) => row.held)),
      bigintArray(rows.map((row) => row.spent)),
    ]);
  }
}
