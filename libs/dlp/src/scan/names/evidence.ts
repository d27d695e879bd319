import { FOLD } from './characters.js';
import { PERSON, PLACE } from './tagger.js';
import { foldHash } from './tokens.js';

const PERSON_STEPS = [0.1, 0.3, 0.55, 0.8];
const PLACE_STEPS = [0.1, 0.3, 0.6];
const PLACE_BUCKETS = PLACE_STEPS.length + 1;
/** Rows for words that stand elsewhere equally often: none, once, a few times, more. */
const PER_COUNT = (PERSON_STEPS.length + 1) * PLACE_BUCKETS;
const STEM_ROWS_AT = 4 * PER_COUNT;

/** Rows of weights for what is known of a word from its other places. */
export const EVIDENCE_ROWS = STEM_ROWS_AT + PER_COUNT;

/** Room for the words of a short text; it grows by doubling. */
const WORDS_FIRST = 32;

/** Words whose first letters are the same are taken for forms of one: `Espen`, `Espens`. */
const STEM_CHARS = 5;
const STEM_CHARS_MIN = 4;
const STEM_SEED = 0x51ed270b;

/** Of each word: how often, the two highest probabilities of a person, and the sums of those of a place and a person. */
const FIELDS = 5;
const COUNT = 0;
const HIGHEST = 1;
const SECOND = 2;
const PLACES = 3;
const PERSONS = 4;

/** A word that stands alone this often, and is taken for a person so seldom, is none at any place. */
const OFTEN = 8;
const SELDOM = 0.4;

/** A word where it stands; one object may be used for many. */
export interface PlacedWord {
  text: string;
  start: number;
  end: number;
  hash: number;
}

/**
 * What the words of a conversation were taken for, wherever they stand. A name is often said in full
 * once, and then alone: the other places of a word tell what it is here.
 */
export class Evidence {
  private readonly places = new Map<number, number>();
  private values = new Float32Array(WORDS_FIRST * FIELDS);
  private size = 0;
  /** Words of names that were said in full, by their hashes. */
  private readonly introduced = new Set<number>();

  /** Notes a word of a name of several words that is hardly anything else. */
  introduce(hash: number): void {
    this.introduced.add(hash);
  }

  /** Whether one place that looks like a name is more likely an error. */
  isSeldomName(hash: number): boolean {
    const place = this.places.get(hash);
    if (place === undefined) return false;
    const count = this.values[place * FIELDS + COUNT] as number;
    return count >= OFTEN && (this.values[place * FIELDS + PERSONS] as number) < SELDOM * count;
  }

  isIntroduced(hash: number): boolean {
    return this.introduced.has(hash);
  }

  /** @param posteriors of the word's labels, from `at` on */
  add(word: PlacedWord, posteriors: ArrayLike<number>, at: number): void {
    const person = posteriors[at + PERSON] as number;
    const place = posteriors[at + PLACE] as number;
    this.note(word.hash, person, place);
    const stem = stemOf(word);
    if (stem !== 0) this.note(stem, person, place);
  }

  /**
   * Finds the rows of weights that stand for what the other places of a word say: `rows[0]` for the word
   * as it is and `rows[1]` for those that begin alike. Row 0 says nothing.
   * @param own what this place added, from `at` on
   */
  rowsOf(word: PlacedWord, own: ArrayLike<number>, at: number, rows: Int32Array): void {
    const stem = stemOf(word);
    rows[0] = this.rowOf(word.hash, own, at);
    rows[1] = stem === 0 ? 0 : STEM_ROWS_AT + (this.rowOf(stem, own, at) % PER_COUNT);
  }

  private rowOf(hash: number, own: ArrayLike<number>, ownAt: number): number {
    const place = this.places.get(hash);
    if (place === undefined) return 0;
    const { values } = this;
    const at = place * FIELDS;
    const count = (values[at + COUNT] as number) - 1;
    if (count < 1) return 0;
    const isHighest = (own[ownAt + PERSON] as number) >= (values[at + HIGHEST] as number);
    const highest = values[at + (isHighest ? SECOND : HIGHEST)] as number;
    const places = ((values[at + PLACES] as number) - (own[ownAt + PLACE] as number)) / count;
    const often = count < 2 ? 1 : count < 4 ? 2 : 3;
    return (
      often * PER_COUNT +
      stepOf(PERSON_STEPS, highest) * PLACE_BUCKETS +
      stepOf(PLACE_STEPS, places)
    );
  }

  private note(hash: number, person: number, place: number): void {
    let index = this.places.get(hash);
    if (index === undefined) {
      index = this.size++;
      this.places.set(hash, index);
      if (this.size * FIELDS > this.values.length) {
        const larger = new Float32Array(this.values.length * 2);
        larger.set(this.values);
        this.values = larger;
      }
    }
    const { values } = this;
    const at = index * FIELDS;
    const highest = values[at + HIGHEST] as number;
    values[at + COUNT] = (values[at + COUNT] as number) + 1;
    values[at + PLACES] = (values[at + PLACES] as number) + place;
    values[at + PERSONS] = (values[at + PERSONS] as number) + person;
    if (person > highest) {
      values[at + SECOND] = highest;
      values[at + HIGHEST] = person;
    } else if (person > (values[at + SECOND] as number)) values[at + SECOND] = person;
  }
}

/** How many of the steps a value has reached. */
function stepOf(steps: readonly number[], value: number): number {
  let reached = 0;
  for (const step of steps) if (value >= step) reached++;
  return reached;
}

/** A key for all words that begin alike, or 0 for short ones. */
function stemOf({ text, start, end }: PlacedWord): number {
  if (end - start < STEM_CHARS_MIN) return 0;
  const to = Math.min(end, start + STEM_CHARS);
  let hash = STEM_SEED;
  for (let index = start; index < to; index++) {
    hash = foldHash(hash, FOLD[text.charCodeAt(index)] as number);
  }
  return hash === 0 ? 1 : hash;
}
