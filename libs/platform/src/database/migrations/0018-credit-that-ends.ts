import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Credit that ends on a date. What is left of it then goes by an entry of its own, which names what it
 * ends; an entry of nothing says that all of it was used. Replicas of the release before see the entries
 * that end it, and until then all of the credit.
 */
export class CreditThatEnds1763600000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREDIT);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const CREDIT = `
ALTER TABLE credit_entry
  ADD COLUMN ends_at timestamptz,
  -- Once each: what has ended does not end again.
  ADD COLUMN ended_id uuid UNIQUE REFERENCES credit_entry (id),
  -- What all calls had used of all credit by then: it is not used of what came later.
  ADD COLUMN used_nano bigint,
  DROP CONSTRAINT credit_entry_check,
  ADD CONSTRAINT credit_entry_check CHECK (
    CASE WHEN kind IN ('purchase', 'grant') THEN nano > 0
      ELSE nano < 0 OR (nano = 0 AND ended_id IS NOT NULL) END),
  ADD CONSTRAINT credit_entry_ends CHECK (ends_at IS NULL OR kind IN ('purchase', 'grant')),
  ADD CONSTRAINT credit_entry_ended CHECK (ended_id IS NULL OR kind = 'expire');
CREATE INDEX credit_entry_ending ON credit_entry (ends_at) WHERE ends_at IS NOT NULL;
`;
