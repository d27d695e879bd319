import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Settings, keys, prices, counters, the open calls, the audit log and the ledger.
 *
 * Immutability is the database's own: triggers that fire always refuse UPDATE, DELETE and TRUNCATE
 * on the log and the ledger, and the role the gateway works as (`gw_app`) has no such right anyway.
 */
export class FirstTables1763600000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [SETTINGS, PRICES, COUNTERS, AUDIT, LEDGER, GUARDS]) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const SETTINGS = `
CREATE TABLE instance (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Tells a replica that was given another master key.
  master_key_check bytea NOT NULL,
  -- SHA-256 of the one-time token that opens the Console's set-up.
  setup_token_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE epoch (
  name text PRIMARY KEY,
  value bigint NOT NULL DEFAULT 0
);
INSERT INTO epoch (name) VALUES ('settings'), ('keys');

CREATE TABLE organisation (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  currency char(3) NOT NULL,
  time_zone text NOT NULL,
  settings jsonb NOT NULL,
  managed_by text NOT NULL
);
CREATE TABLE provider (
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  name text NOT NULL,
  settings jsonb NOT NULL,
  managed_by text NOT NULL,
  PRIMARY KEY (org_id, name)
);
CREATE TABLE alias (
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  name text NOT NULL,
  settings jsonb NOT NULL,
  managed_by text NOT NULL,
  PRIMARY KEY (org_id, name)
);
CREATE TABLE workload (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  name text NOT NULL,
  settings jsonb NOT NULL,
  managed_by text NOT NULL,
  UNIQUE (org_id, name)
);
CREATE TABLE virtual_key (
  id text PRIMARY KEY CHECK (id ~ '^[0-9A-Za-z]{8}$'),
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  workload_id uuid NOT NULL REFERENCES workload ON DELETE CASCADE,
  name text NOT NULL,
  env text NOT NULL CHECK (env IN ('live', 'test')),
  hmac bytea NOT NULL UNIQUE CHECK (length(hmac) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  managed_by text NOT NULL
);
CREATE INDEX virtual_key_workload ON virtual_key (workload_id);
`;

const PRICES = `
CREATE TABLE price_book (
  version bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  org_id uuid REFERENCES organisation ON DELETE CASCADE,
  source text NOT NULL,
  sha256 bytea NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now(),
  active_from timestamptz
);
CREATE TABLE price (
  version bigint NOT NULL REFERENCES price_book ON DELETE CASCADE,
  model text NOT NULL,
  unit text NOT NULL,
  tier_above bigint NOT NULL DEFAULT 0,
  currency char(3) NOT NULL,
  nano_per_million numeric(36, 6) NOT NULL CHECK (nano_per_million >= 0),
  PRIMARY KEY (version, model, unit, tier_above)
);
CREATE TABLE exchange_rate (
  version bigint NOT NULL REFERENCES price_book ON DELETE CASCADE,
  from_currency char(3) NOT NULL,
  to_currency char(3) NOT NULL,
  rate numeric(30, 12) NOT NULL CHECK (rate > 0),
  PRIMARY KEY (version, from_currency, to_currency)
);
`;

const COUNTERS = `
-- scope: 1 workload budget, 2 organisation cap, 3 credit. Limits live in the settings, not here.
CREATE TABLE meter_counter (
  scope smallint NOT NULL CHECK (scope BETWEEN 1 AND 3),
  scope_id uuid NOT NULL,
  period text NOT NULL,
  spent bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  PRIMARY KEY (scope, scope_id, period)
) WITH (fillfactor = 40);

-- A ring of thirteen 5-second slots; the slot number modulo 13 is the place in the arrays.
CREATE TABLE rate_window (
  workload_id uuid PRIMARY KEY,
  slot bigint NOT NULL,
  requests bigint[] NOT NULL,
  tokens bigint[] NOT NULL
) WITH (fillfactor = 40);

CREATE TABLE replica_lease (
  replica_id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
);

-- One row per open call: durable before anything is sent, gone in the transaction that records it.
CREATE TABLE call_intent (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  workload_id uuid NOT NULL,
  replica_id uuid NOT NULL,
  hold_nano bigint NOT NULL,
  counters text NOT NULL,
  price_version bigint,
  -- The identity and shape of the call, so that an interrupted one can still be recorded.
  context text NOT NULL,
  -- Input estimate and output so far, in nano: what an interrupted call is charged.
  progress_nano bigint NOT NULL,
  progress_tokens bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);
CREATE INDEX call_intent_replica ON call_intent (replica_id);
`;

