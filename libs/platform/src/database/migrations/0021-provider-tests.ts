import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When providers and aliases were made, which aliases are used, and what the last test of a provider found. */
export class ProviderTests1763600000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Of those that are there nobody knows it.
      ALTER TABLE provider ADD COLUMN created_at timestamptz;
      ALTER TABLE provider ALTER COLUMN created_at SET DEFAULT now();
      ALTER TABLE alias ADD COLUMN created_at timestamptz;
      ALTER TABLE alias ALTER COLUMN created_at SET DEFAULT now();

      -- Those that are there are of the two before.
      ALTER TABLE audit_facet DROP CONSTRAINT audit_facet_facet_check;
      ALTER TABLE audit_facet ADD CONSTRAINT audit_facet_facet_check
        CHECK (facet IN ('kind', 'parent', 'alias')) NOT VALID;

      CREATE TABLE provider_test (
        org_id uuid NOT NULL,
        provider text NOT NULL,
        at timestamptz NOT NULL,
        member_id uuid REFERENCES member ON DELETE SET NULL,
        -- Of the provider as it was tested.
        version int NOT NULL,
        report jsonb NOT NULL,
        PRIMARY KEY (org_id, provider),
        FOREIGN KEY (org_id, provider) REFERENCES provider (org_id, name)
          ON UPDATE CASCADE ON DELETE CASCADE
      );
      GRANT SELECT, INSERT, UPDATE ON provider_test TO gw_app;`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}
