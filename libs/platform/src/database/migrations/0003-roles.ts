import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `gw_app` is what the gateway works as: it may append to the log and the ledger and change
 * counters, never touch what was written. The owner of the tables only migrates.
 */
export class Roles1763600000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Roles belong to the server, not to this database, so another one may have made it already.
    await runner.query(`
      DO $$ BEGIN
        CREATE ROLE gw_app NOLOGIN;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
    await runner.query(`GRANT gw_app TO CURRENT_USER`);
    await runner.query(`GRANT USAGE ON SCHEMA public TO gw_app`);
    await runner.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO gw_app`);
    await runner.query(
      `GRANT INSERT ON audit_row, audit_leaf, audit_tile, audit_checkpoint, ledger_entry TO gw_app`,
    );
    await runner.query(`
      GRANT INSERT, UPDATE, DELETE ON instance, epoch, organisation, provider, alias, workload,
        virtual_key, price_book, price, exchange_rate, meter_counter, rate_window, replica_lease,
        call_intent, audit_pending, audit_head, audit_private TO gw_app`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}
