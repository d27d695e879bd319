import { APOSTROPHE, PERIOD, SPACE } from './characters.js';
import { PARTICLE } from './lexicon.js';
import { foldHash, HASH_SEED, hashOf, ONE_LETTER, STARTS_UPPER, type Tokens } from './tokens.js';

/** One letter with a dot may end a sentence (`Plan B. Results`); of two or more nearly all are a person's. */
const INITIALS_MIN = 2;
const INITIALS_MAX = 5;
/** `van de`, `von der`. */
const PARTICLES_MAX = 3;

/** Forms of companies, states, offices, titles and times, before which nobody stands. */
const ABBREVIATIONS: ReadonlySet<number> = new Set(
  'ad ag am bc bv cv dc eu hm kg la md mba nv ny op phd pm po ps qa rd sa sl slu spa srl uae uk un us usa vof zkh zm'
    .split(' ')
    .map((letters) => letters.split('').toReversed().map(hashOf).reduce(foldHash, HASH_SEED)),
);
const IRISH = hashOf('o');
const OF_NAMES: ReadonlySet<number> = new Set([IRISH, ...['d', 'm', 'n'].map(hashOf)]);

/** `J.`, `J. ` before a word. */
export const isDotted = (gap: number): boolean => (gap & ~(1 << SPACE)) === 1 << PERIOD;

export const isInitial = (tokens: Tokens, at: number): boolean =>
  ((tokens.shape[at] as number) & (ONE_LETTER | STARTS_UPPER)) === (ONE_LETTER | STARTS_UPPER);

/** `O` of `O'Brien`, `D` of `D'Angelo`, `N` of `N'Diaye`. */
export const isElided = (tokens: Tokens, at: number): boolean =>
  isInitial(tokens, at) &&
  tokens.gap[at + 1] === 1 << APOSTROPHE &&
  OF_NAMES.has(tokens.hash[at] as number) &&
  ((tokens.shape[at + 1] as number) & (STARTS_UPPER | ONE_LETTER)) === STARTS_UPPER;

/** The `O` or the other half of `O'Brien`, which nobody but a person is called. */
export function isIrish(tokens: Tokens, word: number, mayBeName: MayBeName): boolean {
  const first = tokens.gap[word] === 1 << APOSTROPHE ? word - 1 : word;
  return tokens.hash[first] === IRISH && isElided(tokens, first) && mayBeName(tokens, first + 1);
}

type MayBeName = (tokens: Tokens, at: number) => boolean;

/** Any word of `Ahmed bin Salman`; a German `bin` has a pronoun beside it. */
export function isPatronymic(tokens: Tokens, word: number, mayBeName: MayBeName): boolean {
  for (let at = word - 1; at <= word + 1; at++) {
    if (!SON_OF.has(tokens.hash[at] as number) || !isSmallParticle(tokens, at)) continue;
    if (tokens.gap[at] !== 1 << SPACE || tokens.gap[at + 1] !== 1 << SPACE) continue;
    if (mayBeName(tokens, at - 1) && mayBeName(tokens, at + 1)) return true;
  }
  return false;
}

const SON_OF: ReadonlySet<number> = new Set(['bin', 'ibn', 'bint', 'binti'].map(hashOf));

/** Any word of `M. C. E. van de Loo`: of what follows two initials or more. */
export function isInitialled(tokens: Tokens, word: number, mayBeName: MayBeName): boolean {
  const name = nameFrom(tokens, word);
  if (name < 0) return false;
  let first = name;
  while (name - first < PARTICLES_MAX && isSmallParticle(tokens, first - 1)) {
    if (tokens.gap[first] !== 1 << SPACE) return false;
    first--;
  }
  const last = first - 1;
  while (isDotted(tokens.gap[first] as number) && isInitial(tokens, first - 1)) {
    if (last - first > INITIALS_MAX) return false;
    first--;
  }
  const hasInitials = last - first >= INITIALS_MIN - 1 && word >= first;
  return hasInitials && mayBeName(tokens, name) && !isAbbreviation(tokens, last);
}

/** A letter of `N. V.`, `U.S.`, `M. B. A.`. */
export function isAbbreviation(tokens: Tokens, word: number): boolean {
  if (!isInitial(tokens, word)) return false;
  let last = word;
  while (isInitial(tokens, last + 1) && isDotted(tokens.gap[last + 1] as number)) {
    if (++last - word > INITIALS_MAX) return false;
  }
  let letters = foldHash(HASH_SEED, tokens.hash[last] as number);
  let first = last;
  while (isDotted(tokens.gap[first] as number) && isInitial(tokens, first - 1)) {
    if (last - first > INITIALS_MAX) return false;
    letters = foldHash(letters, tokens.hash[--first] as number);
  }
  return ABBREVIATIONS.has(letters);
}

/** The word of the name, at `word` or behind its initials and particles; or -1. */
function nameFrom(tokens: Tokens, word: number): number {
  let at = word;
  for (; at - word <= INITIALS_MAX + PARTICLES_MAX; at++) {
    const isBefore = isInitial(tokens, at)
      ? isDotted
      : isSmallParticle(tokens, at)
        ? isBlank
        : null;
    if (!isBefore) return at;
    if (!isBefore(tokens.gap[at + 1] as number)) return -1;
  }
  return -1;
}

const isBlank = (gap: number): boolean => gap === 1 << SPACE;

/** `van`, `de`; with a capital it may be the name itself. */
export const isSmallParticle = (tokens: Tokens, at: number): boolean =>
  ((tokens.flags[at] as number) & PARTICLE) !== 0 &&
  ((tokens.shape[at] as number) & STARTS_UPPER) === 0;
