/** One of a list, by a random number from 0 to 1. */
export const pick = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)] as T;

/** A whole number from `min` to `max`. */
export const between = (random: () => number, min: number, max: number): number =>
  min + Math.floor(random() * (max - min + 1));

export const charsOf = (random: () => number, count: number, alphabet: string): string =>
  Array.from({ length: count }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join(
    '',
  );

export const HEX = '0123456789abcdef';
export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const LOWER = UPPER.toLowerCase();
export const DIGITS = '0123456789';
export const ALNUM = DIGITS + UPPER + LOWER;

export const padded = (value: number, digits = 2): string => String(value).padStart(digits, '0');

export const uuidOf = (random: () => number): string =>
  [8, 4, 4, 4, 12].map((count) => charsOf(random, count, HEX)).join('-');
