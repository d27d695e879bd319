import type { IncomingMessage } from 'node:http';
import { refuse } from '#kernel';
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
  const type = headers['content-type'] ?? '';
  if (type === 'application/json') return 'json'; // As nearly every client writes it.
  const media = readMediaType(type);
  if (media && isUtf8Type(media)) {
    if (JSON_TYPE.test(media.type)) return 'json';
    if (media.type === FORM_TYPE) return 'form';
  }
  throw refuse('content_type_unsupported', {
    message: 'Send application/json, or multipart/form-data where files are uploaded.',
  });
}

/** For paths that read JSON alone. @throws content_type_unsupported, and all that `bodyKindOf` throws */
export function expectJson(request: IncomingMessage): void {
  if (bodyKindOf(request) === 'json') return;
  throw refuse('content_type_unsupported', {
    message: 'Send the request as JSON, with Content-Type: application/json.',
  });
}
