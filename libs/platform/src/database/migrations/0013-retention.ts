import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Old months of `audit_row` may be dropped, once a sealed entry of the type `retention` in each log says
 * which rows go. Leaves, tiles, checkpoints and the ledger stay, and so do the entries that tell of the log
 * itself: the partition of a dropped month is made anew and holds them alone.
 */
export class Retention1763600000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SET LOCAL statement_timeout = 0'); // Each row is looked at once for the index.
    for (const statement of [INDEX, PRUNED, DROP_MONTH, RIGHTS]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const INDEX = `
-- What tells of the log itself: few rows among many.
CREATE INDEX audit_row_of_log ON audit_row (org_id, type)
  WHERE type IN ('key_rotation', 'fork', 'retention');
`;

const PRUNED = `
-- Runs of rows, first and last included, that a sealed entry says are dropped. Read from the entries by
-- pattern, since one that was tampered with must not end the check that finds it. Who trusts the database
-- alone reads this; signatures are for fsck and the verifiers.
CREATE VIEW audit_pruned AS
SELECT r.org_id, r.id, s.month, s.nano::numeric AS nano,
  split_part(run, '-', 1)::bigint AS first_seq, split_part(run, '-', 2)::bigint AS last_seq
FROM audit_row r JOIN audit_leaf l USING (id),
  LATERAL (SELECT encode(r.entry, 'escape') AS entry) e,
  LATERAL (SELECT
    substring(e.entry FROM '"month":"([0-9]{4}-[0-9]{2})"') AS month,
    substring(e.entry FROM '"detail":{[^}]*"nano":"(-?[0-9]{1,38})"') AS nano,
    substring(e.entry FROM '"ranges":"([-0-9 ]*)"') AS ranges) s,
  unnest(string_to_array(s.ranges, ' ')) AS run
WHERE r.type = 'retention' AND run ~ '^[0-9]{1,15}-[0-9]{1,15}$';
`;

const DROP_MONTH = `
-- Drops the rows of a month, all of which a sealed entry must name. Nobody writes to it meanwhile; who
-- reads any month for longer than a second makes it fail, and it is tried again.
CREATE FUNCTION gw_drop_audit_month(p_month date) RETURNS void
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
      SELECT org_id, first_seq, last_seq FROM audit_pruned WHERE month = %L
    )
    SELECT r.id FROM %I r LEFT JOIN audit_leaf l ON l.id = r.id AND l.org_id = r.org_id
    WHERE r.type NOT IN (''key_rotation'', ''fork'', ''retention'') AND NOT EXISTS (
      SELECT FROM said s
      WHERE s.org_id = r.org_id AND l.seq BETWEEN s.first_seq AND s.last_seq
    ) LIMIT 1', to_char(first, 'YYYY-MM'), name) INTO unsaid;
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

const RIGHTS = `
REVOKE ALL ON FUNCTION gw_drop_audit_month(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION gw_drop_audit_month(date) TO gw_retention;
GRANT SELECT ON audit_row TO gw_retention;
GRANT SELECT ON audit_pruned TO gw_app, gw_retention;
`;
