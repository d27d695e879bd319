import { LABELS } from './tagger.js';
import { HAS_DIGIT, STARTS_UPPER, type Tokens } from './tokens.js';

/** Room for the names of a short text, as most are; it grows by doubling. */
const WORDS_FIRST = 16;

/** What is kept of the runs of all texts until every text was read: some 40 bytes for a word. */
export class SegmentStore {
  /** Of each segment, its first word; the next one's is its end. */
  first = new Uint32Array(WORDS_FIRST);
  cue = new Uint8Array(WORDS_FIRST);
  segments = 0;

  start = new Uint32Array(WORDS_FIRST);
  end = new Uint32Array(WORDS_FIRST);
  hash = new Int32Array(WORDS_FIRST);
  flags = new Uint16Array(WORDS_FIRST);
  shape = new Uint8Array(WORDS_FIRST);
  private shapeBehind = new Uint8Array(WORDS_FIRST);
  /** `LABELS` scores for each word, before the evidence. */
  scores = new Float32Array(WORDS_FIRST * LABELS);
  /** `LABELS` probabilities for each word, before the evidence. */
  posteriors = new Float32Array(WORDS_FIRST * LABELS);
  words = 0;

  open(cue: number): void {
    if (this.segments + 1 >= this.first.length) {
      this.first = grown(this.first);
      this.cue = grown(this.cue);
    }
    this.cue[this.segments] = cue;
    this.first[this.segments++] = this.words;
    this.first[this.segments] = this.words;
  }

  /** Adds a word of the window to the segment that was opened last. */
  addWord(
    tokens: Tokens,
    word: number,
    scores: Float64Array,
    posteriors: Float64Array,
    at: number,
  ): void {
    if (this.words >= this.start.length) this.grow();
    const index = this.words++;
    this.start[index] = tokens.start[word] as number;
    this.end[index] = tokens.end[word] as number;
    this.hash[index] = tokens.hash[word] as number;
    this.flags[index] = tokens.flags[word] as number;
    this.shape[index] = tokens.shape[word] as number;
    this.shapeBehind[index] = tokens.shape[word + 1] as number;
    for (let label = 0; label < LABELS; label++) {
      this.scores[index * LABELS + label] = scores[at + label] as number;
      this.posteriors[index * LABELS + label] = posteriors[at + label] as number;
    }
    this.first[this.segments] = this.words;
  }

  /** Whether the word begins with a small letter. */
  isSmall(word: number): boolean {
    return ((this.shape[word] as number) & STARTS_UPPER) === 0;
  }

  /** Whether a word with digits follows. */
  isBeforeNumber(word: number): boolean {
    return ((this.shapeBehind[word] as number) & HAS_DIGIT) !== 0;
  }

  private grow(): void {
    this.start = grown(this.start);
    this.end = grown(this.end);
    this.hash = grown(this.hash);
    this.flags = grown(this.flags);
    this.shape = grown(this.shape);
    this.shapeBehind = grown(this.shapeBehind);
    this.scores = grown(this.scores);
    this.posteriors = grown(this.posteriors);
  }
}

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array;

function grown<Values extends Column>(values: Values): Values {
  const Type = values.constructor as new (length: number) => Values;
  const larger = new Type(values.length * 2);
  larger.set(values);
  return larger;
}
