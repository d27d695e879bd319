import { Client } from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
const SILENT_AFTER_S = 30; // The system asks a quiet server whether it is there; copying a table may take hours.

/** One connection for statements that may take hours, as the owner, with names as they stand in the catalog. */
export async function withPatientClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_AFTER_S * 1_000,
  });
  client.on('error', () => undefined); // A lost connection is seen by what was asked.
  await client.connect();
  try {
    await client.query(`SET statement_timeout = 0; SET tcp_keepalives_idle = ${SILENT_AFTER_S}`);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The key of the advisory lock that backups and restores of a database take. */
const BACKUP_LOCK = 7_170_030;

/**
 * Whoever copies a database, or into it, does so alone: a second one would write to the same folder, or take the first one's rows for what an
 * empty database has.
 * @throws where somebody does by now
 */
export function alone<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return withPatientClient(url, async (client) => {
    const lock = 'SELECT pg_try_advisory_lock($1) AS held';
    const { rows } = await client.query<{ held: boolean }>(lock, [BACKUP_LOCK]);
    if (rows[0]?.held) return work(client); // Until the connection ends.
    throw new Error(
      'Another backup or restore of this database is under way. Wait until it has ended.',
    );
  });
}
