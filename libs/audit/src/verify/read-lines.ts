import { createReadStream } from 'node:fs';

const NEWLINE = 10;
const CHUNK_BYTES = 1024 * 1024;

/** The lines of a file as bytes. Only lines that end in a newline: a cut last line is not a line. */
export async function* readLines(path: string): AsyncGenerator<Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    const bytes = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      lines.push(bytes.subarray(start, end));
      start = end + 1;
    }
    rest = bytes.subarray(start);
    yield lines;
  }
}
