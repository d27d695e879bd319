import type { IncomingMessage } from 'node:http';
import { refuse } from '#kernel';
import { readMediaType } from './media-type.js';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const USUAL_TYPE = 'application/json'; // Of nearly every request: it need not be read.

const known: ReadonlySet<string | undefined> = new Set(METHODS);

/** Headers that decide something: of two, one reader takes the first and another the last. */
const SINGLE: ReadonlyMap<string, number> = new Map(
  [
    'host',
    'authorization',
    'content-type',
    'content-encoding',
    'content-length',
    'transfer-encoding',
    'expect',
    'x-gw-provider',
    'x-gw-upstream-timeout',
    'x-gw-cache',
  ].map((name, index) => [name, 1 << index]),
);

/**
 * What holds for every request, before anybody asks for a key: a method that is served, a target in
 * origin form, headers that cannot be read in two ways, and a content type that is one.
 * @throws method_not_allowed, path_invalid, header_invalid, content_type_unsupported
 */
export function checkHead(request: IncomingMessage): void {
  const { method, url, headers, httpVersion, rawHeaders } = request;
  if (!known.has(method)) throw refuse('method_not_allowed');
  if (!url?.startsWith('/')) {
    throw refuse('path_invalid', {
      message: 'The target of a request is a path, as in /v1/models.',
    });
  }
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const bit = SINGLE.get(name);
    if (bit === undefined) continue;
    if ((seen & bit) !== 0) throw header(name, `The header ${name} was sent twice.`);
    seen |= bit;
  }
  if (headers.host === undefined && httpVersion !== '1.0') {
    throw header('host', 'The header host is missing.');
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0')) {
    throw header('transfer-encoding', 'The only transfer coding that is read is chunked.');
  }
  const type = headers['content-type'];
  if (type !== undefined && type !== USUAL_TYPE && !readMediaType(type)) {
    throw refuse('content_type_unsupported', {
      param: 'content-type',
      message: 'The header content-type names no media type. Write it as in application/json.',
    });
  }
  const { expect } = headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw header('expect', 'The only expectation that is met is 100-continue.');
  }
}

const header = (param: string, message: string) => refuse('header_invalid', { param, message });
