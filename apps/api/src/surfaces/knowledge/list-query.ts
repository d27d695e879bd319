import type { Query } from '#call';
import { refuse } from '#kernel';

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 20;
/** `order` is taken and has one meaning: lists are as they are. */
const KNOWN: ReadonlySet<string> = new Set(['limit', 'after', 'order']);

/** As OpenAI's lists are paged. @throws query_invalid */
export function readListQuery(query: Query): { readonly limit: number; readonly after?: string } {
  const strange = query.find(([name]) => !KNOWN.has(name));
  if (strange) {
    throw refuse('query_invalid', {
      message: `${strange[0].slice(0, 64)} is no parameter of this list. It takes ${[...KNOWN].join(', ')}.`,
    });
  }
  const given = new Map(query);
  const limit = Number(given.get('limit') ?? LIMIT_DEFAULT);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) {
    throw refuse('query_invalid', {
      message: `limit must be from 1 to ${LIMIT_MAX}.`,
      param: 'limit',
    });
  }
  const after = given.get('after');
  return after === undefined ? { limit } : { limit, after };
}
