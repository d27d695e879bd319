import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counters may stand in Redis. What was spent is added up here all the same, in the transaction that
 * records a call, so that counters can be made anew from one row each. A generation says which making of
 * an organisation's counters a hold stands on: no intent is opened on an older one.
 */
export class CountersInRedis1763600000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [TABLES, MOVE_COUNTERS, RECORD, OPEN_INTENTS, GENERATION, LEASE]) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const PLANNED_ONCE = 'SET plan_cache_mode = force_generic_plan SET enable_seqscan = off';

const TABLES = `
-- Reserved of the workload's tokens a minute: for windows that are made anew.
ALTER TABLE call_intent ADD COLUMN tokens bigint NOT NULL DEFAULT 0;

CREATE TABLE counter_generation (
  org_id uuid PRIMARY KEY,
  generation uuid NOT NULL
);
-- One row: where all replicas count.
CREATE TABLE counter_store (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  name text NOT NULL CHECK (name IN ('postgres', 'redis'))
);
INSERT INTO counter_store (name) VALUES ('postgres');
GRANT SELECT, INSERT, UPDATE, DELETE ON counter_generation, counter_store TO gw_app;
`;

const MOVE_COUNTERS = `
-- A counter that is not here yet: its calls were let in elsewhere.
CREATE OR REPLACE FUNCTION gw_move_counters(
  c_scope smallint[], c_id uuid[], c_period text[], c_held bigint[], c_spent bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR k IN 1 .. coalesce(array_length(c_id, 1), 0) LOOP
    UPDATE meter_counter SET held = held + c_held[k], spent = spent + c_spent[k]
      WHERE scope = c_scope[k] AND scope_id = c_id[k] AND period = c_period[k];
    CONTINUE WHEN FOUND;
    INSERT INTO meter_counter AS m (scope, scope_id, period, held, spent)
      VALUES (c_scope[k], c_id[k], c_period[k], c_held[k], c_spent[k])
      ON CONFLICT (scope, scope_id, period)
      DO UPDATE SET held = m.held + excluded.held, spent = m.spent + excluded.spent;
  END LOOP;
END $$;
`;

const RECORD = `
-- As it was; only what was spent is added here wherever the hold stood.
CREATE OR REPLACE FUNCTION gw_record(
  n_id uuid[], n_org uuid[], n_has_intent boolean[], n_kind smallint[], n_book bigint[],
  n_ended timestamptz[], n_entry bytea[], n_leaf bytea[], n_salt bytea[],
  c_at timestamptz[], c_type text[], c_workload_id uuid[], c_key_id text[], c_surface text[],
  c_wire text[], c_model_requested text[], c_model_routed text[], c_provider text[],
  c_http_status int[], c_outcome text[], c_refusal_code text[], c_cache_hit text[],
  c_dlp_action text[], c_unscanned_document boolean[], c_client_gone boolean[],
  c_tokens_in bigint[], c_tokens_out bigint[], c_price_nano bigint[], c_ttft_ms int[],
  c_latency_ms int[],
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
    INSERT INTO audit_private SELECT n_id[n], n_salt[n] FROM live WHERE n_salt[n] IS NOT NULL
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

/** The first key of the advisory locks of generations; the second is of the organisation. */
const GENERATION_LOCK = 20261;

const OPEN_INTENTS = `
-- Intents whose holds stand on counters in Redis. Returns the organisations whose counters were made
-- anew meanwhile: of their calls none is opened. The lock is shared, in memory, and held until this is
-- committed: whoever makes counters anew waits for it, and so reads every intent of the old ones.
CREATE FUNCTION gw_open_intents(
  i_id uuid[], i_org uuid[], i_workload uuid[], i_replica uuid, i_hold bigint[], i_counters text[],
  i_price bigint[], i_context text[], i_progress bigint[], i_tokens bigint[], i_generation uuid[],
  OUT stale uuid[]
) LANGUAGE plpgsql ${PLANNED_ONCE} AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(${GENERATION_LOCK}, hashtext(o.org::text))
    FROM (SELECT DISTINCT unnest(i_org) AS org ORDER BY 1) o;
  SELECT coalesce(array_agg(DISTINCT i_org[n]), '{}') INTO stale
    FROM generate_subscripts(i_id, 1) n
    LEFT JOIN counter_generation g ON g.org_id = i_org[n]
    WHERE g.generation IS DISTINCT FROM i_generation[n];
  INSERT INTO call_intent (id, org_id, workload_id, replica_id, hold_nano, counters, price_version,
      context, progress_nano, tokens, is_counted_here)
    SELECT i_id[n], i_org[n], i_workload[n], i_replica, i_hold[n], i_counters[n], i_price[n],
      i_context[n], i_progress[n], i_tokens[n], false
    FROM generate_subscripts(i_id, 1) n WHERE i_org[n] <> ALL (stale);
END $$;
`;

const GENERATION = `
-- A new generation in the place of \`p_old\`, or null if another replica was faster. Nothing is opened on
-- the old one once this is committed.
CREATE FUNCTION gw_new_generation(p_org uuid, p_old uuid) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  made uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(${GENERATION_LOCK}, hashtext(p_org::text));
  IF p_old IS NULL THEN
    INSERT INTO counter_generation (org_id, generation) VALUES (p_org, gen_random_uuid())
      ON CONFLICT DO NOTHING RETURNING generation INTO made;
  ELSE
    UPDATE counter_generation SET generation = gen_random_uuid()
      WHERE org_id = p_org AND generation = p_old RETURNING generation INTO made;
  END IF;
  RETURN made;
END $$;
`;

const LEASE = `
-- This replica's lease. All replicas count at one place: returns where the others do, if elsewhere.
-- The first one after a change of the place takes over what is open, and lets no old counters stand.
CREATE FUNCTION gw_take_lease(p_replica uuid, p_store text, p_dead_ms bigint) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  kept text;
  others boolean;
  sums record;
BEGIN
  SELECT name INTO kept FROM counter_store FOR UPDATE;
  IF kept <> p_store THEN
    SELECT EXISTS (
      SELECT FROM replica_lease WHERE replica_id <> p_replica
        AND seen_at > now() - p_dead_ms * interval '1 millisecond'
    ) INTO others;
    IF others THEN RETURN kept; END IF;
    UPDATE counter_store SET name = p_store;
    DELETE FROM counter_generation;
    IF p_store = 'postgres' THEN
      WITH moved AS (
        UPDATE call_intent SET is_counted_here = true WHERE NOT is_counted_here
        RETURNING counters, hold_nano
      ), held AS (
        SELECT counters, -sum(hold_nano)::bigint AS nano FROM moved WHERE counters <> '' GROUP BY 1
      )
      SELECT array_agg(counters) AS counters, array_agg(nano) AS held, array_agg(0::bigint) AS spent
      INTO sums FROM held;
      PERFORM gw_settle(sums.counters, sums.held, sums.spent);
    END IF;
  END IF;
  INSERT INTO replica_lease (replica_id, seen_at) VALUES (p_replica, now())
    ON CONFLICT (replica_id) DO UPDATE SET seen_at = now();
  RETURN NULL;
END $$;
`;
