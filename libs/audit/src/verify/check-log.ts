import type { Queries } from '#platform';
import type { CheckpointSigner } from '../log/checkpoint-signer.js';
import { readCheckpoint } from '../log/checkpoint.js';
import { Frontier } from '../log/frontier.js';
import { leafHash, type Hash } from '../log/hashes.js';
import { openNote } from '../log/note.js';
import { type AuditRow, differences } from '../entry/projections.js';
import { PrunedRows, type Run } from '../retain/pruned-rows.js';
import { openRetention } from '../retain/retention-entry.js';
import { LIST_RETENTIONS } from '../retain/statements.js';
import { FIND_HEAD, LIST_CHECKPOINTS, LIST_ROWS } from './statements.js';
import { TileCheck } from './tile-check.js';

const PAGE_ROWS = 2_000; // Some 3 MB of entries in memory at a time.

export type Report = (assertion: string, at: string) => void;

interface Leaf {
  readonly seq: string;
  readonly leafId: string;
  readonly leaf: Hash;
}

/** `id` is null when the row of a leaf is gone. */
type LogRow = Leaf & (AuditRow | { readonly id: null });

/** Rebuilds one log from its entries and compares every copy of anything with it. Returns its size. */
export async function checkLog(
  queries: Queries,
  signer: CheckpointSigner,
  { organisationId, report }: { readonly organisationId: string; readonly report: Report },
): Promise<number> {
  const fault: Report = (assertion, at) => report(assertion, `log ${organisationId}, ${at}`);
  const roots = await signedRoots(queries, signer, { organisationId, report: fault });
  const pruned = await prunedRows(queries, signer, { organisationId, report: fault });
  const tiles = new TileCheck(queries, organisationId);
  const tree = Frontier.empty();
  for await (const row of rowsOf(queries, organisationId)) {
    if (row.id !== null) checkRow(row, fault);
    else if (!pruned.has(Number(row.seq))) {
      fault('every leaf has its entry', placeOf(row));
    }
    tree.append(row.leaf);
    for (const tile of await tiles.add(row.leaf)) fault(TILES, `tile ${tile}`);
    const root = roots.get(tree.size);
    if (root?.equals(tree.root())) roots.delete(tree.size);
  }
  for (const size of roots.keys()) fault('every checkpoint fits the leaves', `size ${size}`);
  const stray = await tiles.strayTiles();
  if (stray !== 0) fault(TILES, `${stray} tiles too many`);
  const [head] = await queries.query<{ frontier: Buffer }>(FIND_HEAD, [organisationId]);
  if (!head?.frontier.equals(tree.bytes())) {
    fault('every head fits the leaves', `size ${tree.size}`);
  }
  return tree.size;
}

const TILES = 'every full tile fits the leaves';

const placeOf = ({ seq, leafId }: Leaf): string => `row ${seq}, call ${leafId}`;

function checkRow(row: Leaf & AuditRow, fault: Report): void {
  const at = placeOf(row);
  const leaf = leafHash(row.entry);
  if (!leaf.equals(row.leaf) || !leaf.equals(row.leaf_hash)) {
    return fault('every leaf is the hash of its entry', at);
  }
  for (const column of differences(row)) {
    fault('every column says what the entry says', `${at}, ${column}`);
  }
}

async function* rowsOf(queries: Queries, organisationId: string): AsyncGenerator<LogRow> {
  let after = '-1';
  for (;;) {
    const page = await queries.query<LogRow>(LIST_ROWS, [organisationId, after, PAGE_ROWS]);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return;
    after = last.seq;
  }
}

/** Rows whose entries are gone because an entry says so that one of our keys signed. */
async function prunedRows(
  queries: Queries,
  signer: CheckpointSigner,
  { organisationId, report }: { readonly organisationId: string; readonly report: Report },
): Promise<PrunedRows> {
  const keys = signer.keysOf(organisationId);
  const said = await queries.query<{ seq: string; entry: Buffer }>(LIST_RETENTIONS, [
    organisationId,
  ]);
  const runs: Run[] = [];
  for (const { seq, entry } of said) {
    const retention = openRetention(entry, keys);
    if (retention) runs.push(...retention.runs);
    else report('every entry that says what was dropped is signed by this instance', `row ${seq}`);
  }
  return new PrunedRows(runs);
}

async function signedRoots(
  queries: Queries,
  signer: CheckpointSigner,
  { organisationId, report }: { readonly organisationId: string; readonly report: Report },
): Promise<Map<number, Hash>> {
  const keys = signer.keysOf(organisationId);
  let reached = 0; // A key that was followed by another signs no more.
  const roots = new Map<number, Hash>();
  const rows = await queries.query<{ size: string; note: string }>(LIST_CHECKPOINTS, [
    organisationId,
    0,
    Number.MAX_SAFE_INTEGER,
  ]);
  for (const { size, note } of rows) {
    const at = keys.findIndex((key, place) => place >= reached && openNote(note, key));
    const checkpoint = readCheckpoint(note);
    const isOurs =
      at >= 0 && checkpoint?.origin === keys[at]?.name && checkpoint?.size === Number(size);
    if (isOurs) {
      reached = at;
      roots.set(checkpoint.size, checkpoint.root);
    } else report('every checkpoint is signed by this instance', `size ${size}`);
  }
  return roots;
}
