import type { Kind } from '../../kinds.js';

/** A kind of number that shape, dates or check digits tell from others. */
export interface NumberSpec {
  readonly kind: Kind;
  /** Whose it is, as `pl_pesel`, where the kind has several. */
  readonly subtype?: string;
  /**
   * How it is written, and how sure one that is written so is by itself, from 0 to 1: how rare it is that
   * another number passes. `9` stands for a digit, `A` for a letter, `X` for either; `-`, `/`, `.` and
   * `+` for themselves, a blank for any of these and a blank. Parted in any other way, it needs a word
   * beside it.
   */
  readonly forms: Readonly<Record<string, number>>;
  /** Dates and check digits of the letters, in upper case, and digits, without what parts them. */
  readonly isValid?: (compact: string) => boolean;
  /** Dates and prefixes are all that `isValid` looks at. */
  readonly isUnchecked?: true;
  /** What parts its groups is a part of it. */
  readonly isStrict?: true;
  /** What speaks for it beside it, from `wordsOf`. */
  readonly words: readonly string[];
}
