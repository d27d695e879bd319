import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Answers that are kept for equal requests: under a hash that only the organisation's cache key makes, and sealed by its data key.
 * What they have saved is summed with the usage.
 */
export class ResponseCache1763600000032 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SET LOCAL statement_timeout = 0');
    for (const statement of [CACHE, SUMS]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const CACHE = `
CREATE TABLE response_cache_key (
  org_id uuid PRIMARY KEY REFERENCES organisation ON DELETE CASCADE,
  -- Sealed by the instance's key. A purge makes another one, and counts.
  cache_key bytea NOT NULL,
  round int NOT NULL DEFAULT 1
);

CREATE TABLE cached_answer (
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  -- A workload; the organisation itself where its workloads share answers.
  scope_id uuid NOT NULL,
  digest bytea NOT NULL CHECK (length(digest) = 32),
  -- Of the key that it was hashed under.
  round int NOT NULL,
  -- That made it: an erasure of the call takes the answer along.
  call_id uuid NOT NULL,
  bytes int NOT NULL,
  sealed bytea NOT NULL,
  stored_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, scope_id, digest)
);
CREATE INDEX cached_answer_of_call ON cached_answer (call_id);
CREATE INDEX cached_answer_age ON cached_answer (org_id, stored_at);

-- Locked while an answer is written, and changed by a purge.
GRANT SELECT, INSERT, UPDATE ON response_cache_key TO gw_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON cached_answer TO gw_app;
GRANT SELECT, DELETE ON cached_answer TO gw_retention;
`;

const SUMS = `
-- What hits of the cache would have cost.
ALTER TABLE usage_hour ADD COLUMN saved bigint NOT NULL DEFAULT 0;
ALTER TABLE usage_day ADD COLUMN saved bigint NOT NULL DEFAULT 0;
`;
