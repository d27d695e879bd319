import type { Steps } from '#kernel';
import { type Stretches, wholeOf } from '../stretches.js';
import { CLASS, NEWLINE, SPACE } from './characters.js';
import { Evidence, type PlacedWord } from './evidence.js';
import { cueBefore, FEATURES, featuresOf } from './features.js';
import { isAbbreviation } from './initials.js';
import { keepNames } from './keep-names.js';
import { COMMON, FUNCTION, PARTICLE, TITLE } from './lexicon.js';
import type { NameModel } from './model.js';
import { SegmentStore } from './segment-store.js';
import { nameSpans, type NameFinding } from './spans.js';
import { SEGMENT_MAX } from './segments.js';
import {
  Chain,
  LABELS,
  NO_NAME,
  ORGANISATION_NAME,
  PERSON,
  PLACE,
  WEIGHT_SCALE,
} from './tagger.js';
import { ONE_LETTER, WINDOW_CHARS, type Tokens } from './tokens.js';
import { isTold } from './told-names.js';
import { WindowReader } from './window-reader.js';
import { isFigure } from './word-rules.js';

/** A window ends at a line or a word; farther back than this nobody looks for one. */
const CUT_CHARS_MAX = 1_024;
/** Segments that are read once more in one step: under a millisecond. */
const SEGMENTS_PER_STEP = 1_000;

/** What is used again for every window, by every scan: nothing of it outlives a step. */
interface Scratch {
  readonly reader: WindowReader;
  readonly chain: Chain;
  readonly rows: Int32Array;
}

const scratches = new WeakMap<NameModel, Scratch>();

function scratchOf(model: NameModel): Scratch {
  let scratch = scratches.get(model);
  if (!scratch) {
    const reader = new WindowReader(model.lexicon);
    scratch = { reader, chain: new Chain(model.transitions), rows: new Int32Array(FEATURES) };
    scratches.set(model, scratch);
  }
  return scratch;
}

/**
 * Finds the names in parts of a text. First all of them are read; then what one place says of a word counts for its
 * other places, so that `Kowalska` is found where she was introduced once as `Anna Kowalska`.
 * @returns in the order of their places, persons before locations before organisations in each run
 */
export function* findNames(
  text: string,
  model: NameModel,
  parts: Stretches = wholeOf(text),
): Steps<readonly NameFinding[]> {
  const scan = new TextScan(text, model);
  for (let part = 0; part < parts.length; part += 2) {
    const end = parts[part + 1] as number;
    for (let from = parts[part] as number; from < end;) {
      const to = Math.min(end, windowEnd(text, from));
      scan.readWindow(from, to);
      from = to;
      if (from < text.length) yield;
    }
  }
  return yield* scan.findings();
}

/** What is kept of a text until all of it was read. */
class Kept {
  readonly store = new SegmentStore();
  readonly evidence = new Evidence();
}

class TextScan {
  /** Most short texts hold nothing that may be a name. */
  private kept: Kept | undefined;

  constructor(
    private readonly text: string,
    private readonly model: NameModel,
  ) {}

  *findings(): Steps<readonly NameFinding[]> {
    const { text, kept, model } = this;
    if (!kept) return [];
    const { store } = kept;
    const { chain } = scratchOf(model);
    const findings: NameFinding[] = [];
    for (let segment = 0; segment < store.segments; segment++) {
      this.weigh(segment, kept);
      nameSpans(store, segment, chain.posteriors, findings);
      if (segment % SEGMENTS_PER_STEP === SEGMENTS_PER_STEP - 1) yield;
    }
    return yield* keepNames(text, findings, model.lexicon);
  }

  readWindow(from: number, to: number): void {
    const { text, model } = this;
    const { reader, chain, rows } = scratchOf(model);
    reader.read(text, from, to);
    const { tokens, segments } = reader;
    if (segments.count === 0) return;
    const { store, evidence } = (this.kept ??= new Kept());
    const { scores, posteriors } = chain;
    for (let index = 0; index < segments.count; index++) {
      const first = segments.from[index] as number;
      const end = segments.to[index] as number;
      const segment = {
        from: first,
        to: end,
        cue: cueBefore(tokens, first),
        language: reader.language,
      };
      for (let word = first; word < end; word++) {
        featuresOf(text, tokens, word, segment, model.bits, rows, 0);
        addWeights(model.rows, rows, scores, (word - first) * LABELS);
      }
      KEPT.set(scores);
      raiseTold(tokens, first, end, KEPT, evidence);
      chain.infer(end - first);
      store.open(segment.cue);
      for (let word = first; word < end; word++) {
        const at = (word - first) * LABELS;
        store.addWord(tokens, word, KEPT, posteriors, at);
        WORD.text = text;
        WORD.start = tokens.start[word] as number;
        WORD.end = tokens.end[word] as number;
        WORD.hash = tokens.hash[word] as number;
        evidence.add(WORD, posteriors, at);
      }
      introduce(tokens, first, end, posteriors, evidence);
    }
  }

