import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The two durable steps of a call, each one round trip for a whole batch.
 *
 * `gw_admit` locks the counters and rate windows in one order, checks them all, and only when every
 * one of them fits adds the holds and writes the intents. Otherwise it writes nothing and returns
 * what it saw under the locks, so that the caller can tell which calls of the batch do not fit.
 *
 * `gw_record` deletes the intents and writes audit row, ledger entry and pending leaf. A call whose
 * intent is already gone (its replica was taken for dead) is not written again.
 */
export class Admission1763600000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RATE_RING);
    await runner.query(ADMIT);
    await runner.query(RECORD);
    await runner.query(MOVE_COUNTERS);
    await runner.query(TOP_UP);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const RATE_RING = `
-- The ring moved on to slot p_now: places between the old slot and the new one are emptied.
CREATE FUNCTION gw_ring_at(ring bigint[], old_slot bigint, p_now bigint) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  s bigint;
BEGIN
  IF p_now - old_slot >= 13 THEN RETURN array_fill(0::bigint, ARRAY[13]); END IF;
  s := old_slot + 1;
  WHILE s <= p_now LOOP
    ring[(s % 13) + 1] := 0;
    s := s + 1;
  END LOOP;
  RETURN ring;
END $$;
`;

const ADMIT = `
CREATE FUNCTION gw_admit(
  c_scope smallint[], c_id uuid[], c_period text[], c_delta bigint[], c_limit bigint[],
  r_id uuid[], r_requests bigint[], r_rpm bigint[], r_tokens bigint[], r_tpm bigint[],
  x_id uuid[], x_slot bigint[], x_tokens bigint[],
  i_id uuid[], i_org uuid[], i_workload uuid[], i_replica uuid, i_hold bigint[],
  i_counters text[], i_price bigint[], i_context text[], i_progress bigint[],
  OUT admitted boolean, OUT slot bigint, OUT used bigint[], OUT requests bigint[], OUT tokens bigint[]
) LANGUAGE plpgsql AS $$
DECLARE
  k int;
  f int;
  v_spent bigint;
  v_held bigint;
  w rate_window%ROWTYPE;
  ring_requests bigint[];
  ring_tokens bigint[];
  all_requests bigint[] := '{}';
  all_tokens bigint[] := '{}';
  total_requests bigint;
  total_tokens bigint;
BEGIN
  admitted := true;
  used := '{}';

  -- Both lists come sorted from the caller, so every replica locks in the same order.
  FOR k IN 1 .. coalesce(array_length(c_id, 1), 0) LOOP
    SELECT spent, held INTO v_spent, v_held FROM meter_counter
      WHERE scope = c_scope[k] AND scope_id = c_id[k] AND period = c_period[k] FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO meter_counter (scope, scope_id, period) VALUES (c_scope[k], c_id[k], c_period[k])
        ON CONFLICT DO NOTHING;
      SELECT spent, held INTO v_spent, v_held FROM meter_counter
        WHERE scope = c_scope[k] AND scope_id = c_id[k] AND period = c_period[k] FOR UPDATE;
    END IF;
    used := used || (v_spent + v_held);
    IF c_limit[k] IS NOT NULL AND v_spent + v_held + c_delta[k] > c_limit[k] THEN
      admitted := false;
    END IF;
  END LOOP;

  INSERT INTO rate_window
    SELECT n, 0, array_fill(0::bigint, ARRAY[13]), array_fill(0::bigint, ARRAY[13])
    FROM unnest(r_id) n ON CONFLICT DO NOTHING;
  -- The slot is read under the locks, and never behind one that another batch has used.
  SELECT max(l.slot) INTO slot FROM (
    SELECT rate_window.slot FROM rate_window WHERE workload_id = ANY (r_id)
    ORDER BY workload_id FOR UPDATE
  ) l;
  slot := greatest(slot, floor(extract(epoch FROM clock_timestamp()) / 5)::bigint);

  FOR k IN 1 .. coalesce(array_length(r_id, 1), 0) LOOP
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
    SELECT sum(n) INTO total_requests FROM unnest(ring_requests) n;
    SELECT sum(n) INTO total_tokens FROM unnest(ring_tokens) n;
    IF (r_rpm[k] IS NOT NULL AND total_requests + r_requests[k] > r_rpm[k])
      OR (r_tpm[k] IS NOT NULL AND total_tokens + r_tokens[k] > r_tpm[k]) THEN
      admitted := false;
    END IF;
    -- Oldest slot first, thirteen numbers per workload: enough to say when room comes free.
    FOR f IN 0 .. 12 LOOP
      all_requests := all_requests || ring_requests[((slot + 1 + f) % 13) + 1];
      all_tokens := all_tokens || ring_tokens[((slot + 1 + f) % 13) + 1];
    END LOOP;
    UPDATE rate_window SET slot = gw_admit.slot, requests = ring_requests, tokens = ring_tokens
      WHERE workload_id = r_id[k];
  END LOOP;
  requests := all_requests;
  tokens := all_tokens;
  IF NOT admitted THEN RETURN; END IF;

  FOR k IN 1 .. coalesce(array_length(c_id, 1), 0) LOOP
    UPDATE meter_counter SET held = held + c_delta[k]
      WHERE scope = c_scope[k] AND scope_id = c_id[k] AND period = c_period[k];
  END LOOP;
  FOR k IN 1 .. coalesce(array_length(r_id, 1), 0) LOOP
    f := (gw_admit.slot % 13) + 1;
    UPDATE rate_window w2 SET
      requests[f] = w2.requests[f] + r_requests[k],
      tokens[f] = w2.tokens[f] + r_tokens[k]
      WHERE workload_id = r_id[k];
  END LOOP;
  INSERT INTO call_intent
    (id, org_id, workload_id, replica_id, hold_nano, counters, price_version, context, progress_nano)
    SELECT n.id, n.org, n.workload, i_replica, n.hold, n.counters, n.price, n.context, n.progress
    FROM unnest(i_id, i_org, i_workload, i_hold, i_counters, i_price, i_context, i_progress)
      AS n(id, org, workload, hold, counters, price, context, progress);
END $$;
`;

