import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a provider goes on with when its call has ended stays an intent, so its hold stands on the counters
 * of either store as before, and recording it ends it as before. `background` says how to ask the provider
 * and what to seal then; such an intent belongs to no replica.
 */
export class BackgroundCalls1763600000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE call_intent ADD COLUMN background text`);
    await runner.query(
      `CREATE INDEX call_intent_background ON call_intent (id) WHERE background IS NOT NULL`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}
