import { refuse } from '#kernel';

/** What a client of the messages format asks of a list. */
export interface PageQuery {
  readonly before_id?: string;
  readonly after_id?: string;
  readonly limit?: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

const LIMIT = 20;
const LIMIT_MAX = 1_000;

/** One page of a list that is at hand. An id that is not in it begins at the list's own end. */
export function pageOf<Item extends { readonly id: string }>(
  all: readonly Item[],
  { before_id: before, after_id: after, limit }: PageQuery,
): Page<Item> {
  const size = readLimit(limit);
  const placeOf = (id: string | undefined) => all.findIndex((item) => item.id === id);
  if (before !== undefined && after === undefined) {
    const end = placeOf(before) < 0 ? all.length : placeOf(before);
    return { items: all.slice(Math.max(0, end - size), end), hasMore: end > size };
  }
  const start = placeOf(after) + 1;
  return { items: all.slice(start, start + size), hasMore: start + size < all.length };
}

function readLimit(limit: string | undefined): number {
  if (limit === undefined) return LIMIT;
  const value = Number(limit);
  if (/^\d{1,4}$/.test(limit) && value >= 1 && value <= LIMIT_MAX) return value;
  throw refuse('field_invalid', {
    param: 'limit',
    message: `limit must be a whole number from 1 to ${LIMIT_MAX}.`,
  });
}
