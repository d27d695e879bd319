import { CODE_CUE } from './features.js';
import {
  COMMON,
  COUNTRY,
  GIVEN,
  LABEL,
  ORGANISATION,
  PARTICLE,
  SALUTATION,
  SIGN_OFF,
  STREET,
  SURNAME,
  TITLE,
} from './lexicon.js';
import type { SegmentStore } from './segment-store.js';
import { LABELS, ORGANISATION_NAME, PERSON, PLACE } from './tagger.js';
import { ALL_UPPER, hashOf, INNER_UPPER, IS_SCOTTISH, ONE_LETTER } from './tokens.js';
import {
  ADDRESS,
  DEPARTMENT,
  isFigure,
  NUMBER_LABEL,
  PERSON_ROLE,
  rulesOf,
  TOOL,
} from './word-rules.js';

/** A name: UTF-16 offsets into the text that was read. */
export interface NameFinding {
  readonly kind: 'person_name' | 'location' | 'organization';
  readonly label: 'PERSON_NAME' | 'LOCATION' | 'ORGANIZATION';
  readonly start: number;
  readonly end: number;
  /** 0 to 0.99; from 0.5 on it is as often right as not, measured on texts that training did not see. */
  readonly score: number;
  /** A label, a salutation or a sign-off stands before it. */
  readonly isCued: boolean;
  /** How many words it has. */
  readonly words: number;
  /** The lists have one of its words as a given name or a surname. */
  readonly isListed: boolean;
  /** One of its words is written small elsewhere, and none is in the lists of names: `Blue Widget`. */
  readonly isPlain: boolean;
  /** A given name and a word that no list has: `Anna Kowalska`, though there is a town called Anna. */
  readonly isLikePerson: boolean;
}

interface Kind {
  readonly kind: NameFinding['kind'];
  readonly label: NameFinding['label'];
  readonly is: number;
  /** The probability that is reported as a score of 0.5: where precision and recall meet best. */
  readonly even: number;
}

const KINDS: readonly Kind[] = [
  { kind: 'person_name', label: 'PERSON_NAME', is: PERSON, even: 0.4 },
  { kind: 'location', label: 'LOCATION', is: PLACE, even: 0.45 },
  { kind: 'organization', label: 'ORGANIZATION', is: ORGANISATION_NAME, even: 0.5 },
];

/** What scores less is not worth telling, whatever the policy. */
const SCORE_MIN = 0.35;
/** A word beside a name is part of it from this probability on. */
const BESIDE_MIN = 0.25;

/** Nothing is certain. */
const SCORE_MAX = 0.99;

const LISTED = GIVEN | SURNAME;
const FRONT = TITLE | SALUTATION | SIGN_OFF;

/**
 * Adds the names of one segment.
 * @param posteriors of its words, `LABELS` each
 */
export function nameSpans(
  store: SegmentStore,
  segment: number,
  posteriors: Float64Array,
  findings: NameFinding[],
): void {
  const first = store.first[segment] as number;
  const words = (store.first[segment + 1] as number) - first;
  const cue = store.cue[segment] as number;
  const isCued = cue !== 0 && cue !== CODE_CUE;
  for (const kind of KINDS) {
    for (let word = 0; word < words;) {
      let highest = 0;
      let to = word;
      for (; to < words; to++) {
        const probability = posteriors[to * LABELS + kind.is] as number;
        if (probability < BESIDE_MIN) break;
        highest = Math.max(highest, probability);
      }
      const score = scoreOf(highest, kind.even);
      if (score >= SCORE_MIN) {
        const isPerson = kind.is === PERSON;
        const span = isPerson
          ? trimmed(store, first + word, first + to, { first, end: first + words, isCued })
          : { first: first + word, end: first + to };
        if (span) findings.push(findingAt(store, kind, span, score, isCued));
      }
      word = to + 1;
    }
  }
}