const AUDIT = `
CREATE TABLE audit_row (
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  org_id uuid NOT NULL,
  type text NOT NULL,
  workload_id uuid,
  key_id text,
  surface text,
  wire text,
  model_requested text,
  model_routed text,
  provider text,
  http_status int,
  outcome text,
  refusal_code text,
  cache_hit text,
  dlp_action text,
  unscanned_document boolean,
  client_gone boolean,
  tokens_in bigint,
  tokens_out bigint,
  price_nano bigint,
  ttft_ms int,
  latency_ms int,
  leaf_hash bytea NOT NULL,
  entry bytea NOT NULL,
  PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE INDEX audit_row_org ON audit_row (org_id, at DESC);
CREATE INDEX audit_row_workload ON audit_row (workload_id, at DESC);
CREATE TABLE audit_row_default PARTITION OF audit_row DEFAULT;

-- Recorded, not yet sealed: the sealer deletes the row when it appends the leaf.
CREATE TABLE audit_pending (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  org_id uuid NOT NULL,
  id uuid NOT NULL,
  leaf_hash bytea NOT NULL,
  hold_nano bigint NOT NULL,
  nano bigint NOT NULL,
  counters text NOT NULL
);
CREATE TABLE audit_leaf (
  org_id uuid NOT NULL,
  seq bigint NOT NULL,
  id uuid NOT NULL UNIQUE,
  leaf_hash bytea NOT NULL CHECK (length(leaf_hash) = 32),
  PRIMARY KEY (org_id, seq)
);
CREATE TABLE audit_tile (
  org_id uuid NOT NULL,
  level smallint NOT NULL,
  idx bigint NOT NULL,
  hashes bytea NOT NULL CHECK (length(hashes) = 8192),
  PRIMARY KEY (org_id, level, idx)
);
CREATE TABLE audit_head (
  org_id uuid PRIMARY KEY,
  size bigint NOT NULL,
  frontier bytea NOT NULL
);
CREATE TABLE audit_checkpoint (
  org_id uuid NOT NULL,
  size bigint NOT NULL,
  note text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (org_id, size)
);
-- Salts of the commitments. Deleting a row makes its commitments unprovable; the leaf stays.
CREATE TABLE audit_private (
  id uuid PRIMARY KEY,
  salt bytea NOT NULL
);
`;

const LEDGER = `
-- kind: 2 settle, 3 void, 4 adjust. One call is settled or voided once.
CREATE TABLE ledger_entry (
  id uuid NOT NULL,
  kind smallint NOT NULL CHECK (kind IN (2, 3, 4)),
  org_id uuid NOT NULL,
  workload_id uuid NOT NULL,
  nano bigint NOT NULL CHECK (nano >= 0),
  counters text NOT NULL,
  price_version bigint,
  at timestamptz NOT NULL,
  PRIMARY KEY (id, kind)
);
CREATE UNIQUE INDEX ledger_entry_resolves_once ON ledger_entry (id) WHERE kind IN (2, 3);
CREATE INDEX ledger_entry_org ON ledger_entry (org_id, at DESC);
`;

const GUARDS = `
CREATE FUNCTION gw_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log and the ledger are append-only (% on %)', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

DO $$
DECLARE guarded text;
BEGIN
  FOREACH guarded IN ARRAY ARRAY[
    'audit_row', 'audit_leaf', 'audit_tile', 'audit_checkpoint', 'ledger_entry'
  ] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION gw_refuse_change()', guarded);
    EXECUTE format('CREATE TRIGGER never_truncated BEFORE TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION gw_refuse_change()', guarded);
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER append_only', guarded);
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER never_truncated', guarded);
  END LOOP;
  EXECUTE 'CREATE TRIGGER never_truncated BEFORE TRUNCATE ON audit_row_default
    FOR EACH STATEMENT EXECUTE FUNCTION gw_refuse_change()';
  EXECUTE 'ALTER TABLE audit_row_default ENABLE ALWAYS TRIGGER append_only';
  EXECUTE 'ALTER TABLE audit_row_default ENABLE ALWAYS TRIGGER never_truncated';
END $$;

-- Months are made by the sealer, whose role may not create tables: hence the definer's rights.
CREATE FUNCTION gw_ensure_audit_month(month date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  first date := date_trunc('month', month)::date;
  name text := 'audit_row_' || to_char(first, 'YYYYMM');
BEGIN
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('gw_audit_month'));
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I PARTITION OF audit_row FOR VALUES FROM (%L) TO (%L)',
    name, first::timestamptz, (first + interval '1 month')::timestamptz);
  EXECUTE format('CREATE TRIGGER never_truncated BEFORE TRUNCATE ON %I
    FOR EACH STATEMENT EXECUTE FUNCTION gw_refuse_change()', name);
  EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER append_only', name);
  EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER never_truncated', name);
END $$;
`;
