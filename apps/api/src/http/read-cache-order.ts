import type { IncomingHttpHeaders } from 'node:http';
import type { CacheOrder } from '#call';
import { refuse } from '#kernel';

const OWN: ReadonlySet<string> = new Set(['bypass', 'no-store']);
const MAX_AGE = /^max-age=(\d{1,9})$/;

/**
 * What a caller says about answers that are kept: `cache-control` with `no-store`, `no-cache` or `max-age`, as of any cache,
 * and `x-gw-cache: bypass` or `no-store` for clients that cannot set the other. Undefined where it says nothing.
 * @throws header_invalid for another `x-gw-cache`: who means to be left out must not be overheard
 */
export function readCacheOrder(headers: IncomingHttpHeaders): CacheOrder | undefined {
  const own = headers['x-gw-cache'];
  const { 'cache-control': common } = headers;
  if (own === undefined && common === undefined) return undefined;
  const words = (common ?? '')
    .toLowerCase()
    .split(',')
    .map((word) => word.trim());
  if (own !== undefined) {
    const word = String(own).trim().toLowerCase();
    if (!OWN.has(word)) {
      throw refuse('header_invalid', {
        param: 'x-gw-cache',
        message: 'x-gw-cache takes bypass or no-store: the answer is neither looked for nor kept.',
      });
    }
    words.push('no-store');
  }
  const isUnkept = words.includes('no-store');
  const ages = words.flatMap((word) => MAX_AGE.exec(word)?.[1] ?? []).map(Number);
  return {
    reads: !isUnkept && !words.includes('no-cache'),
    writes: !isUnkept,
    ageSecondsMax: ages.length > 0 ? Math.min(...ages) : null,
  };
}
