import type { Entry } from '#audit';
import type { Queries, Statement } from '#platform';
import { readEntry } from './read-entry.js';

const CHILDREN_MAX = 100; // A call has a judge, an adjustment, a few tries.

const FIND: Statement = {
  name: 'insight-find-call',
  text: `
    SELECT r.id, r.entry, r.leaf_hash AS leaf, r.workload_id AS "workloadId", l.seq,
      w.name AS "workloadName", k.name AS "keyName", m.name AS "memberName",
      (SELECT c.size FROM audit_checkpoint c WHERE c.org_id = r.org_id AND c.size > l.seq
        ORDER BY c.size LIMIT 1) AS checkpoint
    FROM audit_row r LEFT JOIN audit_leaf l ON l.id = r.id
      LEFT JOIN workload w ON w.id = r.workload_id
      LEFT JOIN virtual_key k ON k.id = r.key_id
      LEFT JOIN member m ON m.id::text = substring(encode(r.entry, 'escape') FROM '"member":"([-0-9a-f]{36})"')
    WHERE r.id = $2 AND r.org_id = $1 LIMIT 1`,
};
const NEIGHBOURS: Statement = {
  name: 'insight-neighbours',
  text: 'SELECT seq, id FROM audit_leaf WHERE org_id = $1 AND seq IN ($2::bigint - 1, $2::bigint + 1)',
};
const LEDGER: Statement = {
  name: 'insight-ledger',
  text: `SELECT id, kind, nano, counters, price_version AS "priceVersion", at FROM ledger_entry
    WHERE org_id = $1 AND id = ANY ($2::uuid[]) ORDER BY at, kind`,
};
const CHILDREN: Statement = {
  name: 'insight-children',
  text: `
    SELECT r.id, r.type, gw_read_entry(r.entry) ->> 'purpose' AS purpose, r.outcome
    FROM audit_facet f JOIN audit_row r ON r.id = f.id AND r.at = f.at
    WHERE f.org_id = $1 AND f.facet = 'parent' AND f.value = $2 ORDER BY f.at, f.id LIMIT ${CHILDREN_MAX}`,
};

export interface LedgerLine {
  readonly id: string;
  readonly kind: 'settle' | 'void' | 'adjust';
  readonly nano: string;
  /** Those that it was settled on, as `scope:id:period`. */
  readonly counters: readonly string[];
  readonly priceVersion: string | null;
  readonly at: Date;
}

export interface ChildCall {
  readonly id: string;
  readonly type: string;
  readonly purpose: string | null;
  readonly outcome: string | null;
}

export interface ReadCall {
  readonly id: string;
  readonly workloadId: string | null;
  readonly workloadName: string | null;
  readonly keyName: string | null;
  readonly memberName: string | null;
  /** Null while it waits to be sealed. */
  readonly seq: string | null;
  /** The size of the first checkpoint that covers it. */
  readonly checkpoint: string | null;
  readonly leaf: Buffer;
  /** The bytes that were sealed, as text. */
  readonly text: string;
  /** Null where it cannot be read: it was tampered with. */
  readonly entry: Entry | null;
  readonly neighbours: readonly { readonly seq: string; readonly id: string }[];
  readonly ledger: readonly LedgerLine[];
  readonly children: readonly ChildCall[];
}

type Found = Omit<ReadCall, 'text' | 'entry' | 'neighbours' | 'ledger' | 'children'> & {
  readonly entry: Buffer;
};

const KINDS: Readonly<Record<number, LedgerLine['kind']>> = { 2: 'settle', 3: 'void', 4: 'adjust' };

/** Everything that is known of one row of the log; undefined where it is not there, or another organisation's. */
export async function readCall(
  queries: Queries,
  organisationId: string,
  id: string,
): Promise<ReadCall | undefined> {
  const [found] = await queries.query<Found>(FIND, [organisationId, id]);
  if (!found) return undefined;
  const text = found.entry.toString();
  const [neighbours, children] = await Promise.all([
    found.seq === null
      ? []
      : queries.query<{ seq: string; id: string }>(NEIGHBOURS, [organisationId, found.seq]),
    queries.query<ChildCall>(CHILDREN, [organisationId, id]),
  ]);
  const ids = [id, ...children.map((child) => child.id)];
  const ledger = await queries.query<{
    id: string;
    kind: number;
    nano: string;
    counters: string;
    priceVersion: string | null;
    at: Date;
  }>(LEDGER, [organisationId, ids]);
  return {
    ...found,
    text,
    entry: readEntry(text),
    neighbours,
    children,
    ledger: ledger.map((line) => ({
      ...line,
      kind: KINDS[line.kind] ?? 'settle',
      counters: line.counters.split(' ').filter(Boolean),
    })),
  };
}
