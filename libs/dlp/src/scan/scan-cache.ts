import type { Steps } from '#kernel';
import { CACHED_CHARS_MIN, SCAN_CACHE_BYTES } from '../limits.js';
import { scanText, type Search, type TextScan } from './scan-text.js';
import { TextCache } from './text-cache.js';

/** Of an entry without findings, its key included; and of each finding. */
const ENTRY_BYTES = 240;
const FINDING_BYTES = 120;

/**
 * What was found in texts that were scanned before: a conversation sends all its turns again with each
 * new one. Kept are kinds and places under a keyed hash of the text, never a text nor a value. An
 * organisation shares nothing with another, so nobody learns from the time that it takes what somebody
 * else has sent.
 */
export class ScanCache {
  private readonly scans: TextCache<TextScan>;

  /** How often a text was known. */
  readonly looks = { hits: 0, misses: 0 };

  /** Of memory that is kept, estimated. */
  get bytes(): number {
    return this.scans.bytes;
  }

  constructor(key: Uint8Array, bytesMax = SCAN_CACHE_BYTES) {
    this.scans = new TextCache(key, bytesMax, sizeOf);
  }

  /** As `scanText`. @param scope whose texts these are */
  *scan(scope: string, text: string, search: Search): Steps<TextScan> {
    if (search.terms || text.length < CACHED_CHARS_MIN) return yield* scanText(text, search);
    const { own, name, withoutNames } = search;
    const about = [scope, own?.fingerprint, name, withoutNames];
    const key = yield* this.scans.keyOf(about, text);
    const known = this.scans.find(key);
    if (known) {
      this.looks.hits++;
      return known;
    }
    this.looks.misses++;
    const scan = yield* scanText(text, search);
    if (holdsNoText(scan)) this.scans.keep(key, scan);
    return scan;
  }
}

/** What was read through escapes carries how it reads: that is the value itself. */
const holdsNoText = ({ findings }: TextScan): boolean =>
  findings.every(({ value, canonical }) => value === undefined && canonical === undefined);

const sizeOf = ({ findings }: TextScan): number => ENTRY_BYTES + findings.length * FINDING_BYTES;
