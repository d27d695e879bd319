import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountOf,
  formatNano,
  multiply,
  nanoOf,
  parseDecimal,
  rateOf,
  scaleUp,
  type Decimal,
} from './money.js';

/** An exact fraction, against which every result here is checked. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const fractionOf = ({ digits, scale }: Decimal): Fraction => ({
  over: digits,
  under: 10n ** BigInt(scale),
});

/** The least integer that is not below the fraction. */
const expectCeiling = (result: bigint, { over, under }: Fraction) => {
  expect(result * under >= over).toBe(true);
  expect((result - 1n) * under < over).toBe(true);
};

const aText = fc
  .record({
    whole: fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }),
    fraction: fc.option(fc.stringMatching(/^\d{1,24}$/), { nil: undefined }),
    exponent: fc.option(fc.integer({ min: -30, max: 30 }), { nil: undefined }),
    letter: fc.constantFrom('e', 'E'),
  })
  .map(({ whole, fraction, exponent, letter }) => ({
    text: `${whole}${fraction === undefined ? '' : `.${fraction}`}${exponent === undefined ? '' : `${letter}${exponent}`}`,
    digits: BigInt(`${whole}${fraction ?? ''}`),
    scale: (fraction?.length ?? 0) - (exponent ?? 0),
  }));

const aDecimal = fc.record({
  digits: fc.bigInt({ min: 0n, max: 10n ** 24n }),
  scale: fc.integer({ min: 0, max: 40 }),
});

describe('parseDecimal', () => {
  it('reads a number as exactly what is written', () => {
    fc.assert(
      fc.property(aText, ({ text, digits, scale }) => {
        const { over, under } = fractionOf(parseDecimal(text) ?? { digits: -1n, scale: 0 });
        const factor = 10n ** BigInt(Math.abs(scale));
        // over / under = digits × 10^-scale, multiplied out.
        expect(scale >= 0 ? over * factor : over).toBe(
          scale >= 0 ? digits * under : digits * factor * under,
        );
      }),
    );
  });

  it.each([
    ['1.5e-07', { digits: 15n, scale: 8 }],
    ['1e-7', { digits: 1n, scale: 7 }],
    ['0.00000015', { digits: 15n, scale: 8 }],
    ['12.50', { digits: 1250n, scale: 2 }],
    ['1e3', { digits: 1000n, scale: 0 }],
    ['0', { digits: 0n, scale: 0 }],
  ])('reads %s exactly', (text, decimal) => {
    expect(parseDecimal(text)).toEqual(decimal);
  });

  it.each([
    '',
    '-1',
    '+1',
    '.5',
    '5.',
    '1,5',
    '1 000',
    '0x10',
    'NaN',
    'Infinity',
    '1e',
    ' 1',
    '1e100',
  ])('does not take %j for an amount', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });
});

describe('scaleUp', () => {
  it('moves the point and rounds what is left up, once', () => {
    fc.assert(
      fc.property(aDecimal, fc.integer({ min: 0, max: 30 }), (decimal, power) => {
        const { over, under } = fractionOf(decimal);
        expectCeiling(scaleUp(decimal, power), { over: over * 10n ** BigInt(power), under });
      }),
    );
  });
});

describe('multiply', () => {
  it('is exact', () => {
    fc.assert(
      fc.property(aDecimal, aDecimal, (a, b) => {
        const product = fractionOf(multiply(a, b));
        expect(product.over * fractionOf(a).under * fractionOf(b).under).toBe(
          a.digits * b.digits * product.under,
        );
      }),
    );
  });
});

describe('rateOf', () => {
  it('keeps a price to a millionth of a nano per million pieces', () => {
    fc.assert(
      fc.property(aDecimal, fc.constantFrom(1, 1_000, 1_000_000), (price, per) => {
        const { over, under } = fractionOf(price);
        const exact = { over: over * 10n ** 21n, under: under * BigInt(per) };
        expectCeiling(rateOf(price, per), exact);
      }),
    );
  });

  it('makes the same rate of a price per token and of that price per million', () => {
    const perToken = rateOf({ digits: 15n, scale: 8 }, 1);
    expect(perToken).toBe(rateOf({ digits: 15n, scale: 2 }, 1_000_000));
    expect(perToken).toBe(150_000_000n * 1_000_000n);
  });
});

describe('amountOf', () => {
  const lines = fc.array(
    fc.tuple(fc.nat({ max: 10_000_000 }), fc.bigInt({ min: 0n, max: 10n ** 18n })),
    { maxLength: 12 },
  );

  it('is the exact sum, rounded up once', () => {
    fc.assert(
      fc.property(lines, (given) => {
        const over = given.reduce((sum, [units, rate]) => sum + BigInt(units) * rate, 0n);
        expectCeiling(amountOf(given), { over, under: 10n ** 12n });
      }),
    );
  });

  it('rounds the sum and not its parts', () => {
    expect(
      amountOf([
        [1, 400_000_000_000n],
        [1, 400_000_000_000n],
      ]),
    ).toBe(1n);
  });

  it('charges nothing for fewer than no units', () => {
    expect(amountOf([[-5, 10n ** 15n]])).toBe(0n);
  });
});

describe('formatNano', () => {
  it.each([
    [0n, '0.00'],
    [1n, '0.000000001'],
    [1_234_567_891n, '1.234567891'],
    [10_000_000_000n, '10.00'],
    [1_500_000_000n, '1.50'],
    [-250_000_000n, '-0.25'],
  ])('writes %s as %s', (nano, text) => {
    expect(formatNano(nano)).toBe(text);
  });

  it('says every nano that there is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 26n }), (nano) => {
        expect(nanoOf(parseDecimal(formatNano(nano)) ?? { digits: -1n, scale: 0 })).toBe(nano);
      }),
    );
  });
});