function findingAt(
  store: SegmentStore,
  { kind, label }: Kind,
  { first, end }: { readonly first: number; readonly end: number },
  score: number,
  isCued: boolean,
): NameFinding {
  const isListed = hasFlag(store, LISTED, first, end);
  return {
    kind,
    label,
    start: store.start[first] as number,
    end: store.end[end - 1] as number,
    score,
    isCued,
    words: end - first,
    isListed,
    isLikePerson: isLikePerson(store, first, end),
    isPlain: !isListed && hasFlag(store, COMMON, first, end),
  };
}

function isLikePerson(store: SegmentStore, first: number, end: number): boolean {
  if (end - first !== 2 || ((store.flags[first] as number) & GIVEN) === 0) return false;
  return ((store.flags[first + 1] as number) & ~SURNAME) === 0 && !store.isSmall(first + 1);
}

function hasFlag(store: SegmentStore, flag: number, first: number, end: number): boolean {
  for (let word = first; word < end; word++) {
    if (((store.flags[word] as number) & flag) !== 0) return true;
  }
  return false;
}

/** A score of 0.5 for the probability at which a name is as likely wanted as not. */
const scoreOf = (probability: number, even: number): number =>
  Math.min(
    SCORE_MAX,
    probability < even
      ? (0.5 * probability) / even
      : 0.5 + (0.5 * (probability - even)) / (1 - even),
  );

/**
 * Without `Herr` and `Liebe` before it, `de` behind it and what begins with `Hospital`; undefined where
 * nothing is left, or what is left names a street, a figure or an acronym.
 */
function trimmed(
  store: SegmentStore,
  from: number,
  to: number,
  segment: { readonly first: number; readonly end: number; readonly isCued: boolean },
): { readonly first: number; readonly end: number } | undefined {
  let first = from;
  let end = to;
  while (first < end - 1 && isFront(store, first)) first++;
  if (isPlaceWord(store, first) || (first > segment.first && isPlaceWord(store, first - 1)))
    return undefined;
  for (let word = first + 1; word < end; word++) if (isPlaceWord(store, word)) end = word;
  while (end > first && isLoose(store, end - 1)) end--;
  if (first >= end) return undefined;
  if (!segment.isCued && isTitle(store, end, segment.end)) {
    while (end > first && endsTitle(store, end - 1)) end--;
    if (end - first < 2 || isPlainWord(store, end - 1)) return undefined;
  }
  if (isAddress(store, first, end)) return undefined;
  if (end - first === 1 && isNobody(store, first, segment.isCued)) return undefined;
  while (first > segment.first && isInitialOf(store, first - 1)) first--;
  return { first, end: endBehindParticles(store, end, segment.end) };
}

/** `Juan de la Fuente`, `Karl von und zu Guttenberg`: behind two particles stands the rest of the name. */
function endBehindParticles(store: SegmentStore, end: number, segmentEnd: number): number {
  let at = end;
  while (at < segmentEnd && isLoose(store, at)) at++;
  if (at - end < PARTICLES_MIN || at === segmentEnd || store.isSmall(at)) return end;
  return ((store.flags[at] as number) & NO_SURNAME) === 0 || isListedWord(store, at) ? at + 1 : end;
}

const PARTICLES_MIN = 2;
/** `de la Unidad`, `de la Calle`, `de los Países Bajos`. */
const NO_SURNAME = COMMON | COUNTRY | LABEL | ORGANISATION | STREET;

/** `P.` of `P. Maas`, unless it is a title (`M. Lefèvre`). */
const isInitialOf = (store: SegmentStore, word: number): boolean =>
  isLetter(store, word) &&
  !isFront(store, word) &&
  !store.isSmall(word) &&
  (store.start[word + 1] as number) - (store.end[word] as number) <= DOT_CHARS_MAX;

/** `P. Maas`, `P.Maas`. */
const DOT_CHARS_MAX = 2;

