import { Readable } from 'node:stream';

const PIECE_BYTES = 256 * 1_024; // Below this a body is not worth the cost of letting go of it.

/**
 * A long body as a stream that lets go of each piece when it is taken; undefined for a shorter one.
 * The connection keeps a body that it is given whole until the answer has ended, which may be an hour.
 */
export function streamOf(body: string): { bytes: number; stream: Readable } | undefined {
  if (body.length <= PIECE_BYTES) return undefined;
  const bytes = Buffer.from(body);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    pieces.push(bytes.subarray(at, at + PIECE_BYTES));
  }
  return { bytes: bytes.length, stream: Readable.from(taken(pieces), { objectMode: false }) };
}

function* taken(pieces: Buffer[]): Generator<Buffer> {
  for (let next = pieces.shift(); next; next = pieces.shift()) yield next;
}
