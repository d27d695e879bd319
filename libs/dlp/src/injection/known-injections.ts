import type { Steps } from '#kernel';
import { CACHED_CHARS_MIN, INJECTION_CACHE_BYTES } from '../limits.js';
import { TextCache } from '../scan/text-cache.js';
import { findInjections } from './find-injections.js';
import type { Suspicion } from './kinds.js';

/** Of an entry without findings, its key included; and of each finding. */
const ENTRY_BYTES = 200;
const FOUND_BYTES = 80;

/** What was found in data before: an agent sends all results of its tools again with each turn. As `ScanCache`. */
export class KnownInjections {
  private readonly known: TextCache<readonly Suspicion[]>;

  constructor(key: Uint8Array) {
    this.known = new TextCache(
      key,
      INJECTION_CACHE_BYTES,
      (found) => ENTRY_BYTES + found.length * FOUND_BYTES,
    );
  }

  /** @param scope whose texts these are */
  *find(scope: string, text: string): Steps<readonly Suspicion[]> {
    if (text.length < CACHED_CHARS_MIN) return yield* findInjections(text);
    const key = yield* this.known.keyOf([scope], text);
    const known = this.known.find(key);
    if (known) return known;
    const found = yield* findInjections(text);
    this.known.keep(key, found);
    return found;
  }
}
