import type { Settlement } from '#call';
import { type Queries, type Statement, uuidArray } from '#platform';

/**
 * Calls that are not open any more, with what the ledger says they cost. One without a ledger entry
 * was refused, or was never let in: it costs nothing.
 */
const FIND_ENDED: Statement = {
  name: 'recover-find-ended',
  text: `
    SELECT held.id, coalesce(l.nano, 0) AS nano
    FROM unnest($1::uuid[]) AS held(id)
    LEFT JOIN ledger_entry l ON l.id = held.id AND l.kind <> 4
    WHERE NOT EXISTS (SELECT FROM call_intent i WHERE i.id = held.id)`,
};

/**
 * Ends holds outside of the database whose settlement was lost: the replica died between the record
 * and the settlement, or the counters could not be reached then. The ledger says what is due.
 */
export async function settleLeftHolds(
  queries: Queries,
  settlement: Settlement,
  ageMs: number,
): Promise<void> {
  const held = new Map((await settlement.listHeld(ageMs)).map((call) => [call.callId, call]));
  if (held.size === 0) return;
  const ended = await queries.query<{ id: string; nano: string }>(FIND_ENDED, [
    uuidArray([...held.keys()]),
  ]);
  await settlement.settle(
    ended.flatMap(({ id, nano }) => {
      const call = held.get(id);
      return call ? [{ ...call, nano: BigInt(nano) }] : [];
    }),
  );
}
