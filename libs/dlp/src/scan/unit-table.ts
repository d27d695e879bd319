/** All UTF-16 units: where every character of a text is looked up, since a read beyond a table is slow. */
const UNITS = 0x1_0000;
export const ASCII = 0x80;
export const LATIN = 0x100;

/** A table, made once, of what `classOf` says of each unit below `size`. */
export const tableOf = (
  classOf: (char: string, unit: number) => number,
  size: number = UNITS,
): Uint8Array =>
  Uint8Array.from({ length: size }, (_, unit) => classOf(String.fromCharCode(unit), unit));

/** A table that has 1 for the units that a pattern matches by themselves. */
export const unitsOf = (pattern: RegExp, size: number = UNITS): Uint8Array =>
  tableOf((char) => Number(pattern.test(char)), size);

/** Whether the character at a place is one of a table's. Beyond its ends a text reads as NUL, which no table asked so has. */
export const isIn = (table: Uint8Array, text: string, at: number): boolean =>
  table[text.charCodeAt(at) & (UNITS - 1)] === 1;
