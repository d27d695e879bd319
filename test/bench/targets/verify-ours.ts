import { type Books, compareBooks, type Counts } from './compare-books.js';
import type { Gateway } from './gateway.js';

const COUNT = {
  name: 'bench-count',
  text: `SELECT
    (SELECT count(*) FROM audit_row WHERE outcome = 'ok')::int AS "auditRows",
    (SELECT count(*) FROM audit_row WHERE outcome <> 'ok')::int AS "otherRows",
    (SELECT count(*) FROM ledger_entry)::int AS "ledgerEntries",
    (SELECT count(*) FROM call_intent)::int AS "openIntents",
    (SELECT count(*) FROM audit_pending)::int AS "pending",
    (SELECT count(*) FROM audit_leaf)::int AS "leaves",
    (SELECT coalesce(sum(held), 0) FROM meter_counter)::text AS "heldNano"`,
};

/**
 * After the gateway has stopped: does its database say what the generator saw, and does its log
 * verify? Speed that loses records is worth nothing.
 */
export async function verifyOurs(
  gateway: Gateway,
  calls: number,
): Promise<{ readonly books: Books; readonly faults: readonly string[] }> {
  const { fsck, openSigner } = await import('#audit');
  const { SystemClock, SystemEntropy } = await import('#kernel');
  const { loadConfig, openInstance } = await import('#platform');
  const config = loadConfig({ GW_DATA_DIR: gateway.dataDir });
  const use = { migrates: false, isGuest: true };
  const instance = await openInstance(config, new SystemClock(), new SystemEntropy(), use);
  try {
    const { database, secrets } = instance;
    const [counts] = await database.query<Counts>(COUNT);
    if (!counts) throw new Error('The database counts nothing.');
    const books = { calls, ...counts };
    const { findings } = await fsck(database, openSigner(config, secrets));
    const broken = findings.map(({ assertion, cases }) => `${assertion}: ${cases.join(', ')}`);
    return { books, faults: [...compareBooks(books), ...broken] };
  } finally {
    await instance.close();
  }
}
