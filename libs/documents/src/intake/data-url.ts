import { setImmediate as nextTurn } from 'node:timers/promises';
import { refuse } from '#kernel';
import { DOCUMENT_BYTES_MAX } from '../limits.js';

/** A document as it came in. */
export interface InlineDocument {
  readonly bytes: Uint8Array;
  /** What the caller says it is, lower-case and without parameters; `''` where it says nothing. */
  readonly mediaType: string;
}

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[^;,]*)*);base64,/i;
const HEAD_CHARS_MAX = 512;
const SLICE_CHARS = 524_288; // A multiple of four, decoded in a fraction of a millisecond.
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export const isDataUrl = (value: string): boolean => /^data:/i.test(value.slice(0, 5));

/**
 * The bytes of a `data:` URL. The size is judged before anything is decoded; base64 is strict.
 * @param param of the field, for the error
 * @throws document_invalid, body_too_large
 */
export async function readDataUrl(value: string, param: string): Promise<InlineDocument> {
  const head = DATA_URL.exec(value.slice(0, HEAD_CHARS_MAX));
  if (!head) throw refuse('document_invalid', { param });
  const bytes = await decodeBase64(value, head[0].length, param);
  return { bytes, mediaType: (head[1] ?? '').toLowerCase() };
}

/** @param from where the base64 begins @throws document_invalid, body_too_large */
export async function decodeBase64(
  value: string,
  from: number,
  param: string,
): Promise<Uint8Array> {
  const chars = value.length - from;
  const padding = value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0;
  const bytes = (chars / 4) * 3 - padding;
  if (chars === 0 || chars % 4 !== 0) throw refuse('document_invalid', { param });
  if (bytes > DOCUMENT_BYTES_MAX) {
    throw refuse('body_too_large', {
      param,
      message: `A document may have ${DOCUMENT_BYTES_MAX / 1_048_576} MiB, and this one has more. Split it, or send less of it.`,
    });
  }
  const decoded = Buffer.allocUnsafe(bytes);
  let filled = 0;
  for (let at = from; at < value.length; at += SLICE_CHARS) {
    const slice = value.slice(at, at + SLICE_CHARS);
    const isLast = at + SLICE_CHARS >= value.length;
    if (!BASE64.test(slice) || (!isLast && slice.includes('='))) {
      throw refuse('document_invalid', { param });
    }
    filled += decoded.write(slice, filled, 'base64');
    if (!isLast) await nextTurn();
  }
  return decoded;
}
