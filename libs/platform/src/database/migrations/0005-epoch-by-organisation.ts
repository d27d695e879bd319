import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An epoch of settings and one of keys for each organisation, in place of one for all: a change in one
 * organisation is no reason to read the others again.
 *
 * Replicas of the release before, which run on for a while, move the epochs of every organisation, so
 * the new ones hear of their changes. They read one epoch only: with several organisations they may
 * miss a change until they are replaced, and then forget a revoked key after the life of their cache.
 */
export class EpochByOrganisation1763600000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE epoch DROP CONSTRAINT epoch_pkey,
        ADD COLUMN org_id uuid REFERENCES organisation ON DELETE CASCADE`);
    await runner.query(`
      INSERT INTO epoch (org_id, name, value)
      SELECT o.id, e.name, e.value FROM organisation o CROSS JOIN epoch e`);
    await runner.query(`DELETE FROM epoch WHERE org_id IS NULL`);
    await runner.query(`ALTER TABLE epoch ADD PRIMARY KEY (org_id, name)`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}
