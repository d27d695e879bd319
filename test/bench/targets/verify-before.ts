import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { compareRows, type RowBooks, type RowCounts } from './compare-books.js';
import type { Gateway } from './gateway.js';

const COUNT = `SELECT
  (SELECT count(*) FROM audit_row)::int AS "auditRows",
  (SELECT count(*) FROM ledger_entry)::int AS "ledgerEntries"`;
const SETTLE_TIMEOUT_MS = 15_000;
const POLL_MS = 200;
const SOCKET_DIR_LINE = 4;

interface Verified {
  readonly books: RowBooks | null;
  readonly faults: readonly string[];
}

/**
 * Another commit has another schema, so none of our code touches its database: two tables are
 * counted, while the gateway runs and keeps its own server up.
 */
export async function verifyBefore(gateway: Gateway, calls: number): Promise<Verified> {
  try {
    const books = await countWhenSettled(gateway, calls);
    return { books, faults: compareRows(books) };
  } catch (error) {
    // Its numbers are worth reading all the same.
    return { books: null, faults: [`its records could not be counted: ${String(error)}`] };
  }
}

/** The last calls may still be on their way into the tables. */
async function countWhenSettled(gateway: Gateway, calls: number): Promise<RowBooks> {
  const client = await connectTo(gateway);
  const deadlineMs = performance.now() + SETTLE_TIMEOUT_MS;
  try {
    for (;;) {
      const { rows } = await client.query<RowCounts>(COUNT);
      if (!rows[0]) throw new Error('The database counts nothing.');
      const books = { calls, ...rows[0] };
      if (compareRows(books).length === 0 || performance.now() > deadlineMs) return books;
      await sleep(POLL_MS);
    }
  } finally {
    await client.end();
  }
}

/** The embedded server listens on a socket only; it notes itself where that lies. */
async function connectTo({ dataDir }: Gateway): Promise<Client> {
  const read = (...path: string[]) => readFile(join(dataDir, ...path), 'utf8');
  const host = (await read('postgres', 'postmaster.pid')).split('\n')[SOCKET_DIR_LINE] ?? '';
  const password = (await read('postgres.password')).trim();
  const client = new Client({ host, password, user: 'gateway', database: 'gateway' });
  await client.connect();
  return client;
}
