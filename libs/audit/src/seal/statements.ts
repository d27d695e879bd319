import type { Statement } from '#platform';

/** Any number that nothing else on the server uses as a lock. */
export const SEAL_LOCK = 7_170_002;

/** What seals works as this role, in its own transactions only: no other may do what it does. */
const AS_SEALER = `set_config('role', 'gw_seal', true)`;

/** The lock ends with its transaction, so it works through a connection pooler and a crash. */
export const TRY_LOCK: Statement = {
  name: 'seal-try-lock',
  text: `SELECT ${AS_SEALER}, pg_try_advisory_xact_lock($1) AS "isLocked"`,
};

export const WAIT_FOR_LOCK: Statement = {
  name: 'seal-wait-for-lock',
  text: `SELECT ${AS_SEALER}, pg_advisory_xact_lock($1)`,
};

/**
 * What is pending becomes leaves behind the last ones of their logs. Under the lock nobody else
 * reads or writes heads, takes pending rows or appends leaves. Rows are taken by visibility, not by
 * number ranges: one that commits late is simply taken later. Returns what each log gained, its
 * leaf hashes one after the other.
 */
export const APPEND_PENDING: Statement = {
  name: 'seal-append-pending',
  text: `
    WITH taken AS (
      DELETE FROM audit_pending
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM audit_pending ORDER BY n LIMIT $1))
      RETURNING n, org_id, id, leaf_hash
    ), placed AS MATERIALIZED (
      SELECT t.org_id, t.id, t.leaf_hash,
        coalesce(h.size, 0) + row_number() OVER (PARTITION BY t.org_id ORDER BY t.n) - 1 AS seq
      FROM taken t LEFT JOIN audit_head h USING (org_id)
    ), appended AS (
      INSERT INTO audit_leaf (org_id, seq, id, leaf_hash)
      SELECT org_id, seq, id, leaf_hash FROM placed
    ), gained AS (
      SELECT org_id, string_agg(leaf_hash, ''::bytea ORDER BY seq) AS leaves
      FROM placed GROUP BY org_id
    )
    SELECT org_id AS "organisationId", coalesce(size, 0) AS size,
      coalesce(frontier, ''::bytea) AS frontier, leaves
    FROM gained LEFT JOIN audit_head USING (org_id)`,
};

export const SAVE_HEADS: Statement = {
  name: 'seal-save-heads',
  text: `
    INSERT INTO audit_head (org_id, size, frontier)
    SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bytea[])
    ON CONFLICT (org_id) DO UPDATE SET size = excluded.size, frontier = excluded.frontier`,
};

/** Whole tiles only: `$2` and `$3` are multiples of 256. */
export const FILL_LEAF_TILES: Statement = {
  name: 'seal-fill-leaf-tiles',
  text: `
    INSERT INTO audit_tile (org_id, level, idx, hashes)
    SELECT l.org_id, 0, l.seq / 256, string_agg(l.leaf_hash, ''::bytea ORDER BY l.seq)
    FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS filled(org_id, first_seq, end_seq)
    JOIN audit_leaf l ON l.org_id = filled.org_id
      AND l.seq >= filled.first_seq AND l.seq < filled.end_seq
    GROUP BY l.org_id, l.seq / 256`,
};

export const FIND_TILES: Statement = {
  name: 'audit-find-tiles',
  text: `
    SELECT hashes FROM audit_tile
    WHERE org_id = $1 AND level = $2 AND idx >= $3 AND idx < $4 ORDER BY idx`,
};

export const INSERT_TILE: Statement = {
  name: 'seal-insert-tile',
  text: 'INSERT INTO audit_tile (org_id, level, idx, hashes) VALUES ($1, $2, $3, $4)',
};

/** Heads that grew since their newest checkpoint. */
export const FIND_UNSIGNED: Statement = {
  name: 'seal-find-unsigned',
  text: `
    SELECT h.org_id AS "organisationId", h.size, h.frontier
    FROM audit_head h
    WHERE h.org_id = ANY ($1::uuid[])
      AND NOT EXISTS (
        SELECT FROM audit_checkpoint c WHERE c.org_id = h.org_id AND c.size >= h.size
      )`,
};

export const INSERT_CHECKPOINTS: Statement = {
  name: 'seal-insert-checkpoints',
  text: `
    INSERT INTO audit_checkpoint (org_id, size, note, at)
    SELECT org_id, size, note, $4 FROM unnest($1::uuid[], $2::bigint[], $3::text[])
      AS signed(org_id, size, note)`,
};

/** Logs whose head has no checkpoint: left by a sealer that ended between the two. */
export const LIST_UNSIGNED: Statement = {
  name: 'seal-list-unsigned',
  text: `
    SELECT org_id AS "organisationId" FROM audit_head h
    WHERE NOT EXISTS (
      SELECT FROM audit_checkpoint c WHERE c.org_id = h.org_id AND c.size = h.size
    )`,
};

/** Known checkpoints, by log, size and root, that the log no longer holds. */
export const FIND_LOST_CHECKPOINTS: Statement = {
  name: 'seal-find-lost-checkpoints',
  text: `
    SELECT DISTINCT k.org_id AS "organisationId"
    FROM unnest($1::uuid[], $2::bigint[], $3::text[]) AS k(org_id, size, root)
    LEFT JOIN audit_checkpoint c USING (org_id, size)
    WHERE split_part(c.note, E'\\n', 3) IS DISTINCT FROM k.root`,
};

/** The newest checkpoint of each log, and whether the known one is still held. */
export const COMPARE_NEWEST: Statement = {
  name: 'seal-compare-newest',
  text: `
    WITH known AS (
      SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[]) AS k(org_id, size, root)
    ), logs AS (
      SELECT org_id FROM audit_head UNION SELECT org_id FROM known
    )
    SELECT l.org_id AS "organisationId", newest.size, newest.note,
      k.org_id IS NULL OR split_part(c.note, E'\\n', 3) IS NOT DISTINCT FROM k.root AS "isKept"
    FROM logs l
    LEFT JOIN known k USING (org_id)
    LEFT JOIN audit_checkpoint c ON c.org_id = k.org_id AND c.size = k.size
    LEFT JOIN LATERAL (
      SELECT n.size, n.note FROM audit_checkpoint n WHERE n.org_id = l.org_id
      ORDER BY n.size DESC LIMIT 1
    ) newest ON true`,
};

export const ENSURE_MONTH: Statement = {
  name: 'seal-ensure-month',
  text: 'SELECT gw_ensure_audit_month($1::date)',
};

/** The first pending row goes out of the way, with the reason why it could not become a leaf. */
export const SET_FIRST_ASIDE: Statement = {
  name: 'seal-set-first-aside',
  text: `
    WITH taken AS (
      DELETE FROM audit_pending
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM audit_pending ORDER BY n LIMIT 1))
      RETURNING id, org_id, leaf_hash
    )
    INSERT INTO audit_set_aside (id, stage, org_id, reason, leaf_hash)
    SELECT id, 'seal', org_id, $1, leaf_hash FROM taken
    ON CONFLICT (id, stage) DO UPDATE SET reason = excluded.reason RETURNING id`,
};

export const COUNT_SET_ASIDE: Statement = {
  name: 'seal-count-set-aside',
  text: 'SELECT count(*) AS count FROM audit_set_aside',
};
