import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What operators do to endpoints: pause them, and have their breakers begin anew. */
export class OperatedEndpoints1763600000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OPERATED);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const OPERATED = `
-- Another one than before: what replicas know of the health of its endpoints is forgotten.
ALTER TABLE provider ADD COLUMN health_round int NOT NULL DEFAULT 0;

CREATE TABLE endpoint_pause (
  org_id uuid NOT NULL,
  provider text NOT NULL,
  -- Empty: all of the provider.
  model text NOT NULL,
  reason text NOT NULL,
  -- Null where a token did it; the log has its id.
  member_id uuid REFERENCES member ON DELETE SET NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, provider, model),
  FOREIGN KEY (org_id, provider) REFERENCES provider (org_id, name)
    ON UPDATE CASCADE ON DELETE CASCADE
);
GRANT SELECT, INSERT, UPDATE, DELETE ON endpoint_pause TO gw_app;
`;
