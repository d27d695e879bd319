import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which thresholds were told of, and what is still to be delivered to the outside. */
export class AlertsAndOutbox1763600000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ALERT);
    await runner.query(OUTBOX);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const ALERT = `
-- A threshold of a limit is told once a period. What never renews begins anew with each other amount,
-- which stands behind its period then.
CREATE TABLE alert (
  scope smallint NOT NULL CHECK (scope BETWEEN 1 AND 4),
  scope_id uuid NOT NULL,
  period text NOT NULL,
  percent smallint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, scope_id, period, percent)
);
GRANT SELECT, INSERT, DELETE ON alert TO gw_app;
`;

const OUTBOX = `
-- Written in the transaction of what it tells of, deleted when it was delivered. Whoever delivers puts
-- \`due_at\` ahead first: what it had not ended when it died is due again then.
CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  kind text NOT NULL,
  target text NOT NULL,
  payload text NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Given up; kept for people to look at.
  failed_at timestamptz,
  last_fault text
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE failed_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO gw_app;
`;
