const NAME_CHARS_MAX = 120;
/** Signs that order what is read from right to left: with them a name looks like another one. */
const DIRECTIONS = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Signs of the line that a name stands in. */
const SIGNS = /[[\],|`\p{Cc}\u2028\u2029]+/gu;

/**
 * A caller's name for a document, for a line that a model reads: it ends no line, looks like no other one, and is told in
 * words, so that data protection finds what is in it.
 */
export function shownName(name: string): string {
  const read = plainName(name);
  // `eleanor_whitcombe` is two words; in an address the sign is its own.
  const words = (read.includes('@') ? read : read.replaceAll('_', ' ')).split(/\s+/);
  let shown = '';
  for (const word of words) {
    const longer = shown === '' ? word : `${shown} ${word}`;
    // Never cut within a word: half of a number is one that nobody knows.
    if (longer.length > NAME_CHARS_MAX) break;
    shown = longer;
  }
  return shown.trim() || 'document';
}

/** Without escapes and without signs that show it as another one. */
export const plainName = (name: string): string =>
  unescaped(name).replace(DIRECTIONS, '').replace(SIGNS, ' ');

const ESCAPES_MAX = 3; // Escapes of escapes.

function unescaped(name: string): string {
  let read = name;
  for (let times = 0; times < ESCAPES_MAX && /%[\da-f]{2}/i.test(read); times++) {
    try {
      read = decodeURIComponent(read);
    } catch {
      return read.replaceAll('%', ' ');
    }
  }
  return read;
}

/** The line that stands in front of a page. @param page its name within the document, in words of ours, or none */
export const headOf = (name: string, page = ''): string =>
  `[${shownName(name)}${page === '' ? '' : `, ${page}`}]`;
