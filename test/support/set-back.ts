import type { Database } from '#platform';

/** The tables that hold a log; the triggers that keep them whole do not hold who restores a backup. */
const TABLES = [
  'audit_checkpoint',
  'audit_tile',
  'audit_leaf',
  'audit_head',
  'audit_row',
  'ledger_entry',
] as const;

/**
 * Sets one log back to how it was, as a restored backup does.
 *
 * @param owner of the database, who may do anything
 * @returns the restoring
 */
export async function backUp(
  owner: Database,
  organisationId: string,
): Promise<() => Promise<void>> {
  const run = <Row>(text: string) => owner.dataSource.query<Row[]>(text, [organisationId]);
  const [head] = await run<{ size: string; frontier: Buffer }>(
    'SELECT size, frontier FROM audit_head WHERE org_id = $1',
  );
  const size = Number(head?.size ?? 0);
  return async () => {
    for (const table of TABLES) {
      await owner.dataSource.query(`ALTER TABLE ${table} DISABLE TRIGGER append_only`);
    }
    await run(`DELETE FROM audit_checkpoint WHERE org_id = $1 AND size > ${size}`);
    await run(
      `DELETE FROM audit_tile WHERE org_id = $1 AND level = 0 AND (idx + 1) * 256 > ${size}`,
    );
    await run(`DELETE FROM ledger_entry e USING audit_leaf l
      WHERE l.org_id = $1 AND l.seq >= ${size} AND e.id = l.id`);
    await run(`DELETE FROM audit_row r USING audit_leaf l
      WHERE l.org_id = $1 AND l.seq >= ${size} AND r.id = l.id`);
    await run(`DELETE FROM audit_leaf WHERE org_id = $1 AND seq >= ${size}`);
    await run('DELETE FROM audit_head WHERE org_id = $1');
    if (head) {
      await owner.dataSource.query(
        'INSERT INTO audit_head (org_id, size, frontier) VALUES ($1, $2, $3)',
        [organisationId, size, head.frontier],
      );
    }
    await owner.dataSource.query(`UPDATE meter_counter SET spent = coalesce((
      SELECT sum(nano) FROM ledger_entry l
      WHERE scope || ':' || scope_id || ':' || period = ANY (string_to_array(l.counters, ' '))), 0)`);
    for (const table of TABLES) {
      await owner.dataSource.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER append_only`);
    }
  };
}
