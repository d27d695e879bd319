import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A call is settled by the statement that records it: its hold leaves `held` and its charge enters
 * `spent` in the transaction that deletes the intent and writes the rows. Until now the sealer did
 * that, so a call that had ended still held its money until it was sealed.
 *
 * Whoever takes both locks the intents first and the counters last, so that the counters, which
 * every call needs, are locked the shortest time.
 */
export class SettleWhenRecorded1763600000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SET LOCAL statement_timeout = 0'); // A large ledger is indexed anew.
    for (const statement of STATEMENTS) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const PENDING = `
-- What is recorded and not sealed still stands in \`held\`: settle it now, once.
WITH sums AS (
  SELECT split_part(key, ':', 1)::smallint AS scope, split_part(key, ':', 2)::uuid AS id,
    split_part(key, ':', 3) AS period, sum(hold_nano)::bigint AS held, sum(nano)::bigint AS spent
  FROM audit_pending, unnest(string_to_array(counters, ' ')) AS key
  GROUP BY 1, 2, 3
)
UPDATE meter_counter m SET held = m.held - s.held, spent = m.spent + s.spent
FROM sums s WHERE m.scope = s.scope AND m.scope_id = s.id AND m.period = s.period;

ALTER TABLE audit_pending DROP COLUMN hold_nano, DROP COLUMN nano, DROP COLUMN counters;
`;

const INTENTS = `
-- False: the hold stands on counters outside of this database, which settle it after the record.
ALTER TABLE call_intent ADD COLUMN is_counted_here boolean NOT NULL DEFAULT true;
-- The scan for dead replicas reads every intent anyway: there are never more than open calls.
DROP INDEX call_intent_replica;
`;

const LEDGER = `
-- One index in place of two: a call is settled or voided once, and adjusted once.
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_pkey;
DROP INDEX ledger_entry_resolves_once;
CREATE UNIQUE INDEX ledger_entry_once ON ledger_entry (id, (kind = 4));
`;

/**
 * On functions of the hot path. Their plans do not depend on how long the arrays are, yet left to
 * itself the server plans each batch anew, for a millisecond. And a plan that was made while a table
 * was nearly empty must not read all of it later.
 */
const PLANNED_ONCE = 'SET plan_cache_mode = force_generic_plan SET enable_seqscan = off';

const MOVE_COUNTERS = `
-- Adds to \`held\` and \`spent\`. The counters come sorted, in the one order that everybody locks in.
CREATE OR REPLACE FUNCTION gw_move_counters(
  c_scope smallint[], c_id uuid[], c_period text[], c_held bigint[], c_spent bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR k IN 1 .. coalesce(array_length(c_id, 1), 0) LOOP
    UPDATE meter_counter SET held = held + c_held[k], spent = spent + c_spent[k]
      WHERE scope = c_scope[k] AND scope_id = c_id[k] AND period = c_period[k];
  END LOOP;
END $$;

-- Takes holds off their counters and adds what the calls cost. \`counters\` are lists of keys as an
-- intent keeps them; one that several calls share comes once, with their sums.
CREATE FUNCTION gw_settle(s_counters text[], s_held bigint[], s_spent bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  moves record;
BEGIN
  SELECT array_agg(split_part(key, ':', 1)::smallint) AS scopes,
    array_agg(split_part(key, ':', 2)::uuid) AS ids,
    array_agg(split_part(key, ':', 3)) AS periods,
    array_agg(-held) AS helds, array_agg(spent) AS spents
  INTO moves FROM (
    SELECT key, sum(held)::bigint AS held, sum(spent)::bigint AS spent
    FROM unnest(s_counters, s_held, s_spent) AS s(counters, held, spent),
      unnest(string_to_array(counters, ' ')) AS key
    GROUP BY key ORDER BY key COLLATE "C"
  ) sorted;
  PERFORM gw_move_counters(moves.scopes, moves.ids, moves.periods, moves.helds, moves.spents);
END $$;
`;

