import { setImmediate } from 'node:timers/promises';
import { HASH_BYTES, nodeHash, type Hash } from './hashes.js';

/** C2SP tlog-tiles: a tile is 256 neighbouring hashes of every eighth level of the tree. */
export const TILE_WIDTH = 256;
export const TILE_HEIGHT = 8; // 2^8 = 256.

export interface TilePlace {
  readonly level: number;
  readonly index: number;
}

/** The tiles that become full when a log grows, lower levels first, so each can rest on the last. */
export function filledTiles(oldSize: number, size: number): TilePlace[] {
  const filled: TilePlace[] = [];
  for (let level = 0, width = TILE_WIDTH; width <= size; level++, width *= TILE_WIDTH) {
    const end = Math.floor(size / width);
    for (let index = Math.floor(oldSize / width); index < end; index++) {
      filled.push({ level, index });
    }
  }
  return filled;
}

/** The hash that stands for `hashes` (a power of two of them, one after the other) one level up. */
export function subtreeRoot(hashes: Buffer): Hash {
  let level: Hash[] = [];
  for (let at = 0; at < hashes.length; at += HASH_BYTES) {
    level.push(hashes.subarray(at, at + HASH_BYTES));
  }
  while (level.length > 1) {
    const above: Hash[] = [];
    for (let pair = 0; pair < level.length; pair += 2) {
      above.push(nodeHash(level[pair] as Hash, level[pair + 1] as Hash));
    }
    level = above;
  }
  return level[0] as Hash;
}

const ROOTS_AT_ONCE = 16; // Some 3 ms of hashing, then other work of the process gets its turn.

/** The hashes of the tiles one row up. */
export async function subtreeRoots(tiles: readonly Buffer[]): Promise<Hash[]> {
  const roots: Hash[] = [];
  for (const tile of tiles) {
    roots.push(subtreeRoot(tile));
    if (roots.length % ROOTS_AT_ONCE === 0) await setImmediate();
  }
  return roots;
}
