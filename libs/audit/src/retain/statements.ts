import type { Statement } from '#platform';

/** What tells of the log itself outlives every month: who verifies needs it. As the migration has it. */
const KEPT = `('key_rotation', 'fork', 'retention')`;

export const LIST_PARTITIONS: Statement = {
  name: 'retain-list-partitions',
  text: `
    SELECT substring(c.relname FROM 11) AS month, pg_total_relation_size(c.oid) AS bytes
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'audit_row'::regclass AND c.relname ~ '^audit_row_[0-9]{6}$'
    ORDER BY 1`,
};

/** Of the rows from `$1` up to `$2`: how many may go, and how many of them are in no log yet. */
export const COUNT_ROWS: Statement = {
  name: 'retain-count-rows',
  text: `
    SELECT count(*) AS rows, count(*) FILTER (WHERE l.id IS NULL) AS unsealed
    FROM audit_row r LEFT JOIN audit_leaf l ON l.id = r.id AND l.org_id = r.org_id
    WHERE r.at >= $1 AND r.at < $2 AND r.type NOT IN ${KEPT}`,
};

/**
 * The same rows as runs of neighbours in their logs. `isSaid`: an entry says already that they are dropped,
 * by a command that did not come to its end.
 */
export const LIST_RUNS: Statement = {
  name: 'retain-list-runs',
  text: `
    WITH said AS MATERIALIZED (
      SELECT a.id FROM audit_pruned p
      JOIN audit_leaf a ON a.org_id = p.org_id AND a.seq BETWEEN p.first_seq AND p.last_seq
      WHERE p.month = $3
    ), rows AS (
      SELECT r.org_id, l.seq, coalesce(r.price_nano, 0) AS nano,
        r.id IN (SELECT id FROM said) AS is_said
      FROM audit_row r JOIN audit_leaf l ON l.id = r.id AND l.org_id = r.org_id
      WHERE r.at >= $1 AND r.at < $2 AND r.type NOT IN ${KEPT}
    ), numbered AS (
      SELECT *, seq - row_number() OVER (PARTITION BY org_id, is_said ORDER BY seq) AS run FROM rows
    )
    SELECT org_id AS "organisationId", is_said AS "isSaid", min(seq) AS first, max(seq) AS last,
      sum(nano) AS nano
    FROM numbered GROUP BY org_id, is_said, run ORDER BY org_id, first`,
};

/** What retention alone may do, for as long as its transaction lasts. */
export const AS_RETENTION: Statement = {
  name: 'retain-as-retention',
  text: `SELECT set_config('role', 'gw_retention', true)`,
};

/** A page of the month's rows, by their ids. Answers the last of them. */
export const DELETE_SALTS: Statement = {
  name: 'retain-delete-salts',
  text: `
    WITH page AS MATERIALIZED (
      SELECT r.id FROM audit_row r
      WHERE r.at >= $1 AND r.at < $2 AND r.type NOT IN ${KEPT} AND r.id > $3
      ORDER BY r.id LIMIT $4
    ), gone AS (
      DELETE FROM audit_private p USING page WHERE p.id = page.id
    )
    SELECT id FROM page ORDER BY id DESC LIMIT 1`,
};

export const DROP_MONTH: Statement = {
  name: 'retain-drop-month',
  text: 'SELECT gw_drop_audit_month($1::date)',
};

/** Entries of a log that say what was dropped. */
export const LIST_RETENTIONS: Statement = {
  name: 'retain-list-retentions',
  text: `
    SELECT l.seq, l.id, r.entry FROM audit_row r JOIN audit_leaf l USING (id)
    WHERE r.org_id = $1 AND r.type = 'retention' ORDER BY l.seq`,
};

/** Said to be dropped, and still there: the command was ended between the two. */
export const COUNT_UNDROPPED: Statement = {
  name: 'retain-count-undropped',
  text: `
    SELECT count(*) AS runs FROM audit_pruned p
    JOIN audit_leaf l ON l.org_id = p.org_id AND l.seq = p.first_seq
    WHERE EXISTS (SELECT FROM audit_row r WHERE r.id = l.id)`,
};
