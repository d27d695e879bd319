import { RE2JS, RE2JSException } from 're2js';

/** Longer ones are programs; a kind of value says what it is in a line. */
export const PATTERN_CHARS_MAX = 300;

/**
 * Why a pattern of an organisation's own cannot be looked for; null where it can. Patterns have the syntax
 * of RE2: no look-around, no back-references, and so time in proportion to the text whatever they say.
 */
export function patternFault(pattern: string): string | null {
  if (pattern.length > PATTERN_CHARS_MAX) return `has more than ${PATTERN_CHARS_MAX} characters`;
  if (hasAnchor(pattern)) {
    return 'says where a text begins or ends (^, $, \\A, \\z); a value may stand anywhere, \\b ends a word';
  }
  try {
    const compiled = RE2JS.compile(pattern);
    return compiled.matches('') ? 'matches the empty text' : null;
  } catch (error) {
    if (error instanceof RE2JSException) return `is no RE2 pattern: ${error.message}`;
    throw error;
  }
}

/** Outside of classes and escapes; inside of a class `^` negates. */
function hasAnchor(pattern: string): boolean {
  const bare = pattern.replaceAll(/\\Q.*?(?:\\E|$)|\[\^?\]?(?:\\.|[^\]\\])*\]/g, '');
  return /(?:^|[^\\])(?:\\\\)*(?:[$^]|\\[Az])/.test(bare);
}
