/** A part of something longer; of nothing there is one piece, which is empty. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** The same bytes in pieces of one size; the last may be smaller. */
export async function* inPiecesOf(
  size: number,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Piece> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    held.push(chunk);
    length += chunk.length;
    while (length > size) {
      const all = together(held);
      yield { bytes: all.subarray(0, size), isLast: false };
      held = [all.subarray(size)];
      length -= size;
    }
  }
  yield { bytes: together(held), isLast: true };
}

/** A long chunk is not copied for each of its pieces. */
const together = (chunks: readonly Uint8Array[]): Uint8Array =>
  chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
