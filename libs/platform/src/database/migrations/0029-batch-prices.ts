import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests that are handed over in a file have a tier of their own. */
export class BatchPrices1763600000029 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tier_price DROP CONSTRAINT tier_price_tier_check,
        ADD CONSTRAINT tier_price_tier_check
          CHECK (tier IN ('flex', 'priority', 'scale', 'fast', 'batch'))`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}
