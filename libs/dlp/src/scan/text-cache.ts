import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Steps } from '#kernel';

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
  }

  /** @param about whatever else what is known depends on */
  *keyOf(about: readonly unknown[], text: string): Steps<string> {
    const hash = createHmac('sha256', this.key).update(JSON.stringify(about));
    for (let from = 0; from < text.length; from += HASHED_PER_STEP) {
      if (from > 0) yield;
      // UTF-8 would write all halves of a pair alike.
      hash.update(text.slice(from, from + HASHED_PER_STEP), 'utf16le');
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
