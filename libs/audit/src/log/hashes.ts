import { sha256 } from '#kernel';

/** 32 bytes of SHA-256. */
export type Hash = Buffer;

export const HASH_BYTES = 32;

/** Root of the tree without leaves (RFC 6962, 2.1). */
export const EMPTY_ROOT: Hash = sha256('');

// Leaves and nodes are hashed under different first bytes, so that neither passes for the other.
const LEAF_PREFIX = '\0';
const NODE_PREFIX = 1;

// Reused for every node: a pass of the sealer hashes ten thousand of them.
const nodeInput = Buffer.alloc(1 + 2 * HASH_BYTES, NODE_PREFIX);

export function nodeHash(left: Uint8Array, right: Uint8Array): Hash {
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + HASH_BYTES);
  return sha256(nodeInput);
}

/** The bytes of an entry with its leaf hash, from one encoding of the text. */
export function leafOf(entry: string): { readonly bytes: Buffer; readonly leaf: Hash } {
  const input = Buffer.from(LEAF_PREFIX + entry);
  return { bytes: input.subarray(1), leaf: sha256(input) };
}

export const leafHash = (entry: Uint8Array): Hash =>
  sha256(Buffer.concat([Buffer.from(LEAF_PREFIX), entry]));
