import { ANY_INJECTION } from '#contract';
import type { Statement } from '#platform';
import { PLACES, spanOf } from './spans.js';

/** Any number that nothing else on the server uses as a lock. It ends with its transaction. */
export const ROLL_UP_LOCK = 7_170_020;

export const TRY_LOCK: Statement = {
  name: 'usage-try-lock',
  text: 'SELECT pg_try_advisory_xact_lock($1) AS "isLocked"',
};

/** The first log that has sealed rows which are not summed. */
export const FIND_NEXT: Statement = {
  name: 'usage-find-next',
  text: `
    SELECT h.org_id AS "organisationId", coalesce(m.seq, 0) AS seq, h.size,
      coalesce(o.time_zone, 'UTC') AS "timeZone", m.time_zone AS "cutBy"
    FROM audit_head h LEFT JOIN usage_mark m USING (org_id) LEFT JOIN organisation o ON o.id = h.org_id
    WHERE h.size > coalesce(m.seq, 0) ORDER BY h.size - coalesce(m.seq, 0) DESC LIMIT 1`,
};

export const MOVE_MARK: Statement = {
  name: 'usage-move-mark',
  text: `INSERT INTO usage_mark (org_id, seq, time_zone) VALUES ($1, $2, $3)
    ON CONFLICT (org_id) DO UPDATE SET seq = excluded.seq, time_zone = excluded.time_zone`,
};

const count = (span: string, place: number): string =>
  `nullif(count(*) FILTER (WHERE ${span} = ${place}), 0)::int`;

const COUNTED = PLACES.flatMap((place) => [`latency_${place}`, `first_${place}`]);
const SUMMED = [
  'requests',
  'tokens_in',
  'tokens_out',
  'cache_read',
  'cache_write',
  'pages',
  'nano',
  'protected',
  'saved',
];
/** Null stays null: it takes no room. */
const added = (column: string): string =>
  `${column} = CASE WHEN excluded.${column} IS NULL THEN u.${column}
    ELSE coalesce(u.${column}, 0) + excluded.${column} END`;

const into = (table: string, moment: string): string => `
      INSERT INTO ${table} AS u (org_id, ${moment}, series_id, ${[...SUMMED, ...COUNTED].join(', ')})
      SELECT org_id, ${moment}, series_id, ${SUMMED.map((column) => `sum(${column})`).join(', ')},
        ${PLACES.map((place) => `${count('latency', place)}, ${count('first', place)}`).join(', ')}
      FROM named GROUP BY org_id, ${moment}, series_id
      ON CONFLICT (org_id, ${moment}, series_id) DO UPDATE SET
        ${SUMMED.map((column) => `${column} = u.${column} + excluded.${column}`).join(', ')},
        ${COUNTED.map(added).join(', ')}`;

/**
 * Rows `$2` up to, not including, `$3` of the log `$1`, by hours and days of the time zone `$4`. A late outcome (`adjustment`) is no request of its own:
 * its parent is one, and what it adds is the difference of the price, and the usage that nobody knew before.
 */
