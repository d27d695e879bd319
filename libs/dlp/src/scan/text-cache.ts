import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { HmacSha256, type Steps } from '#kernel';

/** Hashed in one go, which spares an object: most turns. */
const SHORT_CHARS = 8_192;
/** Characters that are hashed in one step: under a millisecond. */
const HASHED_PER_STEP = 262_144;

/**
 * What is known of texts, under a keyed hash of each, never with the text itself. What was not asked for the
 * longest goes first.
 */
export class TextCache<Known> {
  /** In order of use, the least recent first. */
  private readonly entries = new Map<string, Known>();
  private kept = 0;

  /** Read once: to read its bytes again takes longer than to hash a turn of a conversation. */
  private readonly key: KeyObject;
  private readonly short: HmacSha256;

  /** Of memory that is kept, estimated. */
  get bytes(): number {
    return this.kept;
  }

  /** @param sizeOf what keeping one costs, in bytes, its key included */
  constructor(
    key: Uint8Array,
    private readonly bytesMax: number,
    private readonly sizeOf: (known: Known) => number,
  ) {
    this.key = createSecretKey(key);
    this.short = new HmacSha256(key);
  }

  /** @param about whatever else what is known depends on */
  *keyOf(about: readonly unknown[], text: string): Steps<string> {
    const what = JSON.stringify(about);
    // Its length comes first, so that none of it is taken for the text, nor of the text for it.
    if (text.length <= SHORT_CHARS)
      return this.short.text(units(`${what.length}${what}${text}`), 'base64');
    const hash = createHmac('sha256', this.key).update(what);
    for (let from = 0; from < text.length; from += HASHED_PER_STEP) {
      if (from > 0) yield;
      hash.update(units(text.slice(from, from + HASHED_PER_STEP)));
    }
    return hash.digest('base64');
  }

  find(key: string): Known | undefined {
    const known = this.entries.get(key);
    if (known !== undefined) {
      this.entries.delete(key);
      this.entries.set(key, known);
    }
    return known;
  }

  keep(key: string, known: Known): void {
    // Two calls may read the same text at once.
    if (this.entries.has(key)) return;
    this.entries.set(key, known);
    this.kept += this.sizeOf(known);
    for (const [oldest, dropped] of this.entries) {
      if (this.kept <= this.bytesMax) return;
      this.entries.delete(oldest);
      this.kept -= this.sizeOf(dropped);
    }
  }
}

/** UTF-8 would write all halves of a pair alike. */
const units = (text: string): Buffer => Buffer.from(text, 'utf16le');
