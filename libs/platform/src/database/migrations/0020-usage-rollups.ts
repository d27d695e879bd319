import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the Console reads of millions of calls: sums by the hour, made of sealed rows, and an index of what an
 * entry says beyond its columns. Both can be made again from the log; neither is evidence.
 */
export class UsageRollups1763600000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SET LOCAL statement_timeout = 0'); // Each row is looked at once for the index.
    for (const statement of [USAGE, ENTRY, INDEXES, JOBS, REPLICAS, RIGHTS]) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

/** As many as `libs/insight/src/usage/spans.ts` has. */
const SPANS = Array.from({ length: 32 }, (_, place) => place);

const SUMS = `series_id uuid NOT NULL,
  requests bigint NOT NULL,
  tokens_in bigint NOT NULL,
  tokens_out bigint NOT NULL,
  cache_read bigint NOT NULL,
  cache_write bigint NOT NULL,
  pages bigint NOT NULL,
  nano bigint NOT NULL,
  protected bigint NOT NULL,
  ${SPANS.map((place) => `latency_${place} int, first_${place} int`).join(',\n  ')}`;

const USAGE = `
-- What calls are told apart by; '' and 0 where the log says nothing. The id is a hash of the rest.
CREATE TABLE usage_series (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  workload_id uuid NOT NULL,
  key_id text NOT NULL,
  member_id text NOT NULL,
  model text NOT NULL,
  provider text NOT NULL,
  jurisdiction text NOT NULL,
  surface text NOT NULL,
  outcome text NOT NULL,
  status int NOT NULL,
  refusal text NOT NULL,
  cache_hit text NOT NULL
);
CREATE INDEX usage_series_org ON usage_series (org_id);

-- Of the hour in which a call began, and the same by the day: both begin as the organisation's time zone has
-- it. Latencies and times to the first token are counted by spans that grow by the square root of two; null
-- where there is none, which takes no room.
CREATE TABLE usage_hour (
  org_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  ${SUMS},
  PRIMARY KEY (org_id, hour, series_id)
) WITH (fillfactor = 80);
CREATE INDEX usage_hour_series ON usage_hour (series_id, hour DESC);

CREATE TABLE usage_day (
  org_id uuid NOT NULL,
  day timestamptz NOT NULL,
  ${SUMS},
  PRIMARY KEY (org_id, day, series_id)
) WITH (fillfactor = 80);

-- Rows of a log before it are summed. It moves in the transaction that sums them.
CREATE TABLE usage_mark (
  org_id uuid PRIMARY KEY,
  seq bigint NOT NULL,
  -- By which the days are cut.
  time_zone text NOT NULL
);

-- Which calls a series has: a few of them are found among millions without a look at the others.
CREATE TABLE usage_call (
  series_id uuid NOT NULL,
  at timestamptz NOT NULL,
  id uuid NOT NULL,
  PRIMARY KEY (series_id, at, id)
);
CREATE INDEX usage_call_at ON usage_call USING brin (at);

-- What an entry says and no column does: kinds of findings, and on whose behalf a call was made.
CREATE TABLE audit_facet (
  org_id uuid NOT NULL,
  facet text NOT NULL CHECK (facet IN ('kind', 'parent')),
  value text NOT NULL,
  at timestamptz NOT NULL,
  id uuid NOT NULL,
  series_id uuid NOT NULL,
  PRIMARY KEY (org_id, facet, value, at, id)
);
CREATE INDEX audit_facet_at ON audit_facet USING brin (at);
`;

const ENTRY = `
-- Null for an entry that was tampered with: it must not end the sums of all others.
CREATE FUNCTION gw_read_entry(entry bytea) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN convert_from(entry, 'UTF8')::jsonb;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END $$;
`;

const INDEXES = `
-- Few rows among many, and a page of the Console of their own.
CREATE INDEX audit_row_activity ON audit_row (org_id, at DESC, id DESC)
  WHERE type IN ('admin', 'erasure', 'key_rotation', 'fork', 'retention');
`;

const JOBS = `
-- A check of a log, or an export of it. One of an organisation at a time.
CREATE TABLE audit_job (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('verify', 'export')),
  status text NOT NULL CHECK (status IN ('running', 'done', 'failed')),
  first_seq bigint NOT NULL,
  end_seq bigint NOT NULL,
  rows_done bigint NOT NULL DEFAULT 0,
  result jsonb,
  error text,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Of whoever runs it: one that is silent has died.
  seen_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE UNIQUE INDEX audit_job_one_runs ON audit_job (org_id) WHERE status = 'running';
CREATE INDEX audit_job_org ON audit_job (org_id, id DESC);

-- An export in pieces, so that any replica hands it out.
CREATE TABLE audit_export_piece (
  job_id uuid NOT NULL REFERENCES audit_job ON DELETE CASCADE,
  n int NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (job_id, n)
);
ALTER TABLE audit_export_piece ALTER COLUMN content SET STORAGE EXTERNAL;
`;

const REPLICAS = `
-- Of whoever holds the lease, for people.
ALTER TABLE replica_lease
  ADD COLUMN version text,
  ADD COLUMN started_at timestamptz;
`;

const RIGHTS = `
GRANT SELECT, INSERT ON usage_series TO gw_app;
GRANT SELECT, INSERT, UPDATE ON usage_hour, usage_mark TO gw_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON usage_day TO gw_app;
GRANT SELECT, INSERT, DELETE ON usage_call, audit_facet TO gw_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON audit_job, audit_export_piece TO gw_app;
`;
