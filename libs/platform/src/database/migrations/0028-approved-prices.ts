import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether somebody looked at a price list when it came into force: later ones are held against that one. */
export class ApprovedPrices1763600000028 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // What is in force by now was put there before anybody could tell; it is where counting begins.
    await runner.query(
      'ALTER TABLE price_book ADD COLUMN is_approved boolean NOT NULL DEFAULT true',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}