const ADMIT = `
CREATE OR REPLACE FUNCTION gw_admit(
  c_scope smallint[], c_id uuid[], c_period text[], c_delta bigint[], c_limit bigint[],
  r_id uuid[], r_requests bigint[], r_rpm bigint[], r_tokens bigint[], r_tpm bigint[],
  x_id uuid[], x_slot bigint[], x_tokens bigint[],
  i_id uuid[], i_org uuid[], i_workload uuid[], i_replica uuid, i_hold bigint[],
  i_counters text[], i_price bigint[], i_context text[], i_progress bigint[],
  OUT admitted boolean, OUT slot bigint, OUT used bigint[], OUT requests bigint[], OUT tokens bigint[]
) LANGUAGE plpgsql ${PLANNED_ONCE} AS $$
DECLARE
  counters int := coalesce(array_length(c_id, 1), 0);
  windows int := coalesce(array_length(r_id, 1), 0);
  k int;
  f int;
  v_spent bigint;
  v_held bigint;
  w rate_window%ROWTYPE;
  ring_requests bigint[];
  ring_tokens bigint[];
BEGIN
  admitted := true;
  used := '{}';
  requests := '{}';
  tokens := '{}';
  slot := floor(extract(epoch FROM clock_timestamp()) / 5)::bigint;

  -- Both lists come sorted from the caller, so every replica locks in the same order.
  FOR k IN 1 .. counters LOOP
    SELECT spent, held INTO v_spent, v_held FROM meter_counter
      WHERE scope = c_scope[k] AND scope_id = c_id[k] AND period = c_period[k] FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO meter_counter (scope, scope_id, period) VALUES (c_scope[k], c_id[k], c_period[k])
        ON CONFLICT DO NOTHING;
      SELECT spent, held INTO v_spent, v_held FROM meter_counter
        WHERE scope = c_scope[k] AND scope_id = c_id[k] AND period = c_period[k] FOR UPDATE;
    END IF;
    used := used || (v_spent + v_held);
    IF v_spent + v_held + c_delta[k] > c_limit[k] THEN admitted := false; END IF;
  END LOOP;

  IF windows > 0 THEN
    INSERT INTO rate_window
      SELECT n, 0, array_fill(0::bigint, ARRAY[13]), array_fill(0::bigint, ARRAY[13])
      FROM unnest(r_id) n ON CONFLICT DO NOTHING;
    -- The slot is read under the locks, and never behind one that another batch has used.
    SELECT greatest(max(l.slot), floor(extract(epoch FROM clock_timestamp()) / 5)::bigint) INTO slot
    FROM (
      SELECT rate_window.slot FROM rate_window WHERE workload_id = ANY (r_id)
      ORDER BY workload_id FOR UPDATE
    ) l;
  END IF;

  FOR k IN 1 .. windows LOOP
    SELECT * INTO w FROM rate_window WHERE workload_id = r_id[k];
    ring_requests := gw_ring_at(w.requests, w.slot, slot);
    ring_tokens := gw_ring_at(w.tokens, w.slot, slot);
    -- What finished calls used differs from what they had reserved: put the difference right.
    FOR f IN 1 .. coalesce(array_length(x_id, 1), 0) LOOP
      IF x_id[f] = r_id[k] AND x_slot[f] > slot - 13 AND x_slot[f] <= slot THEN
        ring_tokens[(x_slot[f] % 13) + 1] :=
          greatest(0, ring_tokens[(x_slot[f] % 13) + 1] + x_tokens[f]);
      END IF;
    END LOOP;
    IF (SELECT sum(n) FROM unnest(ring_requests) n) + r_requests[k] > r_rpm[k]
      OR (SELECT sum(n) FROM unnest(ring_tokens) n) + r_tokens[k] > r_tpm[k] THEN
      admitted := false;
    END IF;
    -- Oldest slot first, thirteen numbers per workload: enough to say when room comes free.
    f := (slot + 1) % 13;
    requests := requests || ring_requests[f + 1:13] || ring_requests[1:f];
    tokens := tokens || ring_tokens[f + 1:13] || ring_tokens[1:f];
    UPDATE rate_window SET slot = gw_admit.slot, requests = ring_requests, tokens = ring_tokens
      WHERE workload_id = r_id[k];
  END LOOP;
  IF NOT admitted THEN RETURN; END IF;

  FOR k IN 1 .. counters LOOP
    UPDATE meter_counter SET held = held + c_delta[k]
      WHERE scope = c_scope[k] AND scope_id = c_id[k] AND period = c_period[k];
  END LOOP;
  FOR k IN 1 .. windows LOOP
    f := (gw_admit.slot % 13) + 1;
    UPDATE rate_window w2 SET
      requests[f] = w2.requests[f] + r_requests[k],
      tokens[f] = w2.tokens[f] + r_tokens[k]
      WHERE workload_id = r_id[k];
  END LOOP;
  INSERT INTO call_intent
    (id, org_id, workload_id, replica_id, hold_nano, counters, price_version, context, progress_nano)
    SELECT i_id[n], i_org[n], i_workload[n], i_replica, i_hold[n], i_counters[n], i_price[n],
      i_context[n], i_progress[n]
    FROM generate_subscripts(i_id, 1) n;
END $$;
`;

