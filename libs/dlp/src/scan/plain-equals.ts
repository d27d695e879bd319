/** As far as a line is looked at on both sides of a sign. */
const LINE_CHARS = 160;

const EQUALS = 0x3d;
const LINE_FEED = 0x0a;
const QUESTION = 0x3f;

/** What a sign may be followed by that is an escape of mail: signs in ASCII, octets of other scripts, the end of a line. */
const ESCAPE = /=(?:2[0-9A-Fa-f]|3[A-F]|40|5[B-F]|60|7[B-E]|[C-F][0-9A-F]=|\r?\n)/y;
/** A number of a program, with its unit or not. */
const ASSIGNED = /=(?:2\d|40|60)[A-Za-z0-9]{0,18}(?=[\s,;)\]}|"']|$)/y;
const IS_LETTER = /[A-Za-z_]/;
const IS_ALPHANUMERIC = /[A-Za-z0-9]/;

/** Whether an escape of mail (quoted-printable), or a word of its headers, may begin at an equals sign. */
export function mayBeMailEscape(text: string, at: number): boolean {
  if (text.charCodeAt(at + 1) === QUESTION) return true;
  ESCAPE.lastIndex = at;
  return ESCAPE.test(text) && !isAssignment(text, at);
}

/**
 * Whether `id=20418` is a name and its number, as in logs, rather than a sign that mail writes so: mail escapes every
 * equals sign, so on its lines there is none that an escape does not begin with.
 */
export function isAssignment(text: string, at: number): boolean {
  if (!IS_LETTER.test(text.charAt(at - 1))) return false;
  ASSIGNED.lastIndex = at;
  return ASSIGNED.test(text) && (hasPlainSign(text, at, -1) || hasPlainSign(text, at, 1));
}

/** Whether an equals sign stands on the same line that begins no escape, before or behind the one at an index. */
function hasPlainSign(text: string, index: number, step: 1 | -1): boolean {
  for (let at = index + step, chars = 1; chars < LINE_CHARS; at += step, chars++) {
    const unit = text.charCodeAt(at);
    if (Number.isNaN(unit) || unit === LINE_FEED) return false;
    if (unit !== EQUALS || !IS_ALPHANUMERIC.test(text.charAt(at + 1))) continue;
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text)) return true;
  }
  return false;
}
