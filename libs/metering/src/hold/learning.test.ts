import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aModel } from '../../../../test/support/a-call.js';
import { Calibration } from './calibration.js';
import { TokenHistory } from './token-history.js';
import { outputMost, outputToHold } from './output-to-hold.js';

describe('Calibration', () => {
  it('starts a little above the estimate', () => {
    expect(new Calibration().estimate('m', 1_000)).toBe(1_100);
  });

  it('stays between 0.8 and 1.6 of the estimate, whatever providers report', () => {
    const report = fc.tuple(fc.integer({ min: 50, max: 1e6 }), fc.integer({ min: 1, max: 1e9 }));
    fc.assert(
      fc.property(fc.array(report, { maxLength: 200 }), (reports) => {
        const calibration = new Calibration();
        for (const [estimated, actual] of reports) calibration.learn('m', estimated, actual);
        const ratio = calibration.estimate('m', 1_000_000) / 1_000_000;
        expect(ratio).toBeGreaterThanOrEqual(0.8);
        expect(ratio).toBeLessThanOrEqual(1.6);
      }),
    );
  });

  it('comes to follow what a provider reports, model by model', () => {
    const calibration = new Calibration();
    for (let call = 0; call < 100; call++) calibration.learn('dense', 1_000, 1_400);
    expect(calibration.estimate('dense', 1_000)).toBeCloseTo(1_400, -1);
    expect(calibration.estimate('other', 1_000)).toBe(1_100);
  });

  it('learns nothing of very short prompts or of reports that say nothing', () => {
    const calibration = new Calibration();
    calibration.learn('m', 49, 500);
    calibration.learn('m', 1_000, 0);
    expect(calibration.estimate('m', 1_000)).toBe(1_100);
  });
});

describe('TokenHistory', () => {
  it('knows nothing of a pair it has not seen', () => {
    expect(new TokenHistory().p95('w m')).toBeUndefined();
  });

  it('says what all but one answer in twenty stay within', () => {
    const history = new TokenHistory();
    for (let tokens = 1; tokens <= 60; tokens++) history.add('w m', tokens);
    expect(history.p95('w m')).toBe(58);
  });

  it('forgets what is longer ago than its samples', () => {
    const history = new TokenHistory();
    history.add('w m', 1_000_000);
    for (let call = 0; call < 64; call++) history.add('w m', 10);
    expect(history.p95('w m')).toBe(10);
  });

  it('keeps a bounded number of pairs, those in use', () => {
    const history = new TokenHistory();
    history.add('idle', 1);
    history.add('busy', 2);
    for (let pair = 0; pair < 9_998; pair++) history.add(`pair ${pair}`, 1);
    history.add('busy', 2);
    history.add('one more', 1);
    expect(history.p95('idle')).toBeUndefined();
    expect(history.p95('busy')).toBe(2);
  });
});

describe('outputToHold', () => {
  const held = (
    mode: 'adaptive' | 'strict',
    tokensMax: number | null,
    outputTokensMax: number | null,
    usual?: number,
  ) => outputToHold({ tokensMax, choices: 1 }, aModel({ outputTokensMax }), mode, () => usual);

  it.each([
    ['strict', 500, null, undefined, 500],
    ['strict', 100_000, 16_384, undefined, 16_384],
    ['strict', null, 16_384, undefined, 16_384],
    ['strict', null, null, undefined, 32_768],
    ['adaptive', 4_096, null, 100_000, 4_096],
    ['adaptive', null, 1_000, undefined, 1_000],
    ['adaptive', 4_097, null, undefined, 2_048],
    ['adaptive', null, null, undefined, 2_048],
    ['adaptive', null, null, 3_000, 6_000],
    ['adaptive', 5_000, null, 3_000, 5_000],
    ['adaptive', 100_000, 8_192, 50_000, 8_192],
  ] as const)(
    'holds for a %s budget with bound %s, model maximum %s and usual output %s: %i',
    (mode, tokensMax, outputTokensMax, usual, expected) => {
      expect(held(mode, tokensMax, outputTokensMax, usual)).toBe(expected);
    },
  );

  it('never holds more than can come', () => {
    const bound = fc.option(fc.nat({ max: 200_000 }));
    fc.assert(
      fc.property(bound, bound, fc.option(fc.nat(), { nil: undefined }), (asked, most, usual) => {
        for (const mode of ['adaptive', 'strict'] as const) {
          const output = { tokensMax: asked, choices: 1 };
          const tokens = held(mode, asked, most, usual);
          expect(tokens).toBeLessThanOrEqual(outputMost(output, aModel({ outputTokensMax: most })));
        }
      }),
    );
  });
});
