import type { IncomingMessage } from 'node:http';

/** What a request line names, read once. */
export interface Target {
  readonly method: string;
  /** As the caller wrote it, but for the slash at its end, which a provider would not overlook. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

export function readTarget({ method = 'GET', url = '/' }: IncomingMessage): Target {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return {
    method,
    path: path.endsWith('/') ? path.slice(0, -1) : path,
    query: end < 0 ? '' : url.slice(end + 1),
  };
}
