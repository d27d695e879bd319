import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { parseJsonBytes, refuse, type JsonDocument } from '#kernel';
import { JSON_BYTES_MAX } from './limits.js';
import { isUtf8Type, readMediaType } from './media-type.js';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/;
const FORM_TYPE = 'multipart/form-data';

export type BodyKind = 'none' | 'json' | 'form';

/** Servers differ in whether they read a body of these, or what stands behind it. */
const BODILESS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'DELETE']);

/** @throws body_unexpected, content_type_unsupported, content_encoding_unsupported */
export function bodyKindOf(request: IncomingMessage): BodyKind {
  const { headers, method } = request;
  if (!headers['transfer-encoding'] && Number(headers['content-length'] ?? 0) === 0) return 'none';
  if (BODILESS.has(method)) throw refuse('body_unexpected');
  const encoding = headers['content-encoding'];
  if (encoding && encoding !== 'identity') throw refuse('content_encoding_unsupported');
  const media = readMediaType(headers['content-type'] ?? '');
  if (media && isUtf8Type(media)) {
    if (JSON_TYPE.test(media.type)) return 'json';
    if (media.type === FORM_TYPE) return 'form';
  }
  throw refuse('content_type_unsupported', {
    message: 'Send application/json, or multipart/form-data where files are uploaded.',
  });
}

/** @throws body_too_large, body_not_utf8, body_malformed, body_too_deep, body_duplicate_key */
export async function readJsonBody(request: IncomingMessage): Promise<JsonDocument> {
  return parseJsonBytes(await readBytes(request, JSON_BYTES_MAX), isUtf8);
}

/** @throws body_too_large as soon as the declared or the real length passes the limit */
function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const tooLarge = () =>
    refuse('body_too_large', {
      message: `The request body is larger than ${Math.floor(bytesMax / 1_048_576)} MiB.`,
    });
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bytesMax) chunks.push(chunk);
      else {
        request.removeAllListeners('data');
        request.resume(); // The rest is thrown away; the connection closes after the answer.
        reject(tooLarge());
      }
    });
    request.on('end', () =>
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
    );
    request.on('error', (cause) => reject(refuse('body_malformed', { cause })));
  });
}
