import { assert } from '#kernel';
import type { Queries } from '#platform';
import { HASH_BYTES, type Hash } from '../log/hashes.js';
import type { Place, ReadNode } from '../log/proof.js';
import { subtreeRoot, subtreeRoots, TILE_HEIGHT, TILE_WIDTH } from '../log/tiles.js';
import { FIND_TILES } from '../seal/statements.js';
import { FIND_LEAVES } from './statements.js';

/** Reads any complete subtree's hash of a log: from full tiles, and at the right edge from leaves. */
export const nodeReader =
  (queries: Queries, organisationId: string): ReadNode =>
  async ({ level, index }: Place) => {
    const row = Math.floor(level / TILE_HEIGHT);
    const width = 2 ** (level % TILE_HEIGHT);
    const hashes = await readRow(queries, organisationId, { row, from: index * width, width });
    assert(hashes.length === width * HASH_BYTES, 'the log holds every leaf below its head');
    return subtreeRoot(hashes);
  };

/** A run of neighbouring hashes of one row of tiles; row `r` holds level 8r of the tree. */
interface Run {
  readonly row: number;
  readonly from: number;
  /** A power of two, at most a tile's width: a run never crosses from one tile into the next. */
  readonly width: number;
}

async function readRow(
  queries: Queries,
  organisationId: string,
  { row, from, width }: Run,
): Promise<Buffer> {
  const tile = Math.floor(from / TILE_WIDTH);
  const [full] = await findTiles(queries, organisationId, { level: row, from: tile, width: 1 });
  if (full) {
    const start = (from % TILE_WIDTH) * HASH_BYTES;
    return full.subarray(start, start + width * HASH_BYTES);
  }
  if (row === 0) {
    const leaves = await queries.query<{ leaf: Hash }>(FIND_LEAVES, [
      organisationId,
      from,
      from + width,
    ]);
    return Buffer.concat(leaves.map(({ leaf }) => leaf));
  }
  // A tile that is not full yet has no row of its own; its hashes are the roots of the tiles below.
  const below = await findTiles(queries, organisationId, { level: row - 1, from, width });
  return Buffer.concat(await subtreeRoots(below));
}

/** Full tiles of one row, from the left. */
export async function findTiles(
  queries: Queries,
  organisationId: string,
  { level, from, width }: { readonly level: number; readonly from: number; readonly width: number },
): Promise<Buffer[]> {
  const tiles = await queries.query<{ hashes: Buffer }>(FIND_TILES, [
    organisationId,
    level,
    from,
    from + width,
  ]);
  return tiles.map(({ hashes }) => hashes);
}
