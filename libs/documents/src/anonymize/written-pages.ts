import { LOOK_BYTES_MAX } from './limits.js';

/** Pages that were written: a file in pieces that lie behind each other. */
export interface WrittenPages {
  readonly pieces: readonly Uint8Array[];
  readonly isPdf: boolean;
}

/** A part of a file that pages are looked at in. All else of it is left out, and nothing points there. */
export interface PartOfFile {
  readonly pieces: readonly Uint8Array[];
  /** Where each begins in the file. */
  readonly places: readonly number[];
  /** Of all of it. */
  readonly length: number;
}

/** What pages are seen in: they, and what tells of all pages, which is the first piece and the last of a PDF. */
export function partFor({ pieces, isPdf }: WrittenPages, pages: readonly number[]): PartOfFile {
  const last = pieces.length - 1;
  const wanted = new Set(isPdf ? [0, ...pages.map((page) => page + 1), last] : [0]);
  const part: { pieces: Uint8Array[]; places: number[] } = { pieces: [], places: [] };
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    if (wanted.has(index)) {
      part.pieces.push(piece);
      part.places.push(at);
    }
    at += piece.length;
  }
  return { ...part, length: at };
}

/** The file as whoever has only a part of it reads it. Memory that nothing is put in is none. */
export function fileOf(
  pieces: readonly Uint8Array[],
  { places, length }: Omit<PartOfFile, 'pieces'>,
): Uint8Array {
  const file = new Uint8Array(length);
  for (const [index, piece] of pieces.entries()) file.set(piece, places[index]);
  return file;
}

/** All pieces, so many at a time as one child may look through. */
export function inBatches(pieces: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
  const batches: Uint8Array[][] = [[]];
  let bytes = 0;
  for (const piece of pieces) {
    if (bytes > 0 && bytes + piece.length > LOOK_BYTES_MAX) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(piece);
    bytes += piece.length;
  }
  return batches;
}
