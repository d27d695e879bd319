/** Up to here letters have marks that models leave out or add: Latin, Greek, Cyrillic. */
const FOLDED_MAX = 0x530;

const PLAIN = Uint16Array.from({ length: FOLDED_MAX }, (_, code) => {
  const upper = String.fromCharCode(code).normalize('NFD').charAt(0).toUpperCase();
  return upper.length === 1 ? upper.charCodeAt(0) : code;
});

/** A letter in upper case without its accent: labels are compared so. @param code a UTF-16 unit */
export const plainUpper = (code: number): number =>
  code < FOLDED_MAX ? (PLAIN[code] ?? code) : code;

/** The same of a word. */
export const plainUpperOf = (word: string): string =>
  String.fromCharCode(
    ...Array.from({ length: word.length }, (_, at) => plainUpper(word.charCodeAt(at))),
  );
