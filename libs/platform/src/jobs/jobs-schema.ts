import type { PoolClient } from 'pg';

/** Beside the gateway's own tables, so that neither meets a name of the other. */
export const JOBS_SCHEMA = 'jobs';

/** New tables of a later release of BullMQ need the same rights, so they are given each time. */
const RIGHTS = `
GRANT USAGE ON SCHEMA ${JOBS_SCHEMA} TO gw_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${JOBS_SCHEMA} TO gw_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${JOBS_SCHEMA} TO gw_app;
`;

/**
 * Brings BullMQ's own tables up to its release, in one transaction of its own. They are made where jobs
 * lie in Redis, too, so that a gateway may go back to PostgreSQL without a migration.
 * @param client one session, of the owner of the tables
 */
export async function migrateJobs(client: PoolClient): Promise<void> {
  const { runMigrations } = await import('bullmq');
  await runMigrations(client, JOBS_SCHEMA);
  await client.query(RIGHTS);
}
