import type { Queries } from '#platform';
import { HASH_BYTES } from '../log/hashes.js';
import { subtreeRoots, TILE_WIDTH } from '../log/tiles.js';
import { findTiles } from '../verify/read-node.js';
import { FIND_LEAVES, LIST_ENTRIES } from '../verify/statements.js';
import type { TileAsked } from './tile-path.js';

const LENGTH_BYTES = 2; // Entries end at 16 KiB.

/** The bytes of a tile, or undefined while the log does not hold all of it. */
export function readTile(
  queries: Queries,
  organisationId: string,
  asked: TileAsked,
): Promise<Buffer | undefined> {
  return asked.kind === 'entries'
    ? readEntries(queries, organisationId, asked)
    : readHashes(queries, organisationId, asked);
}

/** Each entry behind its length, big-endian. Undefined, too, once one of them was deleted. */
async function readEntries(queries: Queries, organisationId: string, { index, width }: TileAsked) {
  const from = index * TILE_WIDTH;
  const rows = await queries.query<{ entry: Buffer | null }>(LIST_ENTRIES, [
    organisationId,
    from,
    from + width,
  ]);
  const entries = rows.flatMap(({ entry }) => (entry ? [entry] : []));
  if (entries.length < width) return undefined;
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

async function readHashes(
  queries: Queries,
  organisationId: string,
  { level, index, width }: TileAsked,
): Promise<Buffer | undefined> {
  const [full] = await findTiles(queries, organisationId, { level, from: index, width: 1 });
  if (full) return full.subarray(0, width * HASH_BYTES);
  if (width === TILE_WIDTH) return undefined;
  const from = index * TILE_WIDTH;
  const hashes =
    level === 0
      ? await leavesOf(queries, organisationId, { from, width })
      : await subtreeRoots(
          await findTiles(queries, organisationId, { level: level - 1, from, width }),
        );
  return hashes.length < width ? undefined : Buffer.concat(hashes);
}

async function leavesOf(
  queries: Queries,
  organisationId: string,
  { from, width }: { readonly from: number; readonly width: number },
): Promise<Buffer[]> {
  const rows = await queries.query<{ leaf: Buffer }>(FIND_LEAVES, [
    organisationId,
    from,
    from + width,
  ]);
  return rows.map(({ leaf }) => leaf);
}
