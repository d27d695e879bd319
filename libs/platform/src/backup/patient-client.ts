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
