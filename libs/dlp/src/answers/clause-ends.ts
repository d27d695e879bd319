/**
 * Where a growing text may be cut, by the text alone: the same places however it arrives.
 * A place is an index, the cut stands before the character there.
 */

const BLANK = /\s/;
const DIGIT = /\p{N}/u;
/** Ends a clause once a blank follows, and what may close behind it. */
const ENDS_CLAUSE: ReadonlySet<string> = new Set('.!?;:,…');
const CLOSES: ReadonlySet<string> = new Set('"\'”’»)]}*_`');
/** Ends one by itself: these scripts write no blanks. */
const ENDS_ALONE: ReadonlySet<string> = new Set('。！？；，、');
/** Begins something that belongs to what stands before, as the next group of a number does. */
const GOES_ON: ReadonlySet<string> = new Set('+-(/@#=');
/** `St.`, `Str.`, `geb.`: shorter words before a dot may be abbreviated, and the value go on. */
const WORD_CHARS_MIN = 5;
/** Words in which no value stands: of lower-case letters, and signs of punctuation around them. */
const PLAIN_WORD = /^["'“„«(*_]{0,4}\p{Ll}+[.,!?…"'”’»)*_]{0,4}$/u;

/** Does a clause end before `at`, with nothing behind it that may belong to a value in it? */
export function isClauseEnd(text: string, at: number): boolean {
  const next = text.charAt(at);
  if (next === '' || BLANK.test(next)) return false;
  if (ENDS_ALONE.has(text.charAt(at - 1))) return !DIGIT.test(next + text.charAt(at - 2));
  if (!BLANK.test(text.charAt(at - 1))) return false;
  if (DIGIT.test(next) || GOES_ON.has(next)) return false;
  let end = at;
  while (end > 0 && BLANK.test(text.charAt(end - 1))) end--;
  const isLine = text.slice(end, at).includes('\n');
  while (end > 0 && CLOSES.has(text.charAt(end - 1))) end--;
  const sign = text.charAt(end - 1);
  if (ENDS_CLAUSE.has(sign)) end--;
  else if (!isLine) return false;
  return !mayGoOn(text, end, sign === '.');
}

/** Is the word that ends before `end` part of a number, or short for another one? */
function mayGoOn(text: string, end: number, isDotted: boolean): boolean {
  let start = end;
  while (start > 0 && end - start < WORD_CHARS_MIN && !BLANK.test(text.charAt(start - 1))) start--;
  if (DIGIT.test(text.slice(start, end))) return true;
  return isDotted && end - start < WORD_CHARS_MIN;
}

/** The last place in `(from, to]` that no word spans; `from` where there is none. */
export function lastBreak(text: string, from: number, to: number): number {
  for (let at = to; at > from; at--) {
    const before = text.charAt(at - 1);
    if (BLANK.test(before) || ENDS_ALONE.has(before)) return at;
    if (isUnspaced(before) && isUnspaced(text.charAt(at))) return at;
  }
  return from;
}

/** The last place behind `from` that only words stand before which cannot begin a value; else `from`. */
export function plainEnd(text: string, from: number): number {
  let at = wordStart(text, from, text.length); // The last word may go on.
  while (at > from) {
    let end = at;
    while (end > from && BLANK.test(text.charAt(end - 1))) end--;
    const start = wordStart(text, from, end);
    if (start === end || PLAIN_WORD.test(text.slice(start, end))) return at;
    at = start;
  }
  return from;
}

function wordStart(text: string, from: number, end: number): number {
  let start = end;
  while (start > from && !BLANK.test(text.charAt(start - 1))) start--;
  return start;
}

/** Of a script that writes words without blanks between them. */
const isUnspaced = (char: string): boolean => char >= '\u2e80' && char <= '\uffdc' && !isHalf(char);
const isHalf = (char: string): boolean => char >= '\ud800' && char <= '\udfff';
