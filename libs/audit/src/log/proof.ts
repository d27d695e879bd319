import { nodeHash, type Hash } from './hashes.js';

/** The leaves `from` up to, not including, `to`: one subtree of the log. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A complete subtree of 2^level leaves; `index` counts the subtrees of that level from the left. */
export interface Place {
  readonly level: number;
  readonly index: number;
}

export type ReadNode = (place: Place) => Promise<Hash>;

/** The subtrees whose hashes prove that leaf `index` is in the log of `size`, leaf's sibling first. */
export function inclusionRanges(index: number, size: number): Range[] {
  const ranges: Range[] = [];
  let from = 0;
  let to = size;
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  return ranges.reverse();
}

/** The subtrees whose hashes prove that the log of `size` begins with the log of `oldSize`. */
export function consistencyRanges(oldSize: number, size: number): Range[] {
  if (oldSize === 0 || oldSize === size) return [];
  const ranges: Range[] = [];
  let from = 0;
  let to = size;
  while (to !== oldSize) {
    const middle = from + splitOf(to - from);
    if (oldSize <= middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  // When the old log is a complete subtree, its root is known to the verifier and is left out.
  if (from > 0) ranges.push({ from, to });
  return ranges.reverse();
}

export async function proofOf(ranges: readonly Range[], readNode: ReadNode): Promise<Hash[]> {
  const proof: Hash[] = [];
  for (const range of ranges) proof.push(await rangeHash(range, readNode));
  return proof;
}

async function rangeHash(range: Range, readNode: ReadNode): Promise<Hash> {
  const [last, ...rest] = (await readSubtrees(range, readNode)).toReversed();
  return rest.reduce((right, left) => nodeHash(left, right), last as Hash);
}

/** The hashes of a range's complete subtrees, largest first; of `[0, n)` this is the frontier. */
export async function readSubtrees(range: Range, readNode: ReadNode): Promise<Hash[]> {
  const hashes: Hash[] = [];
  // One after the other: a proof may wait, and the gateway's calls need the connections.
  for (const place of subtreesOf(range)) hashes.push(await readNode(place));
  return hashes;
}

/** Largest first. Ranges start where such a subtree can start. */
function subtreesOf({ from, to }: Range): Place[] {
  const places: Place[] = [];
  for (let at = from; at < to;) {
    const level = Math.floor(Math.log2(to - at));
    places.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return places;
}

export interface InclusionClaim {
  readonly leaf: Hash;
  readonly index: number;
  readonly size: number;
  readonly root: Hash;
}

export function verifyInclusion(claim: InclusionClaim, proof: readonly Hash[]): boolean {
  if (claim.index >= claim.size) return false;
  const ranges = inclusionRanges(claim.index, claim.size);
  if (ranges.length !== proof.length) return false;
  let node = claim.leaf;
  for (const [step, hash] of proof.entries()) {
    const isRight = (ranges[step] as Range).from > claim.index;
    node = isRight ? nodeHash(node, hash) : nodeHash(hash, node);
  }
  return node.equals(claim.root);
}

export interface Head {
  readonly size: number;
  readonly root: Hash;
}

export function verifyConsistency(old: Head, head: Head, proof: readonly Hash[]): boolean {
  if (old.size > head.size) return false;
  const ranges = consistencyRanges(old.size, head.size);
  if (ranges.length !== proof.length) return false;
  if (old.size === 0) return true;
  if (old.size === head.size) return old.root.equals(head.root);
  const startsInside = ranges[0]?.to === old.size;
  let oldNode = startsInside ? (proof[0] as Hash) : old.root;
  let node = oldNode;
  for (const [step, hash] of proof.entries()) {
    if (startsInside && step === 0) continue;
    if ((ranges[step] as Range).from >= old.size) {
      node = nodeHash(node, hash);
    } else {
      node = nodeHash(hash, node);
      oldNode = nodeHash(hash, oldNode);
    }
  }
  return oldNode.equals(old.root) && node.equals(head.root);
}

/** The largest power of two below `count`. */
function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}
