import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parseJson, problem, type Clock } from '#kernel';
import { expectStorable } from './expect-text.js';

/** A settings file of thousands of workloads. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;
/** Of somebody who has not signed in. */
const PUBLIC_BYTES_MAX = 16 * 1024;
const BODY_MS_MAX = 10_000;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/;

/** The body of a request to the admin API. @throws body_too_large, content_type_unsupported, invalid */
export async function readAdminBody(
  request: IncomingMessage,
  isPublic: boolean,
  clock: Clock,
): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    throw problem('content_type_unsupported');
  }
  const most = isPublic ? PUBLIC_BYTES_MAX : BODY_BYTES_MAX;
  const body = parsed(await buffer(bounded(request, most, clock)));
  expectStorable(body);
  return body;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    parseJson(text); // What two parsers could read differently is refused.
    return JSON.parse(text);
  } catch (fault) {
    throw problem('invalid', {
      detail: 'The body is not valid JSON in UTF-8, or names a member twice.',
      cause: fault,
    });
  }
}

async function* bounded(
  request: IncomingMessage,
  most: number,
  clock: Clock,
): AsyncGenerator<Buffer> {
  const late = clock.after(BODY_MS_MAX, () => request.destroy());
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw problem('body_too_large');
      yield chunk;
    }
  } finally {
    late.cancel();
  }
}