const RECORD = `
-- Elements are taken by subscript: unnest of thirty arrays costs three times as much.
-- \`late\`: not written, because the intent was gone. \`elsewhere\`: written, and the hold stands on
-- counters outside of this database, by the keys beside it.
CREATE FUNCTION gw_record(
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
    SELECT counters, sum(hold_nano)::bigint AS nano,
      sum(CASE WHEN n_kind[n] IS NULL THEN 0 ELSE c_price_nano[n] END)::bigint AS spent
    FROM live WHERE is_counted_here AND counters <> '' GROUP BY counters
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

const RECORD_OF_RELEASE_BEFORE = `
-- Replicas of the release before go on while they are replaced one by one. Their outcomes are
-- settled when recorded, too; their sealers fail, and what is pending waits for the new ones.
CREATE OR REPLACE FUNCTION gw_record(
  n_id uuid[], n_org uuid[], n_has_intent boolean[], n_entry bytea[], n_leaf bytea[], n_salt bytea[],
  l_kind smallint[], l_nano bigint[], l_price bigint[]
) RETURNS SETOF uuid LANGUAGE sql AS $$
  WITH given AS (
    SELECT place, convert_from(entry, 'UTF8')::jsonb AS e
    FROM unnest(n_entry) WITH ORDINALITY AS n(entry, place)
  ), columns AS (
    SELECT
      array_agg((e->>'ended_at')::timestamptz ORDER BY place) AS ended,
      array_agg((e->>'at')::timestamptz ORDER BY place) AS at,
      array_agg(e->>'type' ORDER BY place) AS type,
      array_agg((e->>'workload')::uuid ORDER BY place) AS workload_id,
      array_agg(e->>'key' ORDER BY place) AS key_id,
      array_agg(e->>'surface' ORDER BY place) AS surface,
      array_agg(e->>'wire' ORDER BY place) AS wire,
      array_agg(e->>'model_requested' ORDER BY place) AS model_requested,
      array_agg(e->>'model_routed' ORDER BY place) AS model_routed,
      array_agg(e->>'provider' ORDER BY place) AS provider,
      array_agg((e->>'http_status')::int ORDER BY place) AS http_status,
      array_agg(e->>'outcome' ORDER BY place) AS outcome,
      array_agg(e->'refusal'->>'code' ORDER BY place) AS refusal_code,
      array_agg(e->>'cache_hit' ORDER BY place) AS cache_hit,
      array_agg(e->'dlp'->>'action' ORDER BY place) AS dlp_action,
      array_agg((e->>'unscanned_document')::boolean ORDER BY place) AS unscanned_document,
      array_agg((e->>'client_gone')::boolean ORDER BY place) AS client_gone,
      array_agg((e->'tokens'->>'in')::bigint ORDER BY place) AS tokens_in,
      array_agg((e->'tokens'->>'out')::bigint ORDER BY place) AS tokens_out,
      array_agg((e->'price'->>'nano')::bigint ORDER BY place) AS price_nano,
      array_agg((e->>'ttft_ms')::int ORDER BY place) AS ttft_ms,
      array_agg((e->>'latency_ms')::int ORDER BY place) AS latency_ms
    FROM given
  )
  SELECT written.id FROM columns c, gw_record(
    n_id, n_org, n_has_intent, l_kind, l_price, c.ended, n_entry, n_leaf, n_salt, c.at, c.type,
    c.workload_id, c.key_id, c.surface, c.wire, c.model_requested, c.model_routed, c.provider,
    c.http_status, c.outcome, c.refusal_code, c.cache_hit, c.dlp_action, c.unscanned_document,
    c.client_gone, c.tokens_in, c.tokens_out, c.price_nano, c.ttft_ms, c.latency_ms
  ) r, unnest(n_id) AS written(id)
  WHERE written.id <> ALL (coalesce(r.late, '{}'))
