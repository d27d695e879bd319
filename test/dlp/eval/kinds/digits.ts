/** Random digits, the first of them not 0. */
export const digitsOf = (random: () => number, count: number): string =>
  Array.from({ length: count }, (_, index) =>
    String(index === 0 ? 1 + Math.floor(random() * 9) : Math.floor(random() * 10)),
  ).join('');

/** The digit that makes a number right by Luhn's sum, to stand behind it. */
export function luhnDigit(digits: string): number {
  let sum = 0;
  for (let index = digits.length - 1, doubles = true; index >= 0; index--, doubles = !doubles) {
    const digit = Number(digits[index]) * (doubles ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return (10 - (sum % 10)) % 10;
}

/** In groups of four, as cards and accounts are printed. */
export const inFours = (digits: string): string => digits.replaceAll(/(.{4})(?=.)/g, '$1 ');