const RECORD = `
CREATE FUNCTION gw_record(
  n_id uuid[], n_org uuid[], n_has_intent boolean[], n_entry bytea[], n_leaf bytea[], n_salt bytea[],
  l_kind smallint[], l_nano bigint[], l_price bigint[]
) RETURNS SETOF uuid LANGUAGE sql AS $$
  WITH given AS MATERIALIZED (
    SELECT n.*, convert_from(n.entry, 'UTF8')::jsonb AS e
    FROM unnest(n_id, n_org, n_has_intent, n_entry, n_leaf, n_salt, l_kind, l_nano, l_price)
      WITH ORDINALITY
      AS n(id, org, has_intent, entry, leaf, salt, kind, nano, price, place)
  ), gone AS (
    DELETE FROM call_intent i USING given g WHERE i.id = g.id AND g.has_intent
    RETURNING i.id, i.hold_nano, i.counters, i.workload_id
  ), live AS MATERIALIZED (
    SELECT g.*, coalesce(o.hold_nano, 0) AS hold_nano, coalesce(o.counters, '') AS counters,
      o.workload_id AS ledger_workload
    FROM given g LEFT JOIN gone o USING (id)
    WHERE NOT g.has_intent OR o.id IS NOT NULL
  ), rows AS (
    INSERT INTO audit_row
    SELECT id, (e->>'at')::timestamptz, org, e->>'type', (e->>'workload')::uuid, e->>'key',
      e->>'surface', e->>'wire', e->>'model_requested', e->>'model_routed', e->>'provider',
      (e->>'http_status')::int, e->>'outcome', e->'refusal'->>'code', e->>'cache_hit',
      e->'dlp'->>'action', (e->>'unscanned_document')::boolean, (e->>'client_gone')::boolean,
      (e->'tokens'->>'in')::bigint, (e->'tokens'->>'out')::bigint, (e->'price'->>'nano')::bigint,
      (e->>'ttft_ms')::int, (e->>'latency_ms')::int, leaf, entry
    FROM live
  ), ledger AS (
    INSERT INTO ledger_entry
    SELECT id, kind, org, ledger_workload, nano, counters, price, (e->>'ended_at')::timestamptz
    FROM live WHERE kind IS NOT NULL
  ), salts AS (
    INSERT INTO audit_private SELECT id, salt FROM live WHERE salt IS NOT NULL
  )
  INSERT INTO audit_pending (org_id, id, leaf_hash, hold_nano, nano, counters)
  SELECT org, id, leaf, hold_nano, coalesce(nano, 0), counters FROM live ORDER BY place
  RETURNING id
$$;
`;

