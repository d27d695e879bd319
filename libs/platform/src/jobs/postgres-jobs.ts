import type { PostgresPoolConfig } from 'bullmq';
import { patient } from './patient-worker.js';
import { type JobBackend, STREAMS } from './job-backend.js';
import { JOBS_SCHEMA } from './jobs-schema.js';

/** Of each queue and of each worker; a worker has one more, which listens. */
const CONNECTIONS_MAX = 2;
const CONNECT_MS_MAX = 2_000; // As of the gateway's own pool.
const STATEMENT_MS_MAX = 10_000; // The same.

/**
 * BullMQ on PostgreSQL: tables of its own in the schema `jobs`, which our migrations make. It builds its
 * pools itself, since only those know of the schema.
 * @param urlOf asked when the first queue is opened
 */
export function postgresJobs(urlOf: () => string): JobBackend {
  const connectionOf = (): PostgresPoolConfig => ({
    connectionString: urlOf(),
    schema: JOBS_SCHEMA,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    statement_timeout: STATEMENT_MS_MAX,
    options: '-c role=gw_app', // As the gateway itself: it may not touch what was written.
  });
  // Loaded where jobs are used at all: it takes some tenths of a second, and 25 MB.
  const classes = async () => {
    const { createPostgresBackend, withBackend } = await import('bullmq');
    return withBackend(createPostgresBackend);
  };
  return {
    queue: async (name) =>
      new (await classes()).Queue(name, { connection: connectionOf(), streams: STREAMS }),
    worker: async (name, run, options) => {
      const { Worker } = await classes();
      const connection = connectionOf();
      const worker = new Worker(name, run, { connection, autorun: false, ...options });
      // It remembers for ever that it could not begin, so whoever asked makes another one.
      try {
        await worker.waitUntilReady();
      } catch (fault) {
        await worker.close();
        throw fault;
      }
      const patiently = patient(worker);
      void worker.run(); // Until it is closed; its faults are events.
      return patiently;
    },
    close: () => Promise.resolve(),
  };
}
