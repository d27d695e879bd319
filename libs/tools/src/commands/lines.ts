/** A line is longer than anybody can use. */
export class LineTooLong extends Error {}

const NEWLINE = 10;

/** Each line of a stream without its end. What comes after the last one is none. @throws LineTooLong */
export async function* linesOf(
  stream: AsyncIterable<Buffer>,
  bytesMax: number,
): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      begun.push(chunk.subarray(from, end));
      if (bytes + end - from > bytesMax) throw new LineTooLong();
      yield begun.length === 1 ? (begun[0] as Buffer) : Buffer.concat(begun);
      begun = [];
      bytes = 0;
      from = end + 1;
    }
    const rest = chunk.subarray(from);
    bytes += rest.length;
    if (bytes > bytesMax) throw new LineTooLong();
    if (rest.length > 0) begun.push(rest);
  }
}
