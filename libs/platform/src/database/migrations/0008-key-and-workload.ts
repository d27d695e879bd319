import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A key and its workload are of one organisation, which the database holds from here on. Until now a
 * settings file whose organisation had another name could leave a key with the one and its workload
 * with the other; such a key goes where its workload is.
 */
export class KeyAndWorkload1763600000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE virtual_key k SET org_id = w.org_id
      FROM workload w WHERE w.id = k.workload_id AND w.org_id <> k.org_id`);
    await runner.query(`
      ALTER TABLE workload ADD CONSTRAINT workload_of_organisation UNIQUE (id, org_id)`);
    await runner.query(`
      ALTER TABLE virtual_key ADD CONSTRAINT key_of_workload
        FOREIGN KEY (workload_id, org_id) REFERENCES workload (id, org_id) ON DELETE CASCADE`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}
