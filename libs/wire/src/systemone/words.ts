/**
 * Words as a model's share of a text is counted: what stands between spaces, and each two characters of
 * scripts that write none.
 */
const SPACELESS =
  String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}` +
  String.raw`\u3001-\u303f\uff01-\uffef`; // With their signs, but not the wide space.
const WORD = new RegExp(String.raw`[${SPACELESS}]{1,2}|[^\s${SPACELESS}]+`, 'gu');

/** A text up to the end of its first so many words, and how many there are. */
export interface CutText {
  readonly text: string;
  readonly words: number;
}

export function firstWords(text: string, most: number): CutText {
  let words = 0;
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (words === most) return { text: text.slice(0, end).trimStart(), words };
    words++;
    end = index + word.length;
  }
  return { text: text.trim(), words };
}

/** The same from the other end. */
export function lastWords(text: string, most: number): CutText {
  const starts = Array.from(text.matchAll(WORD), ({ index }) => index);
  if (starts.length <= most) return { text: text.trim(), words: starts.length };
  return { text: text.slice(starts[starts.length - most]).trim(), words: most };
}
