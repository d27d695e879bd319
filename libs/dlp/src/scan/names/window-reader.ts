import { Segments } from './segments.js';
import { CLASS, FOLD, MARK } from './characters.js';
import { CITY, COMMON, COUNTRY, FUNCTION, GIVEN, SURNAME } from './lexicon.js';
import { foldHash, HASH_SEED, PADDING, STARTS_UPPER, Tokens, WINDOW_TOKENS } from './tokens.js';

export const LANGUAGES_MAX = 32;
const VOTES_MIN = 3;

const LISTED = GIVEN | SURNAME | CITY | COUNTRY;
const STEM_CHARS_MIN = 3;
const ENDING_CHARS_MAX = 3; // `Annan` in `Annanovo` is not worth a further letter: more endings match.
/** What a name may have lost to its ending: `Marii` is of `Maria`, `Marka` of `Marko`. */
const LOST_VOWELS = [0x61, 0x6f];

/** What lists say of a word, by its hash. */
export interface Lists {
  /** The languages that have a function word, a bit for each. */
  languagesOf(hash: number): number;
  flagsOf(hash: number): number;
}

/** The words of a window with what the lists say of them, and the runs that may hold names. */
export class WindowReader {
  readonly tokens = new Tokens();
  readonly segments = new Segments(WINDOW_TOKENS);

  /** The language that most small words of the window are of, from 1 on; 0 where they do not say. */
  language = 0;
  private readonly votes = new Uint32Array(LANGUAGES_MAX);

  constructor(private readonly lexicon: Lists) {}

  /** What it held before is gone. */
  read(text: string, from: number, to: number): void {
    const { tokens, segments, lexicon } = this;
    tokens.read(text, from, to);
    const last = tokens.count - PADDING;
    this.votes.fill(0);
    for (let at = PADDING; at < last; at++) {
      const flags = lexicon.flagsOf(tokens.hash[at] as number);
      tokens.flags[at] = flags;
      if ((flags & FUNCTION) !== 0) this.vote(lexicon.languagesOf(tokens.hash[at] as number));
      const isUnknown =
        (flags & LISTED) === 0 && ((tokens.shape[at] as number) & STARTS_UPPER) !== 0;
      tokens.stemFlags[at] = isUnknown ? stemFlags(text, tokens, at, lexicon) : 0;
    }
    segments.read(tokens);
    this.language = this.elected();
  }

  /** @param languages that have the word, a bit for each */
  private vote(languages: number): void {
    for (let rest = languages; rest !== 0; rest &= rest - 1) {
      const language = 31 - Math.clz32(rest & -rest);
      this.votes[language] = (this.votes[language] as number) + 1;
    }
  }

  private elected(): number {
    let [first, second, language] = [0, 0, 0];
    for (let at = 0; at < LANGUAGES_MAX; at++) {
      const votes = this.votes[at] as number;
      if (votes > first) {
        second = first;
        first = votes;
        language = at + 1;
      } else second = Math.max(second, votes);
    }
    return first >= VOTES_MIN && first > second ? language : 0;
  }
}

/**
 * Names change their endings in half of the languages: `Zorns`, `Vilka`, `Bullardia`. The shortest
 * ending counts without which the lists know a name or a place.
 */
function stemFlags(text: string, tokens: Tokens, at: number, lexicon: Lists): number {
  const start = tokens.start[at] as number;
  const end = tokens.end[at] as number;
  const letters = end - start;
  if (letters <= STEM_CHARS_MIN || letters > STEMS.length) return 0;
  let hash = HASH_SEED;
  for (let index = 0; index < letters; index++) {
    const unit = text.charCodeAt(start + index);
    if (CLASS[unit] !== MARK) hash = foldHash(hash, FOLD[unit] as number);
    STEMS[index] = hash;
  }
  const shortest = Math.max(STEM_CHARS_MIN, letters - ENDING_CHARS_MAX);
  let common = 0;
  for (let length = letters - 1; length >= shortest; length--) {
    const stem = STEMS[length - 1] as number;
    const flags = lexicon.flagsOf(stem);
    if ((flags & LISTED) !== 0) return flags;
    if (length >= letters - 2) common |= flags & COMMON;
    for (const vowel of LOST_VOWELS) {
      const known = lexicon.flagsOf(foldHash(stem, vowel));
      if ((known & LISTED) !== 0) return known;
    }
  }
  return common;
}

/** The hash up to each letter of the word that is read; longer words are no names. */
const STEMS = new Int32Array(24);
