import { TILE_WIDTH } from '../log/tiles.js';

/** What C2SP tlog-tiles asks for below `tile/`. */
export interface TileAsked {
  /** Hashes of every eighth level of the tree, or the entries below a tile of level 0. */
  readonly kind: 'hashes' | 'entries';
  readonly level: number;
  readonly index: number;
  /** 256, or less for a tile that is not full. */
  readonly width: number;
}

const LEVEL_MAX = 6; // Of logs of 2^53 entries, beyond which sizes are not counted.
const PATH = /^(entries|\d)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/;

/** `<L>/<N>` and `entries/<N>`, each with `.p/<W>` for partial ones. Undefined when it is neither. */
export function readTilePath(path: string): TileAsked | undefined {
  const [, what = '', place = '', partial] = PATH.exec(path) ?? [];
  if (what === '' || place.startsWith('x000/')) return undefined; // A number has one spelling.
  const index = Number(place.replaceAll(/[x/]/g, ''));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  const isWidth =
    width > 0 && (partial === undefined || (width < TILE_WIDTH && !partial.startsWith('0')));
  const level = what === 'entries' ? 0 : Number(what);
  if (!isWidth || level >= LEVEL_MAX || !Number.isSafeInteger(index * TILE_WIDTH)) return undefined;
  return { kind: what === 'entries' ? 'entries' : 'hashes', level, index, width };
}