const MOVE_COUNTERS = `
-- Adds to \`held\` and \`spent\`, locking in the one order that everybody uses.
CREATE FUNCTION gw_move_counters(
  c_scope smallint[], c_id uuid[], c_period text[], c_held bigint[], c_spent bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM meter_counter m
    JOIN unnest(c_scope, c_id, c_period) AS n(scope, id, period)
      ON m.scope = n.scope AND m.scope_id = n.id AND m.period = n.period
    ORDER BY m.scope, m.scope_id, m.period FOR UPDATE OF m;
  UPDATE meter_counter m SET held = m.held + n.held, spent = m.spent + n.spent
    FROM unnest(c_scope, c_id, c_period, c_held, c_spent) AS n(scope, id, period, held, spent)
    WHERE m.scope = n.scope AND m.scope_id = n.id AND m.period = n.period;
END $$;

-- Takes back holds whose admission may or may not have been committed: the calls were refused.
CREATE FUNCTION gw_release(p_id uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  r record;
BEGIN
  WITH gone AS (
    DELETE FROM call_intent WHERE id = ANY (p_id) RETURNING hold_nano, counters
  ), sums AS (
    SELECT split_part(c, ':', 1)::smallint AS scope, split_part(c, ':', 2)::uuid AS id,
      split_part(c, ':', 3) AS period, -sum(hold_nano)::bigint AS held
    FROM gone, unnest(string_to_array(counters, ' ')) c
    GROUP BY 1, 2, 3
  )
  SELECT array_agg(scope) AS scopes, array_agg(id) AS ids, array_agg(period) AS periods,
    array_agg(held) AS helds, array_agg(0::bigint) AS spents INTO r FROM sums;
  IF r.ids IS NOT NULL THEN
    PERFORM gw_move_counters(r.scopes, r.ids, r.periods, r.helds, r.spents);
  END IF;
END $$;
`;

const TOP_UP = `
-- A running stream needs more room: all counters of its hold grow by p_nano, or none.
CREATE FUNCTION gw_top_up(
  p_id uuid, p_nano bigint,
  c_scope smallint[], c_id uuid[], c_period text[], c_limit bigint[]
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  fits boolean;
BEGIN
  SELECT coalesce(bool_and(l.lim IS NULL OR l.used + p_nano <= l.lim), true) INTO fits FROM (
    SELECT m.spent + m.held AS used, n.lim FROM meter_counter m
      JOIN unnest(c_scope, c_id, c_period, c_limit) AS n(scope, id, period, lim)
        ON m.scope = n.scope AND m.scope_id = n.id AND m.period = n.period
      ORDER BY m.scope, m.scope_id, m.period FOR UPDATE OF m
  ) l;
  IF NOT fits THEN RETURN false; END IF;
  UPDATE call_intent SET hold_nano = hold_nano + p_nano WHERE id = p_id;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE meter_counter m SET held = m.held + p_nano
    FROM unnest(c_scope, c_id, c_period) AS n(scope, id, period)
    WHERE m.scope = n.scope AND m.scope_id = n.id AND m.period = n.period;
  RETURN true;
END $$;
`;
