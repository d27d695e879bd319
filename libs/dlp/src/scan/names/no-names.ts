import { COMMON, GIVEN, SALUTATION, SIGN_OFF, TITLE, type Lexicon } from './lexicon.js';
import type { NameFinding } from './spans.js';
import { hashOf } from './tokens.js';

/** Models that have a given name. */
const ASSISTANT = /^claude$/iu;
/** `Claude Code`: what its maker calls by it. */
const PRODUCT = new Set(
  'agent agents api cli code cowork desktop enterprise haiku instant max mobile models opus plugin pro sdk skills sonnet team web'.split(
    ' ',
  ),
);
/** `Co-Authored-By: Claude <noreply@…>`: people have addresses that take letters. */
const NOBODY_BEHIND = /^ ?<no-?reply@/i;

/** What is told by what it does: `- Mark it as done`, at the beginning of a sentence. */
const IMPERATIVE = /^(?:mark|bill|grant|skip|chase|tag|rob|pat)$/i;
const SENTENCE_STARTS = /(?:^|[\n.:!?|>*"`([#—–-] {0,4})$/;
/** Two words at most before `as`, since of people a verb follows that has an ending. */
const OBJECT_BEHIND =
  /^ (?:it|its|the|this|these|that|those|them|all|any|each|every|an?|your|one|only|access|(?:[a-z]{2,20} ){0,2}as|[a-z]{3,20}s (?:that|which|as|with))\b/;
/** `Bill To:` stands on every invoice. */
const BILLED = /^bill to$/i;
const BEFORE_CHARS = 24;
const BEHIND_CHARS = 64;
/** `Dear Claude,` is written to a person. */
const ADDRESSED = SALUTATION | SIGN_OFF | TITLE;
const WORD_BEFORE = /(\p{L}+)[.,]?\s$/u;

/** `## Topic Updates`: a title, which would be all of a name if it were one. */
const HEADING = /(?:^|\n)#{1,6} $/;
const CAPITAL_BEHIND = /^ \p{Lu}/u;

const WORDS = /\p{L}[\p{L}\p{M}'’-]*/gu;
/** `Fetches content`: unlisted, and a common word with the ending of a verb that says what a thing does. */
const THIRD_PERSON = /^\p{Lu}[a-z]{3,15}s$/u;
const SMALL_BEHIND = /^ \p{Ll}/u;

/**
 * - `assistant`: a model's name, unless a person of that name was said in full
 * - `thing`: a product, a verb that begins a sentence, or a title
 */
export type Meaning = 'person' | 'assistant' | 'thing';

/** What is meant by what reads like a person's name. */
export function meaningOf(text: string, finding: NameFinding, lexicon: Lexicon): Meaning {
  const { start, end, isCued, isListed } = finding;
  const words = text.slice(start, end).match(WORDS) ?? [];
  const isVerb = (word: string): boolean => isThirdPerson(word, lexicon);
  const before = text.slice(Math.max(0, start - BEFORE_CHARS), start);
  const behind = text.slice(end, end + BEHIND_CHARS);
  if (words.some((word) => ASSISTANT.test(word))) {
    const others = words.filter((word) => !ASSISTANT.test(word));
    if (!others.every((word) => PRODUCT.has(word.toLowerCase()) || isVerb(word))) return 'person';
    if (others.length > 0 || NOBODY_BEHIND.test(behind)) return 'thing';
    return isCued || isAddressed(before, lexicon) ? 'person' : 'assistant';
  }
  if (isCued) return 'person';
  if (words.length !== 1) return BILLED.test(words.join(' ')) ? 'thing' : 'person';
  const [word = ''] = words;
  if (!SENTENCE_STARTS.test(before)) return 'person';
  if (IMPERATIVE.test(word)) return OBJECT_BEHIND.test(behind) ? 'thing' : 'person';
  if (HEADING.test(before) && CAPITAL_BEHIND.test(behind)) {
    return (lexicon.flagsOf(hashOf(word)) & GIVEN) === 0 ? 'thing' : 'person';
  }
  return !isListed && isVerb(word) && SMALL_BEHIND.test(behind) ? 'thing' : 'person';
}

function isAddressed(before: string, lexicon: Lexicon): boolean {
  const word = WORD_BEFORE.exec(before)?.[1];
  return word !== undefined && (lexicon.flagsOf(hashOf(word)) & ADDRESSED) !== 0;
}

function isThirdPerson(word: string, lexicon: Lexicon): boolean {
  if (!THIRD_PERSON.test(word)) return false;
  const isCommon = (stem: string): boolean => (lexicon.flagsOf(hashOf(stem)) & COMMON) !== 0;
  return isCommon(word.slice(0, -1)) || (word.endsWith('es') && isCommon(word.slice(0, -2)));
}
