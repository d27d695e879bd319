import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Documents that are anonymized when their call has ended. A row says how far one is; the document and what
 * comes of it lie elsewhere, under a key that is gone when `data_key` is.
 */
export class DocumentJobs1763600000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(JOBS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const JOBS = `
CREATE TABLE document_job (
  -- Of the call that made it, which its entry in the log is found by.
  call_id uuid PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  workload_id uuid NOT NULL,
  -- Null of one that a key made.
  member_id uuid,
  status text NOT NULL CHECK (status IN
    ('receiving', 'queued', 'in_progress', 'cancelling', 'completed', 'failed', 'cancelled', 'expired')),
  stage text NOT NULL DEFAULT 'queued',
  pages_total int NOT NULL,
  pages_done int NOT NULL DEFAULT 0,
  -- Pages and pictures that were read, in whichever try: what is charged of a job that is cancelled.
  pages_read int NOT NULL DEFAULT 0,
  -- What is charged. Null until it has ended.
  pages_due int,
  bytes bigint NOT NULL,
  media_type text NOT NULL,
  wants_mapping boolean NOT NULL,
  -- The key of this job, sealed by the instance's. Null: nobody reads any of it again.
  data_key bytea,
  -- Names of files may tell whose they are. Sealed by the instance's key, and gone with the document.
  filename bytea,
  -- The caller's options, and what came of it: under the key of the job.
  options bytea,
  outcome bytea,
  -- Something of it may still lie where documents are kept.
  has_blobs boolean NOT NULL DEFAULT true,
  result_sha256 text,
  error text,
  idempotency_key text,
  fingerprint bytea,
  -- Whoever works on it, and when it last said so.
  runner uuid,
  seen_at timestamptz,
  tries int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz,
  deleted_at timestamptz
);
CREATE UNIQUE INDEX document_job_idempotency ON document_job (workload_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX document_job_of_workload ON document_job (workload_id, call_id);
CREATE INDEX document_job_of_organisation ON document_job (org_id, call_id);
CREATE INDEX document_job_open ON document_job (call_id)
  WHERE status IN ('receiving', 'queued', 'in_progress', 'cancelling');
CREATE INDEX document_job_kept ON document_job (call_id) WHERE has_blobs;
GRANT SELECT, INSERT, UPDATE, DELETE ON document_job TO gw_app;
`;
