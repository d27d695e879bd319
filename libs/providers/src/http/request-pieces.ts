import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { textPieces, type Steps } from '#kernel';

/** Below this a body is not worth the cost of letting go of it; a millisecond's work to encode. */
export const PIECE_CHARS = 131_072;

/** A long body as UTF-8: at once it would make all other calls wait. */
export function* piecesOf(body: string): Steps<Buffer[]> {
  const pieces: Buffer[] = [];
  for (const piece of textPieces(body, PIECE_CHARS)) {
    pieces.push(Buffer.from(piece));
    yield;
  }
  return pieces;
}

/** The SHA-256 of all pieces, hexadecimal. */
export function* hashOf(pieces: readonly Buffer[]): Steps<string> {
  const hash = createHash('sha256');
  for (const piece of pieces) {
    hash.update(piece);
    yield;
  }
  return hash.digest('hex');
}

/**
 * A stream that lets go of each piece when it is taken. The connection keeps a body that it is given
 * whole until the answer has ended, which may be an hour.
 */
export const streamOf = (pieces: Buffer[]): Readable =>
  Readable.from(taken(pieces), { objectMode: false });

function* taken(pieces: Buffer[]): Generator<Buffer> {
  for (let next = pieces.shift(); next; next = pieces.shift()) yield next;
}
