import { findingOf, type Finding, type Grounds, type Kind } from '../../kinds.js';
import { entropyOf } from './entropy.js';
import { isExample, isPlaceholder, isReference } from './placeholders.js';
import { vendorsIn, type NamedVendor, type SecretName } from './secret-names.js';
import { readShape, type Shape } from './shape.js';
import type { WrittenValue } from './values.js';

const PASSWORD_CHARS_MIN = 6;
const PASSWORD_CHARS_MAX = 128;
const KEY_CHARS_MIN = 12;
const SECRET_CHARS_MIN = 12;
/** Bits per character; what has less is a word, a number that counts up, or the same again. */
const HEX_FLOOR = 3;
const BASE64_FLOOR = 3.5;
/** Shorter values cannot have as many: of 12 different characters each has 3.58. */
const SHORT_CHARS_MAX = 24;
const SHORT_FLOOR = 2.9;

/** How sure a value is, by how it is written. Under the half, nothing is done about it by default. */
const SCORES = {
  vendor: 0.9,
  quoted: 0.85,
  plain: 0.75,
  /** Letters alone: `"password": "swordfish"`, `DB_PASSWORD=swordfish`. */
  word: 0.6,
  /** Letters alone, where a type or a word of the program may stand as well: `password: swordfish`. */
  doubtful: 0.4,
  /** One of two parts, which is no secret by itself; or a UUID, which rarely is one. */
  id: 0.4,
} as const;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Of names: what they are given to is a key, be it a UUID. */
const CALLS_KEYS = new Set(['api', 'apikey', 'authorization', 'secret']);
const HEX = /^[0-9a-f]+$/i;
const SECRET = /^[\w.~+/=:!@#$%^&*-]+$/;
/** What base64 of a picture, a document or a certificate begins with, hashes of packages and images. */
const OTHER_DATA =
  /^(?:iVBORw0|\/9j\/|JVBERi0|R0lGOD|UklGR|PHN2Zy|MII[A-K]|sha(?:1|256|384|512)[-:]|md5[-:]|\$2[aby]\$|\$argon2|\$6\$|pk_(?:live|test)_|urn:|[a-z]{2,10}:\/\/|v?\d+\.\d+\.)/;
/** A constant of a program: `GW_MASTER_KEY`. */
const CONSTANT = /^[A-Z]+(?:_[A-Z]+)+$/;
/** A release of a package: `jackson-databind-2.17.1`. */
const RELEASE = /[-@:]v?\d+(?:\.\d+)+(?:[-.]\w+)?$/;
/** Dates, times, versions, prices, measures. */
const FIGURE = /^[\d.,:/+-]+(?:[a-z]{1,3}|%)?$/i;
const PATH =
  /^[\w.@~-]*\/(?:[\w.@~-]+\/)+|\.(?:json|ya?ml|txt|pem|key|crt|env|md|tsx?|jsx?|py|go|java|html?|css|sh|toml|ini|log|png|svg|pdf|php|com|org|net|io)$/i;
const EMAIL_OR_DOMAIN =
  /^[\w.+-]+@[\w-]+\.[\w.-]+$|^(?:[a-z-]+\.)+(?:svc|local|internal|com|org|net|io|dev|example)(?::\d+)?$/i;

/** The finding that a named value is, if it is one. @param name as `readSecretName` understood it */
export function judgeValue(
  value: WrittenValue,
  name: SecretName,
  label: string,
): Finding | undefined {
  const { text, isQuoted } = value;
  if (isPlaceholder(text)) return undefined;
  const vendor = mayBeKey(text) ? judgeVendor(value, vendorsIn(name.words)) : undefined;
  if (vendor) return vendor;
  if (!isQuoted && isReference(text)) return undefined;
  if (name.kind === 'password') return judgePassword(value, label);
  return name.kind === 'generic_secret' ? judgeSecret(value, name.words) : undefined;
}

const found = (kind: Kind, { start, end }: WrittenValue, grounds: Grounds): Finding =>
  findingOf(kind, start, end, grounds);

/** Of any vendor: no key is shorter, and hardly one has no digit. */
const mayBeKey = (text: string): boolean => text.length >= KEY_CHARS_MIN && /\d/.test(text);

function judgeVendor(value: WrittenValue, vendors: readonly NamedVendor[]): Finding | undefined {
  const { text } = value;
  const fits = (shape: Shape): boolean => readShape(text, 0, shape) === text.length;
  if (vendors.length === 0 || isExample(text) || OTHER_DATA.test(text)) return undefined;
  const bits = entropyOf(text);
  for (const { id, floor, shapes, ids } of vendors) {
    const isSecret = shapes.some(fits);
    if (bits < floor || !(isSecret || ids.some(fits))) continue;
    const score = isSecret ? SCORES.vendor : SCORES.id;
    return found('api_key', value, { score, evidence: 'cue', subtype: id });
  }
  return undefined;
}

function judgePassword(value: WrittenValue, label: string): Finding | undefined {
  const { text, isQuoted } = value;
  if (text.length < PASSWORD_CHARS_MIN || text.length > PASSWORD_CHARS_MAX) return undefined;
  if (!mayBePassword(text)) return undefined;
  return found('password', value, {
    score: scoreOfPassword(text, isQuoted, label),
    evidence: 'cue',
  });
}

/** Whether it could be one at all: no blanks, and nothing that is known to be something else. */
export const mayBePassword = (text: string): boolean =>
  !/\s/.test(text) &&
  !OTHER_DATA.test(text) &&
  !PATH.test(text) &&
  !UUID.test(text) &&
  !CONSTANT.test(text);

function scoreOfPassword(text: string, isQuoted: boolean, label: string): number {
  const isMixed = /[\p{L}]/u.test(text) && /[^\p{L}]/u.test(text);
  if (isMixed && !isWords(text) && !EMAIL_OR_DOMAIN.test(text)) {
    return isQuoted ? SCORES.quoted : SCORES.plain;
  }
  // In a file of settings, as shells read them, nothing else stands behind the sign.
  const isSetting = /^(?:- )?[A-Z][A-Z0-9_]*$/.test(label);
  const isSure = (isQuoted && !isWords(text)) || isSetting || isUnspeakable(text);
  return isSure ? SCORES.word : SCORES.doubtful;
}

/**
 * Small letters alone, in an order that no language has, as mail providers make passwords for programs; nouns of
 * many consonants (`Angstschweiss`) are German, and begin with a capital.
 */
export const isUnspeakable = (text: string): boolean =>
  text.length >= UNSPEAKABLE_CHARS_MIN && /^[a-z]+$/.test(text) && isWithoutVowels(text);

const UNSPEAKABLE_CHARS_MIN = 12;
const CONSONANTS = /[^aeiouy]{6}/;
const VOWELS_SHARE = 0.26;

const isWithoutVowels = (text: string): boolean =>
  CONSONANTS.test(text) || text.replaceAll(/[^aeiouy]/g, '').length / text.length < VOWELS_SHARE;

/** A value of letters and digits in no order, behind a name or a verb that says so. */
export function judgeSecret(
  value: WrittenValue,
  words: readonly string[] = [],
): Finding | undefined {
  const { text, isQuoted } = value;
  if (text.length < SECRET_CHARS_MIN || !SECRET.test(text) || isExample(text)) return undefined;
  if (
    OTHER_DATA.test(text) ||
    FIGURE.test(text) ||
    RELEASE.test(text) ||
    PATH.test(text) ||
    EMAIL_OR_DOMAIN.test(text)
  ) {
    return undefined;
  }
  if (!isRandom(text)) return undefined;
  const sure = isQuoted ? SCORES.quoted : SCORES.plain;
  const isDoubtful = UUID.test(text) && !words.some((word) => CALLS_KEYS.has(word));
  const score = isDoubtful ? SCORES.id : sure;
  return found('generic_secret', value, { score, evidence: 'cue' });
}

/** Letters and digits in no order that a language, a counter or a program would give them. */
export function isRandom(text: string): boolean {
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text) || isWords(text)) return false;
  const bits = entropyOf(text);
  if (HEX.test(text)) return bits >= HEX_FLOOR || (text.length < SHORT_CHARS_MAX && bits >= 2.5);
  return bits >= (text.length < SHORT_CHARS_MAX ? SHORT_FLOOR : BASE64_FLOOR);
}

const VOWEL = /[aeiouyäöüáéíóúà-ü]/i;

/** Mostly words and small numbers, parted by signs or by capitals: `billing-service-token-v2`. */
function isWords(text: string): boolean {
  const parts = text.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part !== '');
  if (parts.length < 2) return /^\p{L}+$/u.test(text) && text.length < SHORT_CHARS_MAX;
  const isWord = (part: string): boolean =>
    (/^\p{Lu}?\p{Ll}{2,}$|^\p{Lu}{2,}$/u.test(part) && VOWEL.test(part)) ||
    /^v?\d{1,4}$/.test(part);
  const chars = parts.reduce((sum, part) => sum + part.length, 0);
  const inWords = parts.filter(isWord).reduce((sum, part) => sum + part.length, 0);
  return inWords / chars > 0.75;
}
