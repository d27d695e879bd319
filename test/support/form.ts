import { Readable } from 'node:stream';

const BOUNDARY = 'test-boundary-7MA4YWxkTrZu0gW';
const PIECE = Buffer.alloc(65_536, 'a');

export type Part =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly filename: string; readonly bytes: number };

/** A multipart form as a stream, its parts in the order given; files are made while they are sent. */
export function aForm(parts: readonly Part[]): { headers: Record<string, string>; body: Readable } {
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Readable.from(write(parts), { objectMode: false }),
  };
}

function* write(parts: readonly Part[]): Generator<Buffer> {
  for (const part of parts) {
    const file = 'filename' in part ? `; filename="${part.filename}"` : '';
    const type = 'filename' in part ? 'Content-Type: audio/mpeg\r\n' : '';
    yield Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part.name}"${file}\r\n${type}\r\n`,
    );
    if ('value' in part) yield Buffer.from(part.value);
    else {
      for (let left = part.bytes; left > 0; left -= PIECE.length) yield PIECE.subarray(0, left);
    }
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${BOUNDARY}--\r\n`);
}
