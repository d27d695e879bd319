import type { Queries } from '#platform';
import type { Hash } from '../log/hashes.js';
import { subtreeRoot, TILE_WIDTH } from '../log/tiles.js';
import { FIND_TILES } from '../seal/statements.js';
import { COUNT_TILES } from './statements.js';

/** Compares the stored tiles of a log with those that its leaves make. */
export class TileCheck {
  /** Per row of tiles: the hashes of the tile that is not full yet. */
  private readonly open: Hash[][] = [];
  private readonly filled: number[] = [];

  constructor(
    private readonly queries: Queries,
    private readonly organisationId: string,
  ) {}

  /** Returns the tiles that this leaf has filled and that are not stored so. */
  async add(leaf: Hash): Promise<string[]> {
    const wrong: string[] = [];
    let hash = leaf;
    for (let level = 0; ; level++) {
      const row = (this.open[level] ??= []);
      row.push(hash);
      if (row.length < TILE_WIDTH) return wrong;
      const tile = Buffer.concat(row.splice(0));
      const index = this.filled[level] ?? 0;
      this.filled[level] = index + 1;
      if (!(await this.isStored(level, index, tile))) wrong.push(`${level}/${index}`);
      hash = subtreeRoot(tile);
    }
  }

  /** Tiles that no leaf calls for. */
  async strayTiles(): Promise<number> {
    const [row] = await this.queries.query<{ count: string }>(COUNT_TILES, [this.organisationId]);
    return Number(row?.count ?? 0) - this.filled.reduce((sum, count) => sum + count, 0);
  }

  private async isStored(level: number, index: number, tile: Buffer): Promise<boolean> {
    const [stored] = await this.queries.query<{ hashes: Buffer }>(FIND_TILES, [
      this.organisationId,
      level,
      index,
      index + 1,
    ]);
    return stored?.hashes.equals(tile) ?? false;
  }
}
