import { FOLDED_TERM_CHARS_MAX } from '../limits.js';
import type { Finding } from '../kinds.js';
import { endingEnd, foldCharacter, isInsideWord, skipMarks } from './fold-term.js';

/** A term of `gw.remove`, folded, with the label its pseudonyms carry. */
export interface RemovalTerm {
  readonly folded: string;
  readonly label: string;
}

interface State {
  readonly next: Map<number, State>;
  /** The state of the longest suffix that is also a prefix of a term. */
  fallback: State | null;
  /** The nearest state along the fallbacks that ends a term, this one included. */
  match: Match | null;
}

interface Match {
  readonly term: RemovalTerm;
  /** The next shorter term that ends here too. */
  shorter: Match | null;
}

/**
 * All terms as one automaton (Aho and Corasick): the time to scan a text does not depend on how
 * many terms there are nor on what they share, so no choice of terms makes a text slow.
 */
export class TermTree {
  readonly root = newState();
  readonly count: number;

  /** @param kind of what is found */
  constructor(
    terms: readonly RemovalTerm[],
    readonly kind: 'removal_term' | 'own_term' = 'removal_term',
  ) {
    this.count = terms.length;
    for (const term of terms) this.add(term);
    this.linkFallbacks();
  }

  private add(term: RemovalTerm): void {
    let state = this.root;
    for (let index = 0; index < term.folded.length; index++) {
      const unit = term.folded.charCodeAt(index);
      let next = state.next.get(unit);
      if (!next) state.next.set(unit, (next = newState()));
      state = next;
    }
    state.match ??= { term, shorter: null };
  }

  private linkFallbacks(): void {
    const queue: State[] = [this.root];
    for (const state of queue) {
      for (const [unit, next] of state.next) {
        next.fallback = step(state.fallback, unit) ?? this.root;
        if (next.match) next.match.shorter = next.fallback.match;
        else next.match = next.fallback.match;
        queue.push(next);
      }
    }
  }
}

/** More than the longest term, so that the start of a match is always still known. */
const RING_SIZE = 2 * FOLDED_TERM_CHARS_MAX;
const SPACE = 0x20;
/** Shorter words with an ending are others. */
const INFLECTED_CHARS_MIN = 5;

const UNKNOWN = 0;
const CUT = 1;
const WHOLE = 2;

/** Of one call. Holds where it stands, so that a text can be scanned in slices; a new text ends the one before. */
export class TermScan {
  private readonly root: State;
  private text = '';
  private state: State;
  private at = 0;
  private foldedChars = 0;
  private wasSpace = true;
  /** Where the last folded characters began in the text. */
  private readonly starts = new Uint32Array(RING_SIZE);
  /** Whether a word would be cut there: asked once, however many terms begin at one place. */
  private readonly cuts = new Uint8Array(RING_SIZE);

  constructor(private readonly tree: TermTree) {
    this.root = tree.root;
    this.state = tree.root;
  }

  get termCount(): number {
    return this.tree.count;
  }

  start(text: string): void {
    this.text = text;
    this.state = this.root;
    this.at = 0;
    this.foldedChars = 0;
    this.wasSpace = true;
  }

  /** Goes on up to `to`, or one unit further where a surrogate pair stands across it. */
  scanTo(to: number, findings: Finding[]): void {
    while (this.at < to) {
      const start = this.at;
      const codePoint = this.text.codePointAt(start) ?? 0;
      this.at += codePoint > 0xffff ? 2 : 1;
      const folded = foldCharacter(codePoint);
      for (let index = 0; index < folded.length; index++) {
        this.feed(folded.charCodeAt(index), start, findings);
      }
    }
  }

  private feed(unit: number, start: number, findings: Finding[]): void {
    if (unit === SPACE && this.wasSpace) return;
    this.wasSpace = unit === SPACE;
    const place = this.foldedChars++ % RING_SIZE;
    this.starts[place] = start;
    this.cuts[place] = UNKNOWN;
    this.state = step(this.state, unit) ?? this.root;
    if (!this.state.match) return;
    const to = this.wordEnd();
    if (to === undefined) return;
    const isInflected = to > skipMarks(this.text, this.at);
    for (let match: Match | null = this.state.match; match; match = match.shorter) {
      if (isInflected && match.term.folded.length < INFLECTED_CHARS_MIN) return;
      const from = (this.foldedChars - match.term.folded.length) % RING_SIZE;
      if (this.cutsWord(from)) continue;
      const { label } = match.term;
      const start = this.starts[from] as number;
      const { kind } = this.tree;
      findings.push({ kind, label, start, end: to, score: 1, evidence: 'term' });
      return; // The longest that fits; the shorter ones lie inside of it.
    }
  }

  /** Where the word ends whose last letter was fed, an ending included. */
  private wordEnd(): number | undefined {
    const to = skipMarks(this.text, this.at);
    return isInsideWord(this.text, to) ? endingEnd(this.text, to) : to;
  }

  private cutsWord(place: number): boolean {
    if (this.cuts[place] === UNKNOWN) {
      this.cuts[place] = isInsideWord(this.text, this.starts[place] as number) ? CUT : WHOLE;
    }
    return this.cuts[place] === CUT;
  }
}

function newState(): State {
  return { next: new Map(), fallback: null, match: null };
}

function step(from: State | null, unit: number): State | undefined {
  for (let state = from; state; state = state.fallback) {
    const next = state.next.get(unit);
    if (next) return next;
  }
  return undefined;
}
