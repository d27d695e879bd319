export const MESSAGE_CHARACTERS_MAX = 500; // Some providers repeat the whole request in a message.

/** A foreign text as one bounded line that is safe to log and to send on. */
export function cleanMessage(text: string): string {
  // Cut before cleaning, so that a huge body costs nothing; white space may shrink it further.
  const head = text.slice(0, 4 * MESSAGE_CHARACTERS_MAX);
  const line = head.replaceAll(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return line.length <= MESSAGE_CHARACTERS_MAX
    ? line
    : `${line.slice(0, MESSAGE_CHARACTERS_MAX - 1).toWellFormed()}…`;
}

const WORD_CHARACTERS_MAX = 128; // Types, codes and fields are words; what is longer is none.

export const boundedWord = (text: string | null): string | null =>
  text !== null && text.length <= WORD_CHARACTERS_MAX ? text : null;
