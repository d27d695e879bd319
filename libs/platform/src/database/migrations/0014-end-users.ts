import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whom a caller asks for can be found again, by whoever knows the id and the keys, and by nobody else: the
 * index value beside the salt is an HMAC under a key of the organisation that the master key is part of.
 */
export class EndUsers1763600000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SET LOCAL statement_timeout = 0'); // Each salt is looked at once for the index.
    for (const statement of [TABLES, RECORD]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const PLANNED_ONCE = 'SET plan_cache_mode = force_generic_plan SET enable_seqscan = off';

const TABLES = `
ALTER TABLE audit_private ADD COLUMN end_user bytea CHECK (length(end_user) = 32);
CREATE INDEX audit_private_end_user ON audit_private (end_user) WHERE end_user IS NOT NULL;

-- The organisation's part of the key. Without it no value of its index can be made any more.
CREATE TABLE end_user_key (
  org_id uuid PRIMARY KEY,
  key bytea NOT NULL CHECK (length(key) = 32)
);
GRANT SELECT, INSERT ON end_user_key TO gw_app;
GRANT SELECT, DELETE ON end_user_key TO gw_retention;
`;

const RECORD = `
-- As it was, with a last parameter that replicas of the release before do not give.
DROP FUNCTION gw_record(
  uuid[], uuid[], boolean[], smallint[], bigint[], timestamptz[], bytea[], bytea[], bytea[],
  timestamptz[], text[], uuid[], text[], text[], text[], text[], text[], text[], int[], text[], text[],
  text[], text[], boolean[], boolean[], bigint[], bigint[], bigint[], int[], int[]
);
CREATE FUNCTION gw_record(
  n_id uuid[], n_org uuid[], n_has_intent boolean[], n_kind smallint[], n_book bigint[],
  n_ended timestamptz[], n_entry bytea[], n_leaf bytea[], n_salt bytea[],
  c_at timestamptz[], c_type text[], c_workload_id uuid[], c_key_id text[], c_surface text[],
  c_wire text[], c_model_requested text[], c_model_routed text[], c_provider text[],
  c_http_status int[], c_outcome text[], c_refusal_code text[], c_cache_hit text[],
  c_dlp_action text[], c_unscanned_document boolean[], c_client_gone boolean[],
  c_tokens_in bigint[], c_tokens_out bigint[], c_price_nano bigint[], c_ttft_ms int[],
  c_latency_ms int[], n_end_user bytea[] DEFAULT NULL,
  OUT late uuid[], OUT elsewhere uuid[], OUT elsewhere_counters text[]
) LANGUAGE plpgsql ${PLANNED_ONCE} AS $$
DECLARE
  given int := array_length(n_id, 1);
  places int[];
  sums record;
BEGIN
  WITH gone AS (
    DELETE FROM call_intent WHERE id = ANY (n_id)
    RETURNING id, workload_id, hold_nano, counters, is_counted_here
  ), live AS MATERIALIZED (
    SELECT n, g.* FROM generate_series(1, given) n LEFT JOIN gone g ON g.id = n_id[n]
    WHERE g.id IS NOT NULL OR NOT n_has_intent[n]
  ), rows AS (
    INSERT INTO audit_row
    SELECT n_id[n], c_at[n], n_org[n], c_type[n], c_workload_id[n], c_key_id[n], c_surface[n], c_wire[n],
      c_model_requested[n], c_model_routed[n], c_provider[n], c_http_status[n], c_outcome[n],
      c_refusal_code[n], c_cache_hit[n], c_dlp_action[n], c_unscanned_document[n],
      c_client_gone[n], c_tokens_in[n], c_tokens_out[n], c_price_nano[n], c_ttft_ms[n],
      c_latency_ms[n], n_leaf[n], n_entry[n]
    FROM live
  ), ledger AS (
    INSERT INTO ledger_entry
    SELECT id, n_kind[n], n_org[n], workload_id, c_price_nano[n], counters, n_book[n], n_ended[n]
    FROM live WHERE n_kind[n] IS NOT NULL
  ), salts AS (
    INSERT INTO audit_private (id, salt, end_user)
    SELECT n_id[n], n_salt[n], n_end_user[n] FROM live WHERE n_salt[n] IS NOT NULL
  ), pending AS (
    INSERT INTO audit_pending (org_id, id, leaf_hash)
    SELECT n_org[n], n_id[n], n_leaf[n] FROM live ORDER BY n
  ), held AS (
    SELECT counters, sum(CASE WHEN is_counted_here THEN hold_nano ELSE 0 END)::bigint AS nano,
      sum(CASE WHEN n_kind[n] IS NULL THEN 0 ELSE c_price_nano[n] END)::bigint AS spent
    FROM live WHERE counters <> '' GROUP BY counters
  )
  SELECT array_agg(counters) AS counters, array_agg(nano) AS held, array_agg(spent) AS spent,
    coalesce((SELECT array_agg(n) FROM live), '{}') AS places,
    (SELECT array_agg(id) FROM live WHERE NOT is_counted_here) AS elsewhere,
    (SELECT array_agg(live.counters) FROM live WHERE NOT is_counted_here) AS elsewhere_counters
  INTO sums FROM held;

  elsewhere := sums.elsewhere;
  elsewhere_counters := sums.elsewhere_counters;
  IF cardinality(sums.places) < given THEN
    late := ARRAY(SELECT n_id[n] FROM generate_series(1, given) n WHERE n <> ALL (sums.places));
  END IF;
  IF sums.counters IS NOT NULL THEN
    PERFORM gw_settle(sums.counters, sums.held, sums.spent);
  END IF;
END $$;
`;
