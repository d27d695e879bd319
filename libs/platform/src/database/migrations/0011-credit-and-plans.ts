import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Prepaid credit as entries that are only ever added: what an organisation has is their sum. And a
 * fourth kind of counter, for the free allowance of a plan.
 */
export class CreditAndPlans1763600000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREDIT);
    await runner.query(ALLOWANCE);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const CREDIT = `
CREATE TABLE credit_entry (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('purchase', 'grant', 'expire', 'refund')),
  -- More by a purchase or a grant, less by what expires or is paid back.
  nano bigint NOT NULL CHECK (nano <> 0 AND (nano > 0) = (kind IN ('purchase', 'grant'))),
  -- Of an invoice or the like: what was booked under it is not booked again.
  reference text,
  at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (org_id, reference)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON credit_entry
  FOR EACH ROW EXECUTE FUNCTION gw_refuse_change();
CREATE TRIGGER never_truncated BEFORE TRUNCATE ON credit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION gw_refuse_change();
ALTER TABLE credit_entry ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE credit_entry ENABLE ALWAYS TRIGGER never_truncated;
GRANT SELECT, INSERT ON credit_entry TO gw_app;
`;

const ALLOWANCE = `
-- scope: 1 workload budget, 2 organisation cap, 3 credit, 4 free allowance of the plan.
ALTER TABLE meter_counter DROP CONSTRAINT meter_counter_scope_check,
  ADD CONSTRAINT meter_counter_scope_check CHECK (scope BETWEEN 1 AND 4);
`;
