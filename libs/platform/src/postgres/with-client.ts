import { Client } from 'pg';

const CONNECT_TIMEOUT_MS = 2_000;
const ANSWER_TIMEOUT_MS = 10_000; // To make a database copies a few megabytes of files.

/** Bounded, and without a farewell: a server that is frozen hears neither question nor farewell. */
export async function withClient(
  url: string,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // A lost connection is seen by the query.
  try {
    await client.connect();
    await work(client);
  } finally {
    client.connection.stream.destroy();
  }
}
