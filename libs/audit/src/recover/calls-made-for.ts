import type { Statement, Tx } from '#platform';
import { NO_TIME_LIMIT } from '../verify/statements.js';

/**
 * Who made a call stands in its entry alone: the entries of its workload are looked through, of the day that follows. No
 * request lasts as long.
 */
const MADE_FOR: Statement = {
  name: 'audit-calls-made-for',
  text: `WITH RECURSIVE asked AS (SELECT workload_id, at FROM audit_row WHERE id = $1),
    near AS MATERIALIZED (
      SELECT r.id, (substring(convert_from(r.entry, 'UTF8') FROM '"parent":"([0-9a-f-]{36})"'))::uuid AS parent
      FROM asked JOIN audit_row r ON r.workload_id = asked.workload_id
        AND r.at >= asked.at AND r.at < asked.at + interval '1 day'
      WHERE r.type IN ('call', 'refusal') AND position('"parent":"'::bytea IN r.entry) > 0
    ), made AS (
      SELECT id FROM near WHERE parent = $1
      UNION SELECT near.id FROM near JOIN made ON near.parent = made.id
    ) SELECT id FROM made`,
};

/**
 * Calls that the gateway made on behalf of one, and of these: rounds and searches of a chat, judges of its scope.
 * They hold what the call held.
 *
 * @returns their ids
 */
export async function callsMadeFor(tx: Tx, callId: string): Promise<readonly string[]> {
  await tx.query(NO_TIME_LIMIT);
  return (await tx.query<{ id: string }>(MADE_FOR, [callId])).map(({ id }) => id);
}
