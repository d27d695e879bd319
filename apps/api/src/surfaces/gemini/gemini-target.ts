import type { IncomingMessage } from 'node:http';
import { refuse } from '#kernel';
import type { Target } from '../../http/read-target.js';

/**
 * Clients of the format ask under either version. Some take a name with a slash in it for a resource and
 * leave out the `models/` that they put before any other.
 */
const PATH = /^\/v1(?:beta\/(?:models\/)?|\/models\/)(.+):([a-zA-Z]+)$/;
const UNSAFE = /[\u0000-\u001f\u007f\\?#]/;

/** What is asked of a model, as the path says it. */
export interface GeminiTarget {
  readonly model: string;
  readonly verb: string;
  /** Streams are events for who says so, and one JSON array for anybody else. */
  readonly wantsEvents: boolean;
}

/**
 * Names of models hold slashes, plain or escaped, and may hold colons: the last one parts the verb.
 * @throws path_unknown, path_invalid
 */
export function readGeminiTarget(incoming: IncomingMessage): GeminiTarget {
  const { pathname, query } = partsOf(incoming);
  const [, model, verb] = PATH.exec(pathname) ?? [];
  if (model === undefined || verb === undefined) throw refuse('path_unknown');
  return { model: decoded(model), verb, wantsEvents: query.get('alt') === 'sse' };
}

/** A name that leads to no model is refused, and whatever else the query says means nothing here. */
export const geminiTargetOf = (incoming: IncomingMessage): Target => ({
  method: incoming.method ?? 'POST',
  segments: ['v1beta', 'models'],
  query: [],
});

function partsOf({ url = '/' }: IncomingMessage) {
  const end = url.indexOf('?');
  return {
    pathname: end < 0 ? url : url.slice(0, end),
    query: new URLSearchParams(end < 0 ? '' : url.slice(end + 1)),
  };
}

function decoded(text: string): string {
  try {
    const name = decodeURIComponent(text);
    if (!UNSAFE.test(name)) return name;
  } catch {
    // Escapes that are broken, or are no UTF-8.
  }
  throw refuse('path_invalid');
}
