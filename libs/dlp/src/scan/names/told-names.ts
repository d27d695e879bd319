import { APOSTROPHE, COLON, HYPHEN, SPACE } from './characters.js';
import { isDotted, isInitial, isInitialled, isIrish, isPatronymic } from './initials.js';
import {
  CITY,
  COMMON,
  COUNTRY,
  FUNCTION,
  GIVEN,
  NEGATIVE,
  ORGANISATION,
  PARTICLE,
  ROLE,
  SURNAME,
} from './lexicon.js';
import {
  ALL_UPPER,
  HAS_DIGIT,
  hashOf,
  IS_IDENTIFIER,
  STARTS_UPPER,
  type Tokens,
} from './tokens.js';
import { COURTESY, NAME_LABEL, NAME_PART, PERSON_ROLE, rulesOf } from './word-rules.js';

/** `Ms Eleanor Jane Whitcombe`: farther behind a title nothing is certain. */
const WORDS_MAX = 3;

const LISTED = GIVEN | SURNAME;
/** What follows a title without being a name: `Mr President`, `Herr Minister`. */
const NO_NAME = COMMON | FUNCTION | NEGATIVE | ORGANISATION | ROLE | CITY | COUNTRY;

/**
 * Whether what stands beside the word tells that it is of a person's name, however rare the name is and
 * whatever the tagger has seldom seen it beside.
 */
export const isTold = (tokens: Tokens, word: number): boolean =>
  isTitled(tokens, word) ||
  isInMailbox(tokens, word) ||
  isLabelled(tokens, word) ||
  isIrish(tokens, word, mayBeName) ||
  isPatronymic(tokens, word, mayBeName) ||
  isInitialled(tokens, word, mayBeName);

/** `Ms Eleanor Whitcombe`, `Mrs Ní Dhomhnaill`: whom a title speaks of. */
function isTitled(tokens: Tokens, word: number): boolean {
  let name = word;
  while (name - word < WORDS_MAX && isParticle(tokens, name)) {
    if (tokens.gap[++name] !== 1 << SPACE) return false;
  }
  if (!mayBeName(tokens, name)) return false;
  for (let at = name; at > name - WORDS_MAX; at--) {
    if (!isOfName(tokens, at) || isRank(tokens, at)) return false;
    const gap = tokens.gap[at] as number;
    if (isCourtesy(tokens, at - 1)) return at <= word && (gap === 1 << SPACE || isDotted(gap));
    if (!NAME_GAPS.has(gap) && !(isDotted(gap) && isInitial(tokens, at - 1))) return false;
  }
  return false;
}

/** `Sr. Desembargador Silvanio Barbosa`: a given name stands first, so what is before it is none. */
const isRank = (tokens: Tokens, at: number): boolean =>
  ((tokens.flags[at] as number) & LISTED) === 0 &&
  tokens.gap[at + 1] === 1 << SPACE &&
  ((tokens.flags[at + 1] as number) & GIVEN) !== 0 &&
  ((tokens.shape[at + 1] as number) & STARTS_UPPER) !== 0;

/** What joins the words of one name: `Anna-Maria`, `O'Brien`, `Maria Luz`. */
const NAME_GAPS: ReadonlySet<number> = new Set([1 << SPACE, 1 << HYPHEN, 1 << APOSTROPHE]);

/** `Surname: Krzyzanowska`, `Last name: van der Berg`: what a form or the head of a column calls a name, and no more. */
function isLabelled(tokens: Tokens, word: number): boolean {
  if (!mayBeName(tokens, word)) return false;
  let first = word;
  while (NAME_GAPS.has(tokens.gap[first] as number)) {
    if (word - first === WORDS_MAX || !isOfName(tokens, --first)) return false;
  }
  const gap = tokens.gap[first] as number;
  if ((gap & ~(1 << SPACE)) !== 1 << COLON || !isNameLabel(tokens, first - 1)) return false;
  let last = word;
  while (NAME_GAPS.has(tokens.gap[last + 1] as number)) {
    if (last - first === WORDS_MAX || !isOfName(tokens, ++last)) return false;
  }
  return true;
}

const isOfName = (tokens: Tokens, at: number): boolean =>
  mayBeName(tokens, at) || isParticle(tokens, at);

const isParticle = (tokens: Tokens, at: number): boolean =>
  ((tokens.flags[at] as number) & PARTICLE) !== 0;

/** Of a word before a colon: by itself `name` may be that of anything. */
function isNameLabel(tokens: Tokens, at: number): boolean {
  if ((rulesOf(tokens.hash[at] as number) & NAME_LABEL) !== 0) return true;
  return (
    tokens.hash[at] === NAME &&
    tokens.gap[at] === 1 << SPACE &&
    (rulesOf(tokens.hash[at - 1] as number) & (NAME_PART | PERSON_ROLE)) !== 0
  );
}

const NAME = hashOf('name');

/** `Eleanor Whitcombe <eleanor.whitcombe@…>`: a word of no list needs another of that address beside it. */
function isInMailbox(tokens: Tokens, word: number): boolean {
  if (!isMailboxName(tokens, word)) return false;
  if (((tokens.flags[word] as number) & LISTED) !== 0) return true;
  return (
    (tokens.gap[word] === 1 << SPACE && isMailboxName(tokens, word - 1)) ||
    (tokens.gap[word + 1] === 1 << SPACE && isMailboxName(tokens, word + 1))
  );
}

const isMailboxName = (tokens: Tokens, at: number): boolean =>
  mayBeName(tokens, at) && tokens.isSeenInMailbox(tokens.hash[at] as number);

/** `Ms`, `Frau`, `señora`; a word of every day counts only with its capital: `I miss Berlin`. */
function isCourtesy(tokens: Tokens, at: number): boolean {
  if ((rulesOf(tokens.hash[at] as number) & COURTESY) === 0) return false;
  const shape = tokens.shape[at] as number;
  if ((shape & (ALL_UPPER | IS_IDENTIFIER)) !== 0) return false; // `MS Windows`, `HR Manager`.
  return (shape & STARTS_UPPER) !== 0 || ((tokens.flags[at] as number) & (COMMON | FUNCTION)) === 0;
}

function mayBeName(tokens: Tokens, at: number): boolean {
  const shape = tokens.shape[at] as number;
  if ((shape & STARTS_UPPER) === 0 || (shape & (HAS_DIGIT | IS_IDENTIFIER)) !== 0) return false;
  const flags = tokens.flags[at] as number;
  if ((flags & LISTED) !== 0) return true;
  return (flags & NO_NAME) === 0 && (rulesOf(tokens.hash[at] as number) & PERSON_ROLE) === 0;
}
