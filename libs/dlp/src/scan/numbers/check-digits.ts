/*
 * The algorithms that numbers are checked by, each in one place. All take digits and upper-case letters
 * of ASCII without anything between them, in the lengths that their callers have made sure of.
 */

/** Value of a digit, or of a letter from A = 10 on, as in ISO 7064 and ICAO 9303. */
export function valueAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 0x3a ? code - 0x30 : code - 0x37;
}

/** The number that `count` digits at `from` are. */
export function numberAt(digits: string, from: number, count: number): number {
  let value = 0;
  for (let index = from; index < from + count; index++) value = value * 10 + valueAt(digits, index);
  return value;
}

/** Sum of the first values, each times its weight. */
export function weightedSum(text: string, weights: readonly number[], from = 0): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) {
    sum += valueAt(text, from + index) * (weights[index] as number);
  }
  return sum;
}

/** As `weightedSum`, of the digits of each product. */
export function crossSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) {
    const product = valueAt(digits, index) * (weights[index] as number);
    sum += Math.floor(product / 10) + (product % 10);
  }
  return sum;
}

/** ISO 7064 MOD 11,10, the last digit being the check digit: Germany's tax ids, Croatia's OIB. */
export function passesMod11And10(digits: string): boolean {
  let product = 10;
  for (let index = 0; index < digits.length - 1; index++) {
    const sum = (valueAt(digits, index) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (product + valueAt(digits, digits.length - 1)) % 10 === 1;
}

/** Remainder of a number of any length; letters count as two digits. */
export function mod97(text: string): number {
  let remainder = 0;
  for (let index = 0; index < text.length; index++) {
    const value = valueAt(text, index);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** ICAO 9303 part 3: weights 7, 3, 1 in turn; what fills a field (`<`) counts nothing. */
export function icaoCheckDigit(field: string): number {
  let sum = 0;
  for (let index = 0; index < field.length; index++) {
    if (field.charCodeAt(index) === 0x3c) continue;
    sum += valueAt(field, index) * (ICAO_WEIGHTS[index % 3] as number);
  }
  return sum % 10;
}

const ICAO_WEIGHTS = [7, 3, 1];

/** GS1: weights 3 and 1 in turn from the digit before the last. */
export function passesEan(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    sum += valueAt(digits, digits.length - 1 - index) * (index % 2 === 0 ? 1 : 3);
  }
  return sum % 10 === 0;
}

/** Verhoeff 1969: the dihedral group of order 10, and a permutation that depends on the place. */
export function passesVerhoeff(digits: string): boolean {
  let check = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = valueAt(digits, digits.length - 1 - index);
    check = times(check, (PERMUTATIONS[index % 8] as readonly number[])[digit] as number);
  }
  return check === 0;
}

/** In the group, 0 to 4 are rotations, 5 to 9 reflections. */
function times(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : ((a + b) % 5) + 5;
  return b < 5 ? ((a - b) % 5) + 5 : (a - b + 5) % 5;
}

const PERMUTATIONS = buildPermutations();

/** Each is the one before it, permuted once more. */
function buildPermutations(): readonly (readonly number[])[] {
  const once = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
  const all: number[][] = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]];
  for (let place = 1; place < 8; place++) {
    all.push((all[place - 1] as number[]).map((digit) => once[digit] as number));
  }
  return all;
}
