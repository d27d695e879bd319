import type { Gateway } from './ours.js';

export interface Books {
  /** Calls that the generator counted as answered well. */
  readonly calls: number;
  readonly auditRows: number;
  readonly ledgerEntries: number;
  readonly openIntents: number;
  /** Held money that no open call accounts for. */
  readonly heldNano: string;
}

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

interface Counts extends Omit<Books, 'calls'> {
  readonly otherRows: number;
  readonly pending: number;
  readonly leaves: number;
}

/**
 * After the gateway has stopped: does its database say what the generator saw? Speed that loses
 * records is worth nothing.
 */
export async function verifyOurs(
  gateway: Gateway,
  calls: number,
): Promise<{ readonly books: Books; readonly faults: readonly string[] }> {
  const { EmbeddedPostgres, openDatabase } = await import('#platform');
  const { SystemClock, SystemEntropy } = await import('#kernel');
  const server = await EmbeddedPostgres.start(
    { dataDir: gateway.dataDir },
    new SystemClock(),
    new SystemEntropy(),
  );
  const database = await openDatabase({ url: server.url, poolSize: 1, asApp: true });
  try {
    const [counts] = await database.query<Counts>(COUNT);
    if (!counts) throw new Error('The database counts nothing.');
    return { books: { calls, ...counts }, faults: findFaults(calls, counts) };
  } finally {
    await database.close();
    await server.stop();
  }
}

function findFaults(calls: number, counts: Counts): string[] {
  const faults: string[] = [];
  const expect = (what: string, found: number, wanted: number) => {
    if (found !== wanted) faults.push(`${what}: ${found}, should be ${wanted}`);
  };
  expect('audit rows of answered calls', counts.auditRows, calls);
  expect('audit rows of other outcomes', counts.otherRows, 0);
  expect('ledger entries', counts.ledgerEntries, calls);
  expect('open intents', counts.openIntents, 0);
  expect('sealed and pending rows', counts.leaves + counts.pending, calls);
  if (counts.pending === 0) expect('nano-units still held', Number(counts.heldNano), 0);
  return faults;
}
