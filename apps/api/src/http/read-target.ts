import type { IncomingMessage } from 'node:http';
import type { Query } from '#call';
import { refuse } from '#kernel';
import { hasMisspeltWord, pathTemplate } from './path-template.js';
import { readQuery } from './read-query.js';

/** What a request line names, read once: what is decided on is what is written to a provider. */
export interface Target {
  readonly method: string;
  /** Of the path, decoded, none of them empty. */
  readonly segments: readonly string[];
  readonly query: Query;
}

/** The path as it was written, but for the slash at its end: for the log, nothing is decided by it. */
export function rawPathOf({ url = '/' }: IncomingMessage): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

// What RFC 3986 allows in a segment, but for the semicolon, which some servers cut a segment at.
const PATH = /^(?:\/(?:[\w.~!$&'()*+,=:@-]|%[0-9a-f]{2})+)+$/i;
// Letters, digits and -._~ need no escape: one that has it hides a word from us, not from a provider.
const HIDDEN = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i;
// Decoded a second time, or read as a separator, these would lead elsewhere.
const UNSAFE = /[\u0000-\u001f\u007f/\\%]/;

/** @throws path_invalid, query_invalid */
export function readTarget(request: IncomingMessage): Target {
  const { method = 'GET', url = '/' } = request;
  const path = rawPathOf(request);
  const start = url.indexOf('?');
  return {
    method,
    segments: readPath(path),
    query: start < 0 ? [] : readQuery(url.slice(start + 1), method),
  };
}

function readPath(path: string): readonly string[] {
  // Of known words alone: nothing is escaped, and nothing misspelt.
  const isPlain = pathTemplate(path) === path;
  if (!PATH.test(path) || (!isPlain && (HIDDEN.test(path) || hasMisspeltWord(path)))) {
    throw refuse('path_invalid');
  }
  const segments = path.slice(1).split('/');
  return path.includes('%') || path.includes('.') ? segments.map(readSegment) : segments;
}

function readSegment(raw: string): string {
  const segment = decoded(raw);
  if (segment === undefined || UNSAFE.test(segment) || segment === '.' || segment === '..') {
    throw refuse('path_invalid');
  }
  return segment;
}

/** Undefined where the escapes are broken, or are no UTF-8. */
function decoded(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}
