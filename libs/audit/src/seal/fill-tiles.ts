import { bigintArray, type Tx, uuidArray } from '#platform';
import { filledTiles, subtreeRoots, TILE_WIDTH, type TilePlace } from '../log/tiles.js';
import { FILL_LEAF_TILES, FIND_TILES, INSERT_TILE } from './statements.js';

export interface GrownLog {
  readonly organisationId: string;
  readonly oldSize: number;
  readonly size: number;
}

/** Writes the tiles that have become full. Partial ones are served from the leaves. */
export async function fillTiles(tx: Tx, logs: readonly GrownLog[]): Promise<void> {
  const filled = logs
    .map((log) => ({ log, tiles: filledTiles(log.oldSize, log.size) }))
    .filter(({ tiles }) => tiles.length > 0);
  if (filled.length === 0) return;
  await tx.query(FILL_LEAF_TILES, [
    uuidArray(filled.map(({ log }) => log.organisationId)),
    bigintArray(filled.map(({ log }) => BigInt(wholeTiles(log.oldSize)))),
    bigintArray(filled.map(({ log }) => BigInt(wholeTiles(log.size)))),
  ]);
  for (const { log, tiles } of filled) {
    for (const tile of tiles) if (tile.level > 0) await fillUpperTile(tx, log, tile);
  }
}

const wholeTiles = (size: number): number => Math.floor(size / TILE_WIDTH) * TILE_WIDTH;

/** Its hashes are the roots of the 256 tiles below: once in 65 536 leaves. */
async function fillUpperTile(tx: Tx, log: GrownLog, { level, index }: TilePlace): Promise<void> {
  const first = index * TILE_WIDTH;
  const below = await tx.query<{ hashes: Buffer }>(FIND_TILES, [
    log.organisationId,
    level - 1,
    first,
    first + TILE_WIDTH,
  ]);
  const roots = await subtreeRoots(below.map(({ hashes }) => hashes));
  await tx.query(INSERT_TILE, [log.organisationId, level, index, Buffer.concat(roots)]);
}