$$;
`;

const RELEASE = `
-- Takes back holds whose admission may or may not have been committed: the calls were refused.
CREATE OR REPLACE FUNCTION gw_release(p_id uuid[]) RETURNS void LANGUAGE plpgsql ${PLANNED_ONCE} AS $$
DECLARE
  sums record;
BEGIN
  WITH gone AS (
    DELETE FROM call_intent WHERE id = ANY (p_id) RETURNING hold_nano, counters, is_counted_here
  ), held AS (
    SELECT counters, sum(hold_nano)::bigint AS nano FROM gone WHERE is_counted_here GROUP BY counters
  )
  SELECT array_agg(counters) AS counters, array_agg(nano) AS held, array_agg(0::bigint) AS spent
  INTO sums FROM held;
  IF sums.counters IS NOT NULL THEN
    PERFORM gw_settle(sums.counters, sums.held, sums.spent);
  END IF;
END $$;
`;

const TOP_UP = `
-- A running stream needs more room: all counters of its hold grow by p_nano, or none.
CREATE OR REPLACE FUNCTION gw_top_up(
  p_id uuid, p_nano bigint,
  c_scope smallint[], c_id uuid[], c_period text[], c_limit bigint[]
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  fits boolean;
BEGIN
  PERFORM FROM call_intent WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT coalesce(bool_and(l.lim IS NULL OR l.used + p_nano <= l.lim), true) INTO fits FROM (
    SELECT m.spent + m.held AS used, n.lim FROM meter_counter m
      JOIN unnest(c_scope, c_id, c_period, c_limit) AS n(scope, id, period, lim)
        ON m.scope = n.scope AND m.scope_id = n.id AND m.period = n.period
      ORDER BY m.scope, m.scope_id, m.period COLLATE "C" FOR UPDATE OF m
  ) l;
  IF NOT fits THEN RETURN false; END IF;
  UPDATE call_intent SET hold_nano = hold_nano + p_nano WHERE id = p_id;
  UPDATE meter_counter m SET held = m.held + p_nano
    FROM unnest(c_scope, c_id, c_period) AS n(scope, id, period)
    WHERE m.scope = n.scope AND m.scope_id = n.id AND m.period = n.period;
  RETURN true;
END $$;
`;

const STATEMENTS = [
  PENDING,
  INTENTS,
  LEDGER,
  MOVE_COUNTERS,
  ADMIT,
  RECORD,
  RECORD_OF_RELEASE_BEFORE,
  RELEASE,
  TOP_UP,
];
