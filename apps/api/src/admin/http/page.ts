import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { problem } from '#kernel';
import { isStorable } from './expect-text.js';

export const PAGE_MAX = 200;

/** Of every list: how many, and behind which. */
export class ListQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(PAGE_MAX)
  limit = 50;

  /** `next_cursor` of the page before. */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  cursor?: string;
}

export interface Page<Item> {
  readonly data: readonly Item[];
  /** Null on the last page. */
  readonly next_cursor: string | null;
}

/**
 * @param items one more than the page holds, where there are so many
 * @param placeOf what the next page begins behind
 */
export function pageOf<Item>(
  items: readonly Item[],
  limit: number,
  placeOf: (last: Item) => readonly string[],
): Page<Item> {
  const data = items.slice(0, limit);
  const last = data.at(-1);
  const hasMore = items.length > limit && last !== undefined;
  return { data, next_cursor: hasMore ? writeCursor(placeOf(last)) : null };
}

const writeCursor = (place: readonly string[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** Where a page begins; undefined for the first. @throws invalid */
export function readCursor(cursor: string | undefined, length: number): string[] | undefined {
  if (cursor === undefined) return undefined;
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isPlace =
      Array.isArray(place) &&
      place.length === length &&
      place.every((part) => typeof part === 'string' && isStorable(part));
    if (isPlace) return place;
  } catch {
    // As any other text that is none.
  }
  throw notOfList();
}

export const notOfList = () =>
  problem('invalid', { errors: [{ path: 'cursor', message: 'not one of this list' }] });
