import { isDigit } from '../fold.js';

const MARKS = /\p{M}+/gu;
const ASCII_ONLY = /^[\0-\x7f]*$/;
const OTHER_WORDS = /[\p{L}\p{N}]+/gu;
const OTHER_CAMEL = /(\p{Ll}|\d)(?=\p{Lu})/gu;

/**
 * Words of a name or a value as programs write them, in lower case and without accents: `clientSecret`,
 * `client_secret`, `CLIENT-SECRET` and `Client Secret` are the same.
 */
export function splitWords(text: string): string[] {
  if (!ASCII_ONLY.test(text)) {
    const parted = text.replaceAll(OTHER_CAMEL, '$1 ').normalize('NFD').replaceAll(MARKS, '');
    return parted.toLowerCase().match(OTHER_WORDS) ?? [];
  }
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    const isPart = isDigit(code) || isLower(code) || isUpper(code);
    if (start >= 0 && (!isPart || isHump(text, at))) {
      words.push(text.slice(start, at).toLowerCase());
      start = -1;
    }
    if (isPart && start < 0) start = at;
  }
  return words;
}

/** Where `clientSecret` and `APIKey` are parted. */
function isHump(text: string, at: number): boolean {
  if (!isUpper(text.charCodeAt(at))) return false;
  return !isUpper(text.charCodeAt(at - 1)) || isLower(text.charCodeAt(at + 1));
}

const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isUpper = (code: number): boolean => code >= 0x41 && code <= 0x5a;
