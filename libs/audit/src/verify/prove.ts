import type { Queries } from '#platform';
import { readCheckpoint } from '../log/checkpoint.js';
import { leafHash } from '../log/hashes.js';
import { openNote, readNoteKey } from '../log/note.js';
import { readProof, writeProof } from '../log/proof-text.js';
import { consistencyRanges, inclusionRanges, proofOf, verifyInclusion } from '../log/proof.js';
import { nodeReader } from './read-node.js';
import { FIND_SEQ, NEWEST_CHECKPOINT } from './statements.js';

/** The tlog-proof text of one call, or undefined while it is not under a checkpoint. */
export async function inclusionProof(
  queries: Queries,
  callId: string,
): Promise<string | undefined> {
  const [place] = await queries.query<{ organisationId: string; seq: string }>(FIND_SEQ, [callId]);
  if (!place) return undefined;
  const { organisationId } = place;
  const newest = await newestCheckpoint(queries, organisationId);
  const index = Number(place.seq);
  if (!newest || newest.size <= index) return undefined;
  const { size } = newest;
  const ranges = inclusionRanges(index, size);
  const hashes = await proofOf(ranges, nodeReader(queries, organisationId));
  return writeProof({ index, hashes, checkpoint: newest.note });
}

/** The checkpoint signed last, or undefined while there is none. */
export async function newestCheckpoint(
  queries: Queries,
  organisationId: string,
): Promise<{ readonly size: number; readonly note: string } | undefined> {
  const [newest] = await queries.query<{ size: string; note: string }>(NEWEST_CHECKPOINT, [
    organisationId,
  ]);
  return newest && { size: Number(newest.size), note: newest.note };
}

/**
 * Proves that the log of `size` begins with the log of `oldSize`; base64, one hash a line. Undefined
 * when the log is not that long, or the other one longer.
 */
export async function consistencyProof(
  queries: Queries,
  organisationId: string,
  [oldSize, size]: readonly [oldSize: number, size: number],
): Promise<string | undefined> {
  const newest = await newestCheckpoint(queries, organisationId);
  if (oldSize > size || size > (newest?.size ?? 0)) return undefined;
  const ranges = consistencyRanges(oldSize, size);
  const hashes = await proofOf(ranges, nodeReader(queries, organisationId));
  return hashes.map((hash) => `${hash.toString('base64')}\n`).join('');
}

export type ProofVerdict =
  | {
      readonly isGood: true;
      readonly origin: string;
      readonly index: number;
      readonly size: number;
    }
  | { readonly isGood: false; readonly reason: string };

/**
 * Needs no database. `isGood` means: whoever holds the key has committed to exactly these bytes.
 * @throws when `vkey` is not a verifier key
 */
export function verifyProof(text: string, entry: Uint8Array, vkey: string): ProofVerdict {
  const proof = readProof(text);
  if (!proof) return bad('This is not a proof of the form c2sp.org/tlog-proof@v1.');
  const key = readNoteKey(vkey);
  const signed = openNote(proof.checkpoint, key);
  if (signed === undefined) return bad('The checkpoint is not signed by this key.');
  const checkpoint = readCheckpoint(signed);
  if (checkpoint?.origin !== key.name) return bad('The checkpoint is of another log.');
  const { index, hashes } = proof;
  const { size, root } = checkpoint;
  const isIncluded = verifyInclusion({ leaf: leafHash(entry), index, size, root }, hashes);
  if (!isIncluded) return bad('The entry is not in the log at this index, or it was changed.');
  return { isGood: true, origin: key.name, index, size };
}

const bad = (reason: string): ProofVerdict => ({ isGood: false, reason });
