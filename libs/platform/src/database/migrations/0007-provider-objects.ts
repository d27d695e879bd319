import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which workload made an object that a provider keeps: rows are added and never change. */
export class ProviderObjects1763600000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_object (
        org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
        provider text NOT NULL,
        object_id text NOT NULL,
        workload_id uuid NOT NULL,
        made_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (org_id, provider, object_id)
      )`);
    await runner.query(`GRANT SELECT, INSERT ON provider_object TO gw_app`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}