  /** Fills the chain with the segment's probabilities, all evidence counted. */
  private weigh(segment: number, { store, evidence }: Kept): void {
    const { text, model } = this;
    const { chain } = scratchOf(model);
    const first = store.first[segment] as number;
    const end = store.first[segment + 1] as number;
    for (let word = first; word < end; word++) {
      WORD.text = text;
      WORD.start = store.start[word] as number;
      WORD.end = store.end[word] as number;
      WORD.hash = store.hash[word] as number;
      evidence.rowsOf(WORD, store.posteriors, word * LABELS, EVIDENCE);
      const to = (word - first) * LABELS;
      for (let label = 0; label < LABELS; label++) {
        chain.scores[to + label] =
          (store.scores[word * LABELS + label] as number) +
          (model.evidence[(EVIDENCE[0] as number) * LABELS + label] as number) +
          (model.evidence[(EVIDENCE[1] as number) * LABELS + label] as number);
      }
    }
    chain.infer(end - first);
    if (end - first === 1 && evidence.isSeldomName(store.hash[first] as number)) {
      chain.posteriors[PERSON] = 0;
    }
    for (let word = first; word < end; word++) {
      if (!evidence.isIntroduced(store.hash[word] as number)) continue;
      const at = (word - first) * LABELS;
      const { posteriors } = chain;
      const elsewhere =
        (posteriors[at + PLACE] as number) + (posteriors[at + ORGANISATION_NAME] as number);
      if (elsewhere > ELSEWHERE_MAX || store.isSmall(word)) continue;
      posteriors[at + PERSON] = Math.max(posteriors[at + PERSON] as number, INTRODUCED);
    }
  }
}

/** From this probability on, each word of a name of several counts as introduced. */
const INTRODUCING_MIN = 0.75;
/** How probable a word that was introduced is a name wherever it stands alone. */
const INTRODUCED = 0.6;
/** Unless it is more probably a place or an organisation there. */
const ELSEWHERE_MAX = 0.5;
const NO_INTRODUCTION = COMMON | FUNCTION | PARTICLE | TITLE;

function introduce(
  tokens: Tokens,
  from: number,
  to: number,
  posteriors: Float64Array,
  evidence: Evidence,
): void {
  for (let word = from; word < to;) {
    let end = word;
    while (end < to && (posteriors[(end - from) * LABELS + PERSON] as number) >= INTRODUCING_MIN)
      end++;
    const isPerson = end - word > 1 && !isFigure(tokens.hash[end - 1] as number);
    if (isPerson) for (let at = word; at < end; at++) introduceWord(tokens, at, evidence);
    word = end + 1;
  }
}

function introduceWord(tokens: Tokens, at: number, evidence: Evidence): void {
  const isOwn = ((tokens.flags[at] as number) & NO_INTRODUCTION) === 0;
  if (isOwn && ((tokens.shape[at] as number) & ONE_LETTER) === 0) {
    evidence.introduce(tokens.hash[at] as number);
  }
}

const WORD: PlacedWord = { text: '', start: 0, end: 0, hash: 0 };
const EVIDENCE = new Int32Array(2);
const KEPT = new Float64Array(SEGMENT_MAX * LABELS);

function addWeights(weights: Int8Array, rows: Int32Array, scores: Float64Array, to: number): void {
  let [none, person, place, organisation] = [0, 0, 0, 0];
  for (let feature = 0; feature < FEATURES; feature++) {
    const at = (rows[feature] as number) * LABELS;
    none += weights[at] as number;
    person += weights[at + 1] as number;
    place += weights[at + 2] as number;
    organisation += weights[at + 3] as number;
  }
  scores[to] = none / WEIGHT_SCALE;
  scores[to + 1] = person / WEIGHT_SCALE;
  scores[to + 2] = place / WEIGHT_SCALE;
  scores[to + 3] = organisation / WEIGHT_SCALE;
}

/** By how much what is told is more probable than all else, as a logarithm. */
const TOLD_MARGIN = 2;

/**
 * Makes those of whom a title or an address tells probable where they stand. Only a name of several words is one
 * at its other places, too: behind `Sr.` may stand a rank.
 */
function raiseTold(
  tokens: Tokens,
  from: number,
  to: number,
  scores: Float64Array,
  evidence: Evidence,
): void {
  let before = false;
  for (let word = from; word < to; word++) {
    const here = isTold(tokens, word);
    if (here) raise(PERSON, scores, (word - from) * LABELS);
    else if (isAbbreviation(tokens, word)) raise(NO_NAME, scores, (word - from) * LABELS);
    if (here && before) {
      introduceWord(tokens, word - 1, evidence);
      introduceWord(tokens, word, evidence);
    }
    before = here;
  }
}

function raise(told: number, scores: Float64Array, at: number): void {
  let other = -Infinity;
  for (let label = 0; label < LABELS; label++) {
    if (label !== told) other = Math.max(other, scores[at + label] as number);
  }
  scores[at + told] = Math.max(scores[at + told] as number, other + TOLD_MARGIN);
}

/** Where the window that begins at `from` ends: behind a line, else behind a word, else where it is full. */
export function windowEnd(text: string, from: number): number {
  const full = from + WINDOW_CHARS;
  if (full >= text.length) return text.length;
  let word = full;
  for (let at = full; at > full - CUT_CHARS_MAX; at--) {
    const klass = CLASS[text.charCodeAt(at - 1)] as number;
    if (klass === NEWLINE) return at;
    if (klass === SPACE && word === full) word = at;
  }
  return word;
}
