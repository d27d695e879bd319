import { setImmediate as turn } from 'node:timers/promises';
import type { Queries } from '#platform';
import { differences, type AuditRow } from '../entry/projections.js';
import type { CheckpointSigner } from '../log/checkpoint-signer.js';
import { readCheckpoint } from '../log/checkpoint.js';
import { Frontier } from '../log/frontier.js';
import { leafHash, type Hash } from '../log/hashes.js';
import { openNote, type NoteKey } from '../log/note.js';
import { readSubtrees } from '../log/proof.js';
import { PrunedRows } from '../retain/pruned-rows.js';
import { openRetention } from '../retain/retention-entry.js';
import { LIST_RETENTIONS } from '../retain/statements.js';
import { nodeReader } from './read-node.js';
import {
  COVERING_CHECKPOINT,
  LIST_CHECKPOINTS,
  LIST_ROWS,
  NEWEST_CHECKPOINT,
} from './statements.js';

/** Three milliseconds of hashing: this runs beside calls. */
const PAGE_ROWS = 250;
const SIGNATURES_OF_A_TURN = 20; // Two milliseconds of them.

export interface RangeAsked {
  readonly organisationId: string;
  /** The first row; 0 by default. */
  readonly from?: number;
  /** Not included; moved to the next checkpoint. All by default. */
  readonly to?: number;
}

export interface RangeVerdict {
  readonly from: number;
  readonly to: number;
  /** Rows looked at: up to the first one that is broken. */
  readonly rows: number;
  /** Of them those that retention dropped, as a sealed entry says. */
  readonly pruned: number;
  readonly checkpoints: number;
  /** Null: every row is as it was sealed. */
  readonly firstBrokenSeq: number | null;
  /** What is wrong with it, in words. */
  readonly fault: string | null;
  /** The signed checkpoint of the end of the range; null of a log without one. */
  readonly checkpoint: string | null;
}

interface LogRow {
  readonly seq: string;
  readonly leaf: Hash;
  readonly id: string | null;
}

/** Counts rows; rejects to end the check. */
export type OnRows = (rows: number, of: number) => Promise<void>;

/**
 * Whether rows of a log are as they were sealed: entries, leaves, columns, and the signed roots above them.
 * Ends at the first fault. Reads in small pages with pauses, so that it may run in a process that serves.
 */
export async function verifyRange(
  queries: Queries,
  signer: CheckpointSigner,
  { organisationId, ...asked }: RangeAsked,
  onRows: OnRows = () => Promise.resolve(),
): Promise<RangeVerdict> {
  const end = await endOf(queries, organisationId, asked.to);
  const [from, to] = [Math.min(asked.from ?? 0, end.size), end.size];
  const nodes = nodeReader(queries, organisationId);
  const before = await readSubtrees({ from: 0, to: from }, nodes);
  const tree = Frontier.read(from, Buffer.concat(before));
  const keys = signer.keysOf(organisationId);
  const pruned = await prunedRows(queries, organisationId, keys);
  const counts = { pruned: 0, checkpoints: 0 };
  let good = from;
  const verdict = (broken: number | null, fault: string | null): RangeVerdict => ({
    from,
    to,
    rows: tree.size - from,
    ...counts,
    firstBrokenSeq: broken,
    fault,
    checkpoint: end.note,
  });
  while (tree.size < to) {
    const [first, size] = [tree.size, Math.min(PAGE_ROWS, to - tree.size)];
    const rows = await queries.query<LogRow>(LIST_ROWS, [organisationId, first - 1, size]);
    const roots = await signedRoots(queries, organisationId, keys, [first, first + size]);
    counts.checkpoints += roots.size;
    for (const row of rows) {
      if (Number(row.seq) !== tree.size) return verdict(tree.size, 'its leaf is missing');
      const isDropped = row.id === null && pruned.has(tree.size);
      if (isDropped) counts.pruned++;
      const fault = isDropped ? null : faultOf(row);
      if (fault !== null) return verdict(tree.size, fault);
      tree.append(row.leaf);
      const root = roots.get(tree.size);
      if (root === undefined) continue;
      if (root === null)
        return verdict(good, `no key of this instance signed the head of ${tree.size}`);
      if (!tree.root().equals(root)) return verdict(good, `the head of ${tree.size} does not fit`);
      good = tree.size;
    }
    if (rows.length < size) return verdict(tree.size, 'it and all behind it are missing');
    await onRows(tree.size - from, to - from);
  }
  return verdict(null, null);
}

async function endOf(queries: Queries, organisationId: string, wanted: number | undefined) {
  const [newest] = await queries.query<{ size: string; note: string }>(NEWEST_CHECKPOINT, [
    organisationId,
  ]);
  if (!newest) return { size: 0, note: null };
  const size = Number(newest.size);
  if (wanted === undefined || wanted >= size) return { size, note: newest.note };
  const [covering] = await queries.query<{ size: string }>(COVERING_CHECKPOINT, [
    organisationId,
    wanted,
  ]);
  const end = Number(covering?.size ?? size);
  const [its] = await queries.query<{ note: string }>(LIST_CHECKPOINTS, [
    organisationId,
    end - 1,
    end,
  ]);
  return { size: end, note: its?.note ?? null };
}

function faultOf(row: LogRow): string | null {
  if (row.id === null) return 'its entry is gone';
  const whole = row as LogRow & AuditRow;
  const leaf = leafHash(whole.entry);
  if (!leaf.equals(whole.leaf) || !leaf.equals(whole.leaf_hash)) return 'its entry was changed';
  const [column] = differences(whole);
  return column === undefined ? null : `its column ${column} does not say what the entry says`;
}

/** Roots that are signed for sizes of the range; null where the signature is none of ours. */
async function signedRoots(
  queries: Queries,
  organisationId: string,
  keys: readonly NoteKey[],
  [from, to]: readonly [number, number],
): Promise<ReadonlyMap<number, Hash | null>> {
  const rows = await queries.query<{ size: string; note: string }>(LIST_CHECKPOINTS, [
    organisationId,
    from,
    to,
  ]);
  const roots = new Map<number, Hash | null>();
  for (const [place, { size, note }] of rows.entries()) {
    if (place % SIGNATURES_OF_A_TURN === SIGNATURES_OF_A_TURN - 1) await turn();
    const said = readCheckpoint(note);
    const isOurs =
      keys.some((key) => said?.origin === key.name && openNote(note, key) !== undefined) &&
      said?.size === Number(size);
    roots.set(Number(size), isOurs ? (said?.root ?? null) : null);
  }
  return roots;
}

async function prunedRows(
  queries: Queries,
  organisationId: string,
  keys: readonly NoteKey[],
): Promise<PrunedRows> {
  const said = await queries.query<{ entry: Buffer }>(LIST_RETENTIONS, [organisationId]);
  return new PrunedRows(said.flatMap(({ entry }) => openRetention(entry, keys)?.runs ?? []));
}
