import type { Finding } from '../../kinds.js';
import { judgeValue } from './judge-value.js';
import { labelBefore, nameOf, type Label } from './labels.js';
import { NAME_FLAGS, readSecretName, type SecretNames, SPEAKING_FLAGS } from './secret-names.js';
import { isWordCode } from './shape.js';
import { readValue, skipBlanks } from './values.js';
import { ASCII, unitsOf } from '../unit-table.js';

/** Of a whole text that a member of a request has for its value. */
const NAMED_CHARS_MAX = 512;
/** What the name of a vendor alone makes worth a look: so many characters of a key. */
const KEY_CHARS_MIN = 12;
const OPENING_CHARS_MAX = 3;

/** The scheme of a header stands before its secret (RFC 9110). */
const SCHEME = /["'`]?(?:bearer|basic|token|apikey|ssws|geniekey)[ \t]{1,4}/iy;

const DASH = 0x2d;
const COMMA = 0x2c;
const COLON = 0x3a;
const EQUALS = 0x3d;
const PARENTHESIS = 0x28;
/** A control, a sign that goes on (`==`, `::`), the end of a value, or what opens a group of them. */
const BEGINS_NO_VALUE = unitsOf(/[\0-\x20{[,;}=:]/, ASCII);
const isQuote = (code: number): boolean => code === 0x22 || code === 0x27 || code === 0x60;

/**
 * A value that is given to a name of a secret: `"api_key": "…"`, `export TOKEN=…`, `<password>…</password>`,
 * `setPassword('…')`, `'x-api-key', '…'`.
 *
 * @param sign index of `=`, `:`, `>`, `,` or `(`
 * @param names of the text
 */
export function findAssigned(
  text: string,
  sign: number,
  names: SecretNames,
  findings: Finding[],
): void {
  const at = skipBlanks(text, sign + 1);
  const first = text.charCodeAt(at);
  if (at >= text.length || (first < ASCII && BEGINS_NO_VALUE[first] === 1)) return;
  const char = text.charCodeAt(sign);
  const isCall = char === COMMA || char === PARENTHESIS;
  if (isCall && !isQuote(first)) return;
  if (char === EQUALS && (text[sign + 1] === '>' || text[sign + 1] === '~')) return;
  if (char === COLON && text[sign - 1] === ':') return;
  const label = labelBefore(text, sign);
  if (!label || !mayName(text, label, at)) return;
  const name = nameOf(text, label);
  const said = names.read(name);
  if (!said) return;
  SCHEME.lastIndex = at;
  const hasScheme = SCHEME.test(text);
  const value = readValue(text, hasScheme ? SCHEME.lastIndex : at);
  if (!value) return;
  const written = hasScheme ? { ...value, isQuoted: true } : value;
  const finding = judgeValue(written, said, name);
  if (finding) findings.push(finding);
}

/** A text that is the value of a member of a request, as a whole. */
export function findNamed(text: string, name: string, findings: Finding[]): void {
  const trimmed = text.length > NAMED_CHARS_MAX ? '' : text.trim();
  if (trimmed === '' || /\s/.test(trimmed)) return;
  const start = text.indexOf(trimmed);
  const value = { text: trimmed, start, end: start + trimmed.length, isQuoted: true };
  const finding = judgeValue(value, readSecretName(name), name);
  if (finding) findings.push(finding);
}

/** A quick no for most signs of a program: their names say nothing, or what stands behind is no key. */
function mayName(text: string, { start, end }: Label, at: number): boolean {
  const flags = NAME_FLAGS.flagsIn(text, start, end);
  return flags !== 0 && ((flags & SPEAKING_FLAGS) !== 0 || mayBeKey(text, at));
}

/** Whether what stands there could be a key, by its first characters. */
function mayBeKey(text: string, at: number): boolean {
  let from = at;
  while (from < at + OPENING_CHARS_MAX && !isWordCode(text.charCodeAt(from))) from++;
  for (let next = from; next < from + KEY_CHARS_MIN; next++) {
    const code = text.charCodeAt(next);
    if (!isWordCode(code) && code !== DASH) return false;
  }
  return true;
}