/** `Calle`, `Hospital`, `Servicio`: a name beside it is that of a street or a house. */
function isPlaceWord(store: SegmentStore, word: number): boolean {
  const rules = rulesOf(store.hash[word] as number);
  if (store.isSmall(word) || (rules & PERSON_ROLE) !== 0) return false;
  if (isLetter(store, word)) return false; // `O'Brien`, `C. Paans`.
  if ((rules & DEPARTMENT) !== 0) return true;
  const flags = store.flags[word] as number;
  if ((flags & LISTED) !== 0) return false;
  if ((flags & STREET) !== 0) return true;
  const letters = (store.end[word] as number) - (store.start[word] as number);
  return (flags & (ORGANISATION | LABEL)) !== 0 && letters >= HOUSE_LETTERS_MIN;
}

/** Shorter words for organisations are forms of companies, which stand behind their names. */
const HOUSE_LETTERS_MIN = 5;

const isLetter = (store: SegmentStore, word: number): boolean =>
  ((store.shape[word] as number) & ONE_LETTER) !== 0;

/** `EMA`, `LEDGER`, `DataFrame`: alone, and in no list of names. */
function isMadeUp(store: SegmentStore, word: number): boolean {
  const shape = (store.shape[word] as number) & (ALL_UPPER | INNER_UPPER | IS_SCOTTISH);
  return !isListedWord(store, word) && shape !== 0 && (shape & IS_SCOTTISH) === 0;
}

const isListedWord = (store: SegmentStore, word: number): boolean =>
  ((store.flags[word] as number) & LISTED) !== 0;

const MONSIEUR = hashOf('m');

/** `Herr`, `Liebe`, `Patient`. */
function isFront(store: SegmentStore, word: number): boolean {
  if (isListedWord(store, word)) return false;
  // Of single letters `M. Lefèvre` has a title, `P. Maas` and `M. C. Maas` have none.
  if (isLetter(store, word)) return store.hash[word] === MONSIEUR && !isLetter(store, word + 1);
  const isRole = (rulesOf(store.hash[word] as number) & PERSON_ROLE) !== 0;
  return isRole || ((store.flags[word] as number) & FRONT) !== 0;
}

/** `Gross Margin`, `Grant` in `Grant Amount`; of `Anna Kowalska Score` two words are left, which may be a name. */
const isTitle = (store: SegmentStore, end: number, segmentEnd: number): boolean =>
  endsTitle(store, end - 1) || (end < segmentEnd && endsTitle(store, end));

const endsTitle = (store: SegmentStore, word: number): boolean =>
  isFigure(store.hash[word] as number);

/** `Max Heart Rate`: a word of every day, and in no list of names. */
const isPlainWord = (store: SegmentStore, word: number): boolean =>
  !isListedWord(store, word) && ((store.flags[word] as number) & COMMON) !== 0;

/** `Gentili Signori`: nobody by name. */
function isAddress(store: SegmentStore, first: number, end: number): boolean {
  for (let word = first; word < end; word++) {
    if ((rulesOf(store.hash[word] as number) & ADDRESS) === 0) return false;
  }
  return true;
}

/** Whether a word that stands alone is an acronym, a tool, or what says which number follows. */
function isNobody(store: SegmentStore, word: number, isCued: boolean): boolean {
  const rules = rulesOf(store.hash[word] as number);
  // `Nino` is a given name as well as a number of Britain, which is written in capitals.
  const mayBeLabel =
    !isListedWord(store, word) || ((store.shape[word] as number) & ALL_UPPER) !== 0;
  if ((rules & NUMBER_LABEL) !== 0 && mayBeLabel && store.isBeforeNumber(word)) return true;
  return !isCued && ((rules & TOOL) !== 0 || isMadeUp(store, word));
}

/** A particle that nothing follows; capitalised ones are names themselves. */
const isLoose = (store: SegmentStore, word: number): boolean =>
  ((store.flags[word] as number) & PARTICLE) !== 0 && store.isSmall(word);
