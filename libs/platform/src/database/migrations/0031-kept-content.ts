import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What was asked and answered, for organisations that want it kept: apart from the log, so that it can be deleted,
 * and under a key of the organisation that is itself sealed by the master key.
 */
export class KeptContent1763600000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CONTENT);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const CONTENT = `
CREATE TABLE content_key (
  org_id uuid PRIMARY KEY REFERENCES organisation ON DELETE CASCADE,
  -- Sealed by the instance's key.
  data_key bytea NOT NULL
);

CREATE TABLE call_content (
  call_id uuid NOT NULL,
  part text NOT NULL CHECK (part IN ('prompt', 'answer')),
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  -- It was longer than is kept of one.
  is_cut boolean NOT NULL,
  -- Under the data key of the organisation, for this part of this call alone.
  sealed bytea NOT NULL,
  kept_at timestamptz NOT NULL,
  PRIMARY KEY (call_id, part)
);
CREATE INDEX call_content_age ON call_content (org_id, kept_at);

GRANT SELECT, INSERT ON content_key TO gw_app;
GRANT SELECT, INSERT, DELETE ON call_content TO gw_app;
GRANT SELECT, DELETE ON call_content TO gw_retention;
`;