export const ROLL_UP: Statement = {
  name: 'usage-roll-up',
  text: `
    WITH read AS MATERIALIZED (
      SELECT r.*, gw_read_entry(r.entry) AS said
      FROM audit_leaf l JOIN audit_row r ON r.id = l.id AND r.org_id = l.org_id
      WHERE l.org_id = $1 AND l.seq >= $2 AND l.seq < $3
        AND r.type IN ('call', 'refusal', 'interrupted', 'adjustment') AND r.workload_id IS NOT NULL
    ), calls AS MATERIALIZED (
      SELECT id, at, said, org_id, date_trunc('hour', at, $4) AS hour,
        date_trunc('day', at, $4) AS day, workload_id, coalesce(key_id, '') AS key_id,
        coalesce(said ->> 'member', '') AS member_id,
        coalesce(model_routed, model_requested, '') AS model, coalesce(provider, '') AS provider,
        coalesce(said ->> 'jurisdiction', '') AS jurisdiction, coalesce(surface, '') AS surface,
        coalesce(outcome, '') AS outcome, coalesce(http_status, 0) AS status,
        coalesce(refusal_code, '') AS refusal, coalesce(cache_hit, '') AS cache_hit,
        CASE type WHEN 'adjustment' THEN 0 ELSE coalesce((said ->> 'times')::bigint, 1) END AS requests,
        coalesce(tokens_in, 0) AS tokens_in, coalesce(tokens_out, 0) AS tokens_out,
        coalesce((said #>> '{tokens,cache_read}')::bigint, 0) AS cache_read,
        coalesce((said #>> '{tokens,cache_write_5m}')::bigint, 0)
          + coalesce((said #>> '{tokens,cache_write_1h}')::bigint, 0) AS cache_write,
        coalesce((said #>> '{units,pages}')::bigint, 0) AS pages,
        coalesce(price_nano, 0) AS nano, coalesce((said ->> 'saved_nano')::bigint, 0) AS saved,
        CASE WHEN dlp_action IN ('masked', 'tokenized', 'blocked') THEN coalesce((
          SELECT sum(n.value::bigint) FROM jsonb_each_text(said #> '{dlp,findings}') n
        ), 0) ELSE 0 END AS protected,
        CASE WHEN type = 'call' AND latency_ms IS NOT NULL THEN ${spanOf('latency_ms')} END AS latency,
        CASE WHEN type = 'call' AND ttft_ms IS NOT NULL THEN ${spanOf('ttft_ms')} END AS first
      FROM read
    ), named AS MATERIALIZED (
      SELECT md5(concat_ws(E'\\x1f', org_id, workload_id, key_id, member_id, model, provider, jurisdiction,
        surface, outcome, status, refusal, cache_hit))::uuid AS series_id, * FROM calls
    ), series AS (
      INSERT INTO usage_series
      SELECT DISTINCT ON (series_id) series_id, org_id, workload_id, key_id, member_id, model, provider,
        jurisdiction, surface, outcome, status, refusal, cache_hit FROM named
      ON CONFLICT DO NOTHING
    ), hours AS (${into('usage_hour', 'hour')}
    ), days AS (${into('usage_day', 'day')}
    ), placed AS (
      INSERT INTO usage_call (series_id, at, id) SELECT series_id, at, id FROM named ON CONFLICT DO NOTHING
    ), facets AS (
      INSERT INTO audit_facet (org_id, facet, value, at, id, series_id)
      SELECT org_id, 'kind', kind, at, id, series_id FROM named, jsonb_object_keys(said #> '{dlp,findings}') kind
      UNION ALL
      SELECT org_id, 'injection', kind #>> '{}', at, id, series_id
      FROM named, jsonb_path_query(said, '$.dlp.injections[*].kind ? (@.type() == "string")') kind
      UNION ALL
      SELECT org_id, 'injection', '${ANY_INJECTION}', at, id, series_id FROM named
      WHERE jsonb_path_exists(said, '$.dlp.injections[0]')
      UNION ALL
      SELECT org_id, 'parent', said ->> 'parent', at, id, series_id FROM named
      WHERE said ->> 'parent' IS NOT NULL
      UNION ALL
      SELECT org_id, 'alias', said ->> 'alias', at, id, series_id FROM named
      WHERE said ->> 'alias' IS NOT NULL
      ON CONFLICT DO NOTHING
    )
    SELECT`,
};

/** Where the organisation has moved to another time zone: its days are cut anew. */
export const DROP_DAYS: Statement = {
  name: 'usage-drop-days',
  text: 'DELETE FROM usage_day WHERE org_id = $1',
};
export const CUT_DAYS: Statement = {
  name: 'usage-cut-days',
  text: `
    INSERT INTO usage_day (org_id, day, series_id, ${[...SUMMED, ...COUNTED].join(', ')})
    SELECT org_id, date_trunc('day', hour, $2), series_id,
      ${[...SUMMED, ...COUNTED].map((column) => `sum(${column})`).join(', ')}
    FROM usage_hour WHERE org_id = $1 GROUP BY 1, 2, 3`,
};

const OLDEST = `(SELECT min(at) FROM audit_row WHERE type IN ('call', 'refusal'))`;

/** Rows that retention has dropped are found by nobody. */
export const FORGET_CALLS: Statement = {
  name: 'usage-forget-calls',
  text: `DELETE FROM usage_call WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM usage_call WHERE at < ${OLDEST} LIMIT $1))`,
};
export const FORGET_FACETS: Statement = {
  name: 'usage-forget-facets',
  text: `DELETE FROM audit_facet WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM audit_facet WHERE at < ${OLDEST} LIMIT $1))`,
};
