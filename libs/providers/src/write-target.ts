import type { Query } from '#call';

/** The path of a base URL, which is written with or without `/v1`. */
export const folderOf = ({ pathname }: URL): string =>
  pathname.replace(/\/+$/, '').replace(/\/v1$/, '');

/** Segments of a path, decoded, as a path in which nothing but their own slashes parts them. */
export const writePath = (segments: readonly string[]): string =>
  segments.map((segment) => `/${escaped(segment)}`).join('');

/** With its question mark; empty without pairs. */
export const writeQuery = (query: Query): string =>
  query.length === 0
    ? ''
    : `?${query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;

/** A colon is written plainly: some interfaces put a verb behind one. */
const escaped = (segment: string): string =>
  encodeURIComponent(segment).replaceAll('%3A', ':').replaceAll('%40', '@');
