import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores of documents that workloads search: texts, names, attributes and vectors sealed by the organisation's data key, so
 * that the database can read none of them.
 */
export class Knowledge1763600000033 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(KNOWLEDGE);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const KNOWLEDGE = `
CREATE TABLE knowledge_store (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  name text NOT NULL,
  embedding_model text NOT NULL,
  passage_tokens int NOT NULL,
  overlap_tokens int NOT NULL,
  version int NOT NULL DEFAULT 1,
  -- Of its vectors; null until there is one.
  dimensions int,
  -- Counts what changes its searches: who holds its vectors in memory sees that they are old.
  revision bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  UNIQUE (org_id, name)
);

CREATE TABLE knowledge_document (
  id uuid PRIMARY KEY,
  store_id uuid NOT NULL REFERENCES knowledge_store ON DELETE CASCADE,
  org_id uuid NOT NULL,
  -- Who uploaded it, and on whose budget it is embedded.
  member_id uuid NOT NULL,
  workload_id uuid NOT NULL,
  -- A keyed hash of its bytes: the same ones are the same document.
  digest bytea NOT NULL CHECK (length(digest) = 32),
  -- Name, media type and attributes.
  sealed bytea NOT NULL,
  bytes bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'in_progress', 'completed', 'failed')),
  -- Null until its text was split.
  passages int,
  embedded int NOT NULL DEFAULT 0,
  -- A key of the catalogue of errors.
  error text,
  tries int NOT NULL DEFAULT 0,
  -- Of whoever works on it; who is silent has died.
  runner uuid,
  seen_at timestamptz,
  -- Not before.
  due_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  UNIQUE (store_id, digest)
);
CREATE INDEX knowledge_document_open ON knowledge_document (due_at) WHERE status IN ('queued', 'in_progress');

-- The file itself in pieces, until its text was read.
CREATE TABLE knowledge_source (
  document_id uuid NOT NULL REFERENCES knowledge_document ON DELETE CASCADE,
  n int NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (document_id, n)
);
ALTER TABLE knowledge_source ALTER COLUMN sealed SET STORAGE EXTERNAL;

CREATE TABLE knowledge_passage (
  document_id uuid NOT NULL REFERENCES knowledge_document ON DELETE CASCADE,
  n int NOT NULL,
  tokens int NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (document_id, n)
);
ALTER TABLE knowledge_passage ALTER COLUMN sealed SET STORAGE EXTERNAL;

-- Of passages that one call had embedded, from the first on: 32-bit floats of unit length.
CREATE TABLE knowledge_vectors (
  document_id uuid NOT NULL REFERENCES knowledge_document ON DELETE CASCADE,
  first int NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (document_id, first)
);
ALTER TABLE knowledge_vectors ALTER COLUMN sealed SET STORAGE EXTERNAL;

GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_store, knowledge_document TO gw_app;
GRANT SELECT, INSERT, DELETE ON knowledge_source, knowledge_passage, knowledge_vectors TO gw_app;
`;
