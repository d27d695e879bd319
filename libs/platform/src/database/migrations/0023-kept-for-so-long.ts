import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers that show a secret are kept for minutes, and codes of a second factor are told apart by where they come from. */
export class KeptForSoLong1763600000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(KEPT);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const KEPT = `
-- Null of an answer without a secret, which is kept for a day.
ALTER TABLE admin_request ADD COLUMN shown_until timestamptz;

-- Where somebody has given a code of their second factor: a keyed hash of member and network.
CREATE TABLE familiar_place (
  who bytea PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON familiar_place TO gw_app;
`;
