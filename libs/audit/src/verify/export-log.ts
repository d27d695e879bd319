import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queries, Statement } from '#platform';
import type { CheckpointSigner } from '../log/checkpoint-signer.js';
import { joinNotes } from '../log/checkpoint.js';
import { openNote, writeNoteKey } from '../log/note.js';
import { readSubtrees } from '../log/proof.js';
import { EXPORT_FILES, type Manifest, type Rotation, type SaidRetention } from './export-format.js';
import { openRetention } from '../retain/retention-entry.js';
import { LIST_RETENTIONS } from '../retain/statements.js';
import { inclusionProof } from './prove.js';
import { nodeReader } from './read-node.js';
import type { OnRows } from './verify-range.js';
import { rotationIn } from './key-chain.js';
import {
  COVERING_CHECKPOINT,
  LIST_CHECKPOINTS,
  LIST_ENTRIES,
  LIST_ROTATIONS,
  NEWEST_CHECKPOINT,
} from './statements.js';

const PAGE_ROWS = 500; // Under a megabyte of entries: it may be written beside calls.
const DURABLE = { flush: true }; // Rows may be dropped from the database once they are here.

export interface LogSource {
  readonly database: Queries;
  readonly signer: CheckpointSigner;
  readonly organisationId: string;
}

/**
 * Writes the rows `from` up to `to`, both optional, into an empty folder. The end is moved to the
 * next checkpoint, because rows that no checkpoint covers prove nothing.
 * @throws when nothing of the range is under a checkpoint
 */
export async function exportLog(
  source: LogSource,
  dir: string,
  range: { readonly from?: number; readonly to?: number } = {},
  onRows: OnRows = () => Promise.resolve(),
): Promise<Manifest> {
  const { database, signer, organisationId } = source;
  const from = range.from ?? 0;
  const logSize = await checkpointSize(database, NEWEST_CHECKPOINT, [organisationId]);
  const wanted = Math.min(range.to ?? logSize, logSize);
  const to = await checkpointSize(database, COVERING_CHECKPOINT, [organisationId, wanted]);
  if (from >= to) throw new Error(`The log has no checkpoint behind row ${from}.`);

  await mkdir(dir, { recursive: true });
  const readNode = nodeReader(database, organisationId);
  const frontier = await readSubtrees({ from: 0, to: from }, readNode);
  const manifest: Manifest = {
    format: 'gateway-audit-export/1',
    origin: signer.originOf(organisationId),
    vkey: await vkeyAt(source, to),
    from,
    to,
    logSize,
    rotations: await rotationsOf(source),
    retentions: await retentionsOf(source, from, to),
    frontier: frontier.map((hash) => hash.toString('base64')),
  };
  await writeEntries(source, dir, manifest, onRows);
  const checkpoints = await database.query<{ note: string }>(LIST_CHECKPOINTS, [
    organisationId,
    from,
    to,
  ]);
  const notes = joinNotes(checkpoints.map(({ note }) => note));
  await writeFile(join(dir, EXPORT_FILES.checkpoints), notes, DURABLE);
  await writeFile(
    join(dir, EXPORT_FILES.manifest),
    `${JSON.stringify(manifest, null, 2)}\n`,
    DURABLE,
  );
  return manifest;
}

/** Of whoever signed the checkpoint of that size: after a rotation the old key does for a while. */
async function vkeyAt({ database, signer, organisationId }: LogSource, size: number) {
  const [checkpoint] = await database.query<{ note: string }>(LIST_CHECKPOINTS, [
    organisationId,
    size - 1,
    size,
  ]);
  const key = signer.keysOf(organisationId).find((one) => openNote(checkpoint?.note ?? '', one));
  return key ? writeNoteKey(key) : signer.vkeyOf(organisationId);
}

async function rotationsOf({ database, organisationId }: LogSource): Promise<Rotation[]> {
  const rows = await database.query<{ seq: string; entry: Buffer }>(LIST_ROTATIONS, [
    organisationId,
  ]);
  return rows.map(({ seq, entry }) => ({ seq: Number(seq), ...rotationIn(entry) }));
}

/** Those that speak of rows of the range, and are under a checkpoint. */
async function retentionsOf(
  { database, signer, organisationId }: LogSource,
  from: number,
  to: number,
): Promise<SaidRetention[]> {
  const rows = await database.query<{ id: string; entry: Buffer }>(LIST_RETENTIONS, [
    organisationId,
  ]);
  const said: SaidRetention[] = [];
  for (const { id, entry } of rows) {
    const { runs = [] } = openRetention(entry, signer.keysOf(organisationId)) ?? {};
    if (!runs.some(({ first, last }) => first < to && last >= from)) continue;
    const proof = await inclusionProof(database, id);
    if (proof !== undefined) said.push({ entry: entry.toString(), proof });
  }
  return said;
}

async function checkpointSize(
  database: Queries,
  statement: Statement,
  values: readonly unknown[],
): Promise<number> {
  const [row] = await database.query<{ size: string }>(statement, values);
  return Number(row?.size ?? 0);
}

async function writeEntries(
  source: LogSource,
  dir: string,
  range: Manifest,
  onRows: OnRows,
): Promise<void> {
  const entries = await open(join(dir, EXPORT_FILES.entries), 'w');
  const leaves = await open(join(dir, EXPORT_FILES.leaves), 'w');
  try {
    await copyPages(source, range, { entries, leaves }, onRows);
    await entries.sync();
    await leaves.sync();
  } finally {
    await entries.close();
    await leaves.close();
  }
}

const NEWLINE = Buffer.from('\n');

async function copyPages(
  { database, organisationId }: LogSource,
  { from, to }: Manifest,
  files: { readonly entries: FileHandle; readonly leaves: FileHandle },
  onRows: OnRows,
): Promise<void> {
  for (let at = from; at < to; at += PAGE_ROWS) {
    const rows = await database.query<{ entry: Buffer | null; leaf: Buffer }>(LIST_ENTRIES, [
      organisationId,
      at,
      Math.min(at + PAGE_ROWS, to),
    ]);
    await files.entries.write(
      Buffer.concat(rows.flatMap(({ entry }) => (entry ? [entry, NEWLINE] : [NEWLINE]))),
    );
    await files.leaves.write(Buffer.concat(rows.map(({ leaf }) => leaf)));
    await onRows(Math.min(at + PAGE_ROWS, to) - from, to - from);
  }
}
