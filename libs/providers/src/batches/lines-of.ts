import { setImmediate } from 'node:timers/promises';

const TURN_BYTES = 65_536; // Read, parsed and judged in a few milliseconds; then others have their turn.
const LINE_END = 0x0a;

/** A line, or a whole file, is longer than is read. */
export class TooLong extends Error {}

export interface LineBounds {
  readonly lineBytesMax: number;
  readonly bytesMax: number;
}

/** The lines of a file as it arrives, without their ends, blank ones left out. @throws TooLong */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  { lineBytesMax, bytesMax }: LineBounds,
): AsyncGenerator<readonly Buffer[]> {
  let line: Buffer[] = [];
  let lineBytes = 0;
  let bytes = 0;
  let left = TURN_BYTES;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new TooLong();
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let at = rest.indexOf(LINE_END); at >= 0; at = rest.indexOf(LINE_END)) {
      line.push(rest.subarray(0, at));
      if (lineBytes + at > lineBytesMax) throw new TooLong();
      if (!isBlank(line)) yield line;
      left -= lineBytes + at;
      line = [];
      lineBytes = 0;
      rest = rest.subarray(at + 1);
      if (left > 0) continue;
      await setImmediate();
      left = TURN_BYTES;
    }
    if (rest.length > 0) line.push(Buffer.from(rest)); // A copy: the chunk may be large.
    lineBytes += rest.length;
    if (lineBytes > lineBytesMax) throw new TooLong();
  }
  if (!isBlank(line)) yield line;
}

const isBlank = (line: readonly Buffer[]): boolean =>
  line.every((piece) => piece.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09));
