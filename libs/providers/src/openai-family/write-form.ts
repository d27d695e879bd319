import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { format } from 'content-disposition';
import type { FormPart, ReceivedForm } from '#call';

export interface FormBody {
  readonly contentType: string;
  readonly bytes: number;
  readonly stream: Readable;
}

/** The form with the provider's own model id; files come from disk as the socket takes them. */
export function writeForm(form: ReceivedForm, model: string | null, boundary: string): FormBody {
  const parts = form.parts.map((part) =>
    part.kind === 'field' && part.name === 'model' && model !== null
      ? { ...part, value: model }
      : part,
  );
  const end = `--${boundary}--\r\n`;
  const bytes = parts.reduce((sum, part) => sum + sizeOf(part, boundary), Buffer.byteLength(end));
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes,
    stream: Readable.from(write(parts, boundary, end), { objectMode: false }),
  };
}

/** From the part's reading, never from the caller's bytes: nothing in it can begin another header. */
function headOf(part: FormPart, boundary: string): string {
  const { name, contentType } = part;
  const parameters: Record<string, string> =
    part.kind === 'file' ? { name, filename: part.filename } : { name };
  const disposition = format({ type: 'form-data', parameters }, { multipart: true });
  const type = contentType === null ? '' : `Content-Type: ${contentType}\r\n`;
  return `--${boundary}\r\nContent-Disposition: ${disposition}\r\n${type}\r\n`;
}

const sizeOf = (part: FormPart, boundary: string): number =>
  Buffer.byteLength(headOf(part, boundary)) +
  (part.kind === 'file' ? part.bytes : Buffer.byteLength(part.value)) +
  2;

async function* write(parts: readonly FormPart[], boundary: string, end: string) {
  for (const part of parts) {
    yield Buffer.from(headOf(part, boundary));
    if (part.kind === 'file') yield* createReadStream(part.path);
    else yield Buffer.from(part.value);
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(end);
}
