import type { Statement } from '#platform';

export const FIND_LEAVES: Statement = {
  name: 'verify-find-leaves',
  text: `
    SELECT leaf_hash AS leaf FROM audit_leaf
    WHERE org_id = $1 AND seq >= $2 AND seq < $3 ORDER BY seq`,
};

export const FIND_SEQ: Statement = {
  name: 'verify-find-seq',
  text: 'SELECT org_id AS "organisationId", seq FROM audit_leaf WHERE id = $1',
};

export const NEWEST_CHECKPOINT: Statement = {
  name: 'verify-newest-checkpoint',
  text: 'SELECT size, note FROM audit_checkpoint WHERE org_id = $1 ORDER BY size DESC LIMIT 1',
};

/** The first checkpoint that covers all rows before `$2`. */
export const COVERING_CHECKPOINT: Statement = {
  name: 'verify-covering-checkpoint',
  text: `
    SELECT size FROM audit_checkpoint WHERE org_id = $1 AND size >= $2 ORDER BY size LIMIT 1`,
};

export const LIST_CHECKPOINTS: Statement = {
  name: 'verify-list-checkpoints',
  text: `
    SELECT size, note FROM audit_checkpoint
    WHERE org_id = $1 AND size > $2 AND size <= $3 ORDER BY size`,
};

/** Entries in the order of the log; null where the row is gone. */
export const LIST_ENTRIES: Statement = {
  name: 'verify-list-entries',
  text: `
    SELECT l.seq, l.leaf_hash AS leaf, r.entry
    FROM audit_leaf l LEFT JOIN audit_row r ON r.id = l.id
    WHERE l.org_id = $1 AND l.seq >= $2 AND l.seq < $3 ORDER BY l.seq`,
};

export const COUNT_TILES: Statement = {
  name: 'verify-count-tiles',
  text: 'SELECT count(*) AS count FROM audit_tile WHERE org_id = $1',
};

export const FIND_HEAD: Statement = {
  name: 'verify-find-head',
  text: 'SELECT frontier FROM audit_head WHERE org_id = $1',
};

/** Every leaf with the whole row that it stands for. */
export const LIST_ROWS: Statement = {
  name: 'verify-list-rows',
  text: `
    SELECT l.seq, l.id AS "leafId", l.leaf_hash AS leaf, r.*
    FROM audit_leaf l LEFT JOIN audit_row r ON r.id = l.id
    WHERE l.org_id = $1 AND l.seq > $2 ORDER BY l.seq LIMIT $3`,
};

export const LIST_LOGS: Statement = {
  name: 'verify-list-logs',
  text: `
    SELECT org_id AS "organisationId" FROM audit_head
    UNION SELECT org_id FROM audit_leaf UNION SELECT org_id FROM audit_checkpoint ORDER BY 1`,
};

export const COUNT_DEFAULT_ROWS: Statement = {
  name: 'verify-count-default-rows',
  text: 'SELECT count(*) AS count FROM audit_row_default',
};

/** Rows at the end of logs that no checkpoint covers yet. */
export const LIST_UNSIGNED_ROWS: Statement = {
  name: 'verify-list-unsigned-rows',
  text: `
    SELECT h.org_id AS "organisationId", h.size - coalesce(max(c.size), 0) AS rows
    FROM audit_head h LEFT JOIN audit_checkpoint c ON c.org_id = h.org_id
    GROUP BY h.org_id, h.size HAVING h.size > coalesce(max(c.size), 0) ORDER BY 1`,
};

export const ONE_SNAPSHOT: Statement = {
  name: 'verify-one-snapshot',
  text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY',
};

/** A whole log may take longer than any query of the gateway's may. */
export const NO_TIME_LIMIT: Statement = {
  name: 'verify-no-time-limit',
  text: 'SET LOCAL statement_timeout = 0',
};

export const LIST_ROTATIONS: Statement = {
  name: 'verify-list-rotations',
  text: `
    SELECT l.seq, r.entry FROM audit_row r JOIN audit_leaf l USING (id)
    WHERE r.org_id = $1 AND r.type = 'key_rotation' ORDER BY l.seq`,
};
