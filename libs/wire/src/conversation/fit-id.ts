import { sha256 } from '#kernel';

/** What a format demands of the ids of tool calls. */
export interface IdRule {
  readonly pattern: RegExp;
  /** Of an id that has to be replaced. */
  readonly length: number;
}

const NOT_ALPHANUMERIC = /[^A-Za-z0-9]/g;

/**
 * The id itself, or one that the format takes: the same for the same id in every call, so that a
 * prompt's cache stays warm and a result finds its call. A beginning of the id would not do, since all
 * ids of a provider begin alike.
 */
export function fitId(id: string, { pattern, length }: IdRule): string {
  if (pattern.test(id)) return id;
  return sha256(`tool call ${id}`)
    .toString('base64')
    .replaceAll(NOT_ALPHANUMERIC, '')
    .slice(0, length);
}
