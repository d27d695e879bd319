import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls are found by how data spoke to a model in them. */
export class InjectionFacets1763600000036 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Those that are there are of the three before.
      ALTER TABLE audit_facet DROP CONSTRAINT audit_facet_facet_check;
      ALTER TABLE audit_facet ADD CONSTRAINT audit_facet_facet_check
        CHECK (facet IN ('kind', 'parent', 'alias', 'injection')) NOT VALID;`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}
