import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Money stays right whatever a provider says and in whatever order the network delivers.
 *
 * Counters never end: they were 64 bits, and one absurd amount made every later addition to them fail.
 * A hold grows by what is left of its budget, not by all or nothing. What was charged too little or too
 * much is put right by an entry of its own. A row that the database refuses is set aside, so that it
 * stops nobody else's.
 */
export class MoneyInEveryOrder1763600000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SET LOCAL statement_timeout = 0'); // The whole ledger is checked once.
    for (const statement of [COUNTERS, ADMIT, GROW_HOLD, LEDGER, SET_ASIDE]) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const COUNTERS = `
ALTER TABLE meter_counter
  ALTER COLUMN spent TYPE numeric(38, 0), ALTER COLUMN held TYPE numeric(38, 0);
`;

/** As on the hot functions of the migration before. */
const PLANNED_ONCE = 'SET plan_cache_mode = force_generic_plan SET enable_seqscan = off';

const ADMIT = `
-- As it was, with sums that cannot end: \`used\` is bounded for its reader alone, who compares it with
-- limits that lie far below.
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
  v_used numeric;
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
    SELECT spent + held INTO v_used FROM meter_counter
      WHERE scope = c_scope[k] AND scope_id = c_id[k] AND period = c_period[k] FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO meter_counter (scope, scope_id, period) VALUES (c_scope[k], c_id[k], c_period[k])
        ON CONFLICT DO NOTHING;
      SELECT spent + held INTO v_used FROM meter_counter
        WHERE scope = c_scope[k] AND scope_id = c_id[k] AND period = c_period[k] FOR UPDATE;
    END IF;
    used := used || greatest(least(v_used, 9223372036854775807), 0)::bigint;
    IF v_used + c_delta[k] > c_limit[k] THEN admitted := false; END IF;
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

const GROW_HOLD = `
-- A running stream needs more room: all counters of its hold grow by as much of p_nano as every one of
-- them has left, if that is p_least or more. Returns by how much, 0 when it was not let.
CREATE FUNCTION gw_grow_hold(
  p_id uuid, p_nano bigint, p_least bigint,
  c_scope smallint[], c_id uuid[], c_period text[], c_limit bigint[]
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  grown bigint;
BEGIN
  PERFORM FROM call_intent WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 0; END IF;
  SELECT least(p_nano, min(l.room))::bigint INTO grown FROM (
    SELECT n.lim - m.spent - m.held AS room FROM meter_counter m
      JOIN unnest(c_scope, c_id, c_period, c_limit) AS n(scope, id, period, lim)
        ON m.scope = n.scope AND m.scope_id = n.id AND m.period = n.period
      ORDER BY m.scope, m.scope_id, m.period COLLATE "C" FOR UPDATE OF m
  ) l;
  IF grown < p_least THEN RETURN 0; END IF;
  UPDATE call_intent SET hold_nano = hold_nano + grown WHERE id = p_id;
  UPDATE meter_counter m SET held = m.held + grown
    FROM unnest(c_scope, c_id, c_period) AS n(scope, id, period)
    WHERE m.scope = n.scope AND m.scope_id = n.id AND m.period = n.period;
  RETURN grown;
END $$;
`;

const LEDGER = `
-- An adjustment may give money back.
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_nano_check,
  ADD CONSTRAINT ledger_entry_nano_check CHECK (nano >= 0 OR kind = 4);
`;

const SET_ASIDE = `
-- Rows that the database would not take: at \`record\` the outcome of a call, at \`seal\` its leaf.
CREATE TABLE audit_set_aside (
  id uuid NOT NULL,
  stage text NOT NULL CHECK (stage IN ('record', 'seal')),
  org_id uuid NOT NULL,
  -- SQLSTATE and constraint; never a value.
  reason text NOT NULL,
  leaf_hash bytea NOT NULL,
  -- Of an outcome that is nowhere else.
  entry bytea,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id, stage)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON audit_set_aside TO gw_app;
`;
