import { APOSTROPHE, HYPHEN, PERIOD, SPACE } from './characters.js';
import { isElided, isSmallParticle } from './initials.js';
import {
  CITY,
  COMMON,
  COUNTRY,
  FUNCTION,
  GIVEN,
  INTRODUCTION,
  PARTICLE,
  SALUTATION,
  SURNAME,
  TITLE,
} from './lexicon.js';
import {
  ALL_UPPER,
  HAS_DIGIT,
  INNER_UPPER,
  IS_IDENTIFIER,
  ONE_LETTER,
  PADDING,
  STARTS_UPPER,
  startsSentence,
  type Tokens,
} from './tokens.js';

const NONE = 0;
/** A capitalised word that is common, too: read only beside a strong one, or beside another. */
const WEAK = 1;
const STRONG = 2;

const LISTED = GIVEN | SURNAME | CITY | COUNTRY;
const NO_NAME = HAS_DIGIT | IS_IDENTIFIER;
const PARTICLES_MAX = 3; // `van der`, `de la`, `von und zu`.
/** Longer runs are headings and tables; the tagger reads them in pieces. */
export const SEGMENT_MAX = 48;

/** Runs of words that the tagger reads; everything outside is no name. Used again for each window. */
export class Segments {
  count = 0;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  private readonly strength: Uint8Array;

  constructor(tokensMax: number) {
    this.from = new Uint32Array(tokensMax);
    this.to = new Uint32Array(tokensMax);
    this.strength = new Uint8Array(tokensMax);
  }

  /** Needs the flags of the words. */
  read(tokens: Tokens): void {
    const { strength } = this;
    const last = tokens.count - PADDING;
    for (let at = PADDING; at < last; at++) strength[at] = strengthOf(tokens, at);
    this.count = 0;
    for (let at = PADDING; at < last;) {
      if (strength[at] === NONE) {
        at++;
        continue;
      }
      let from = at;
      while (from > PADDING && at - from < PARTICLES_MAX && leads(tokens, from)) from--;
      let isRead = strength[at] === STRONG;
      let to = at + 1;
      while (to < last && to - from < SEGMENT_MAX) {
        const next = this.nextOf(tokens, to, last);
        if (next < 0) break;
        isRead = true;
        to = next + 1;
      }
      if (isRead) {
        this.from[this.count] = from;
        this.to[this.count] = to;
        this.count++;
      }
      at = to;
    }
  }

  /** The candidate that goes on with the segment that ends before `at`, over particles; or -1. */
  private nextOf(tokens: Tokens, at: number, last: number): number {
    for (let next = at; next < last && next <= at + PARTICLES_MAX; next++) {
      if (!joins(tokens, next)) return -1;
      if (this.strength[next] !== NONE) return next;
      if (((tokens.flags[next] as number) & PARTICLE) === 0) return -1;
    }
    return -1;
  }
}

/** Whether a particle stands directly before the word: `von Dobay`. */
function leads(tokens: Tokens, at: number): boolean {
  const gap = tokens.gap[at] as number;
  return isSmallParticle(tokens, at - 1) && (gap === 1 << SPACE || gap === 1 << APOSTROPHE);
}

/** Whether the word may belong to what stands before it: a blank, a hyphen, the dot of an initial. */
function joins(tokens: Tokens, at: number): boolean {
  const gap = tokens.gap[at] as number;
  if (gap === 1 << SPACE || gap === 1 << HYPHEN || gap === 1 << APOSTROPHE) return true;
  if ((gap & ~(1 << SPACE)) !== 1 << PERIOD) return false;
  const before = tokens.shape[at - 1] as number;
  return (before & ONE_LETTER) !== 0 || ((tokens.flags[at - 1] as number) & TITLE) !== 0;
}

function strengthOf(tokens: Tokens, at: number): number {
  const shape = tokens.shape[at] as number;
  if ((shape & NO_NAME) !== 0) return NONE;
  const flags = tokens.flags[at] as number;
  if ((shape & STARTS_UPPER) === 0) return isLowerName(tokens, at, flags) ? STRONG : NONE;
  if ((shape & INNER_UPPER) !== 0 && !isMac(tokens, at)) return WEAK;
  if ((shape & ONE_LETTER) !== 0) return leadsName(tokens, at) ? STRONG : NONE;
  if ((flags & FUNCTION) !== 0) {
    if (startsSentence(tokens, at) && !isCandidateNext(tokens, at)) return NONE;
    return (flags & LISTED) === 0 ? WEAK : STRONG;
  }
  if ((flags & COMMON) === 0 || (flags & LISTED) !== 0) return STRONG;
  const before = tokens.flags[at - 1] as number;
  return (before & (TITLE | GIVEN)) !== 0 && ((tokens.shape[at - 1] as number) & STARTS_UPPER) !== 0
    ? STRONG
    : WEAK;
}

/** A single capital with a dot or an apostrophe, or behind a name: `J. Bach`, `O'Brien`, `Marijan M`, `Leopold I`. */
function leadsName(tokens: Tokens, at: number): boolean {
  if (((tokens.gap[at + 1] as number) & (1 << PERIOD)) !== 0 || isElided(tokens, at)) return true;
  const before = tokens.shape[at - 1] as number;
  return (tokens.gap[at] as number) === 1 << SPACE && (before & STARTS_UPPER) !== 0;
}

/** Whether a capitalised word that is no function word follows. */
const isCandidateNext = (tokens: Tokens, at: number): boolean =>
  ((tokens.shape[at + 1] as number) & STARTS_UPPER) !== 0 &&
  ((tokens.flags[at + 1] as number) & FUNCTION) === 0 &&
  (tokens.gap[at + 1] as number) === 1 << SPACE;

/** `McDonald`, `DeVito`: the second capital comes early. */
const isMac = (tokens: Tokens, at: number): boolean =>
  ((tokens.shape[at] as number) & ALL_UPPER) === 0 &&
  (tokens.end[at] as number) - (tokens.start[at] as number) <= 12;

/** Names that are written small: a pair of them, or one behind `my name is`. */
function isLowerName(tokens: Tokens, at: number, flags: number): boolean {
  if ((flags & (COMMON | FUNCTION)) !== 0) return false;
  const before = tokens.flags[at - 1] as number;
  if ((flags & GIVEN) !== 0) {
    const next = tokens.flags[at + 1] as number;
    const isPair = (next & SURNAME) !== 0 && (next & (COMMON | FUNCTION)) === 0;
    if (isPair && joins(tokens, at + 1)) return true;
    return (before & (INTRODUCTION | SALUTATION | TITLE)) !== 0;
  }
  const isPair = (before & GIVEN) !== 0 && (before & (COMMON | FUNCTION)) === 0;
  return (flags & SURNAME) !== 0 && isPair && joins(tokens, at);
}
