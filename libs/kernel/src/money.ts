/**
 * Money is an integer of nano-units (1e-9 of the currency's unit) in a bigint; no float ever
 * touches it. Prices are kept finer still, see `Rate`.
 */
export type Nano = bigint;

/** Price of one million units in 1e-6 nano. EUR 0.10 per million tokens is 1e14. */
export type Rate = bigint;

const RATE_PER_NANO = 1_000_000n;
const UNITS_PER_RATE = 1_000_000n;

const DECIMAL = /^(\d{1,18})(?:\.(\d{1,24}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** An exact non-negative decimal: `digits` × 10^-`scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Reads "12.50", "0.00000015" or "1.5e-07" without ever becoming a JS number. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The decimal times 10^power, rounded up to an integer. */
export function scaleUp({ digits, scale }: Decimal, power: number): bigint {
  return power >= scale
    ? digits * 10n ** BigInt(power - scale)
    : divideUp(digits, 10n ** BigInt(scale - power));
}

export const multiply = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
});

/** Amounts are rounded up once, at the end: the one rounding rule of the product. */
export const divideUp = (amount: bigint, divisor: bigint): bigint =>
  (amount + divisor - 1n) / divisor;

export const nanoOf = (amount: Decimal): Nano => scaleUp(amount, 9);

/** Rate from a price in currency units per `per` pieces (1 for per token, 1 000 000 for per million). */
export const rateOf = (price: Decimal, per: number): Rate =>
  divideUp(scaleUp(price, 30) * UNITS_PER_RATE, BigInt(per) * 10n ** 15n);

/** Σ units × rate, in nano, rounded up once. */
export function amountOf(lines: Iterable<readonly [units: number, rate: Rate]>): Nano {
  let sum = 0n;
  for (const [units, rate] of lines) if (units > 0) sum += BigInt(units) * rate;
  return divideUp(sum, UNITS_PER_RATE * RATE_PER_NANO);
}

/** "1.234567891" for people; trailing zeros are cut, two decimals stay. */
export function formatNano(nano: Nano): string {
  const sign = nano < 0n ? '-' : '';
  const digits = (nano < 0n ? -nano : nano).toString().padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0{1,7}$/, '');
  return `${sign}${digits.slice(0, -9)}.${fraction}`;
}
