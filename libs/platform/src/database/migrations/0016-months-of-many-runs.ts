import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A month whose rows are many short runs of their log took a comparison of each row with each run to drop.
 * Now the rows that were said to go are looked up by their runs, and compared by id.
 */
export class MonthsOfManyRuns1763600000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DROP_MONTH);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const DROP_MONTH = `
-- As it was, but for the check.
CREATE OR REPLACE FUNCTION gw_drop_audit_month(p_month date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
SET lock_timeout = '1s' AS $$
DECLARE
  first date := date_trunc('month', p_month)::date;
  name text := 'audit_row_' || to_char(first, 'YYYYMM');
  dropped text := name || '_dropped';
  unsaid uuid;
BEGIN
  IF first >= date_trunc('month', now()) - interval '1 month' THEN
    RAISE EXCEPTION 'the month % is too young to be dropped', to_char(first, 'YYYY-MM')
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF to_regclass(name) IS NULL THEN RETURN; END IF;
  EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', name);
  EXECUTE format('
    WITH said AS MATERIALIZED (
      SELECT a.id, a.org_id FROM audit_pruned p
      JOIN audit_leaf a ON a.org_id = p.org_id AND a.seq BETWEEN p.first_seq AND p.last_seq
      WHERE p.month = %L
    )
    SELECT r.id FROM %I r
    WHERE r.type NOT IN (''key_rotation'', ''fork'', ''retention'')
      AND NOT EXISTS (SELECT FROM said s WHERE s.id = r.id AND s.org_id = r.org_id)
    LIMIT 1', to_char(first, 'YYYY-MM'), name) INTO unsaid;
  IF unsaid IS NOT NULL THEN
    RAISE EXCEPTION 'no sealed entry says that row % is dropped', unsaid
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  EXECUTE format('ALTER TABLE audit_row DETACH PARTITION %I', name);
  EXECUTE format('ALTER TABLE %I RENAME TO %I', name, dropped);
  PERFORM gw_ensure_audit_month(first);
  EXECUTE format('INSERT INTO audit_row SELECT * FROM %I
    WHERE type IN (''key_rotation'', ''fork'', ''retention'')', dropped);
  EXECUTE format('DROP TABLE %I', dropped);
END $$;
`;
