import {
  KEY_NOUNS,
  KEY_QUALIFIERS,
  NOUNS,
  PASSWORD_PART,
  PASSWORD_PHRASES,
  PASSWORD_WORDS,
  PUBLIC_WORDS,
  SECRET_ENDING,
  SECRET_NOUNS,
  SUFFIX_WORDS,
} from './secret-words.js';
import { VENDORS } from './vendors.js';
import { splitWords } from './split-words.js';
import { TripleFlags } from './triples.js';
import { shapeOf, alternativesOf, type Shape } from './shape.js';

/** What a name says of the value that it is given to. */
export interface SecretName {
  /** `other`: nothing, unless it mentions a vendor. */
  readonly kind: 'password' | 'generic_secret' | 'other';
  /** Its last words, folded. */
  readonly words: readonly string[];
}

/** A vendor's values, as they look where only a name tells whose they are. */
export interface NamedVendor {
  readonly id: string;
  readonly floor: number;
  readonly shapes: readonly Shape[];
  /** Such as are no secret. */
  readonly ids: readonly Shape[];
}

/** Words of a name that count: `DB_PASSWORD_PROD`, `the password for the server`. */
const PARTS_MAX = 5;

const shapesOf = (patterns: readonly string[] = []): readonly Shape[] =>
  patterns.flatMap(alternativesOf).map(shapeOf);

/** By the words that call them, joined. */
const VENDORS_BY_NAME = groupByName();

function groupByName(): ReadonlyMap<string, readonly NamedVendor[]> {
  const byName = new Map<string, NamedVendor[]>();
  for (const { id, floor, named, ids, names } of VENDORS) {
    const vendor = { id, floor, shapes: shapesOf(named), ids: shapesOf(ids) };
    for (const name of names ?? [id]) {
      const joined = name.replaceAll(' ', '').replaceAll('_', '');
      byName.set(joined, [...(byName.get(joined) ?? []), vendor]);
    }
  }
  return byName;
}

/** What a name may mention, for a quick no. */
export const NAME_FLAGS = new TripleFlags(
  NOUNS,
  // What a member is called whose name stands in the one beside it.
  ['value', 'val', 'content', 'default'],
  VENDORS.flatMap(({ id, names }) => names ?? [id]),
);
/** Flags for names that say something by themselves; what mentions a vendor alone has the other one. */
export const SPEAKING_FLAGS = 3;

/**
 * What a value is by its name: `DB_PASSWORD`, `x-api-key`, `Passwort für den Server`.
 *
 * @param name as it is written, with the words before it on the same line
 */
export function readSecretName(name: string): SecretName {
  const words = splitWords(name).slice(-PARTS_MAX);
  return { kind: kindOf(name, words), words };
}

/** Names of a text, each read once: programs and records repeat theirs. */
export class SecretNames {
  private readonly known = new Map<string, SecretName | undefined>();

  /** @returns undefined for a name that says nothing of any value */
  read(name: string): SecretName | undefined {
    if (this.known.has(name)) return this.known.get(name);
    const read = readSecretName(name);
    const saying = read.kind === 'other' && vendorsIn(read.words).length === 0 ? undefined : read;
    this.known.set(name, saying);
    return saying;
  }
}

function kindOf(name: string, parts: readonly string[]): SecretName['kind'] {
  const noun = parts.findLastIndex((part, index) => isNoun(part, index, parts));
  if (noun < 0 || parts.some((part) => PUBLIC_WORDS.has(part))) return 'other';
  if (!/\s/.test(name.trim()) && !parts.slice(noun + 1).every(isSuffix)) return 'other';
  const isPassword = parts.some(isPasswordWord) || hasPhrase(parts);
  return isPassword ? 'password' : 'generic_secret';
}

const isNoun = (part: string, index: number, parts: readonly string[]): boolean =>
  isPasswordWord(part) ||
  SECRET_NOUNS.has(part) ||
  SECRET_ENDING.test(part) ||
  (KEY_NOUNS.has(part) && parts.some((other, at) => at !== index && KEY_QUALIFIERS.has(other))) ||
  (index === parts.length - 1 && hasPhrase(parts));

const isPasswordWord = (part: string): boolean =>
  PASSWORD_WORDS.has(part) || PASSWORD_PART.test(part);

const hasPhrase = (parts: readonly string[]): boolean => {
  const joined = ` ${parts.join(' ')} `;
  return PASSWORD_PHRASES.some((phrase) => joined.includes(` ${phrase} `));
};

const isSuffix = (part: string): boolean => SUFFIX_WORDS.has(part) || /^\d{1,4}$/.test(part);

/** The vendors that a name mentions, in one word or several. */
export function vendorsIn(parts: readonly string[]): readonly NamedVendor[] {
  const found: NamedVendor[] = [];
  for (let from = 0; from < parts.length; from++) {
    let joined = '';
    for (const part of parts.slice(from)) {
      joined += part;
      found.push(...(VENDORS_BY_NAME.get(joined) ?? []));
    }
  }
  return found;
}
