import { specOf } from '#contract';
import type { Kind } from '../kinds.js';
import { foldTerm } from '../scan/fold-term.js';
import { plainOf } from '../scan/fold.js';

const NOT_ALPHANUMERIC = /[^0-9A-Z]+/g;
/** An extension is a part of it. */
const NOT_DIALLED = /[^0-9+x]+/g;
const NO_WORD = /[^\p{L}\p{N}]+/gu;
const NOT_DIGIT = /\D+/g;

const FOLDED_AS_TERMS: ReadonlySet<Kind> = new Set([
  'removal_term',
  'own_term',
  'person_name',
  'location',
  'organization',
]);
/** In any script. */
const IN_WORDS: ReadonlySet<Kind> = new Set(['date_of_birth', 'age', 'street_address']);
/** Without its dots and signs it would be another one. */
const BY_SIGNS: ReadonlySet<Kind> = new Set(['ip_address', 'geo_coordinates']);

/** What is longer is encoded, and written in one way. */
const CANONICAL_CHARS_MAX = 8_192;

/** What different spellings of one value have in common; they share a code and differ in variant. */
export function canonicalValue(kind: Kind, spelling: string): string {
  if (spelling.length > CANONICAL_CHARS_MAX) return spelling;
  if (FOLDED_AS_TERMS.has(kind)) return foldTerm(spelling);
  const plain = plainOf(spelling);
  if (kind === 'phone') return plain.replace('(0)', '').replace(NOT_DIALLED, '');
  if (IN_WORDS.has(kind)) return plain.toLowerCase().replace(NO_WORD, ' ').trim();
  if (BY_SIGNS.has(kind)) return plain.toLowerCase();
  if (kind === 'email') return plain.normalize('NFKC').toLowerCase();
  if (kind === 'credit_card') return plain.replace(NOT_DIGIT, ''); // An exponent may follow.
  if (kind === 'own_pattern' || specOf(kind).group === 'secret') return plain;
  if (kind === 'crypto_wallet') return plain; // Small and large letters are different digits.
  return plain.toUpperCase().replace(NOT_ALPHANUMERIC, '');
}
