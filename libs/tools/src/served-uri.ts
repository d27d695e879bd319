import { createHash } from 'node:crypto';

const PLAIN = /^(?!x-)[a-z0-9][a-z0-9.-]*$/; // What a scheme may have, and no program writes in other letters; nor a mark.
const MARK_CHARS = 12;

/**
 * What a URI of a server begins with where those of several servers stand together: `gw+server:`. Behind it stands the server's own, so
 * it is put back by cutting. A name that is no part of a scheme has a mark in its place: always the same one.
 */
export function uriPrefix(server: string): string {
  if (PLAIN.test(server)) return `gw+${server}:`;
  return `gw+x-${createHash('sha256').update(server).digest('hex').slice(0, MARK_CHARS)}:`;
}
