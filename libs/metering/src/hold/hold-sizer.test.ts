import { describe, expect, it } from 'vitest';
import { NOTHING_EXPECTED, type ExpectedUsage } from '#call';
import { NO_USAGE } from '#wire';
import { aCall, anEndpoint, anOutcome, aWorkload } from '../../../../test/support/a-call.js';
import { aHold, aPrice } from '../testing/a-hold.js';
import { HoldSizer } from './hold-sizer.js';

const endpoint = anEndpoint({}, { outputTokensMax: 8_192 });
const prices = new Map([[endpoint, aPrice({ in: 1, out: 2 })]]);
const aSmallCall = (expected: Partial<ExpectedUsage> = {}, workload = aWorkload()) =>
  aCall({
    workload,
    expected: {
      ...NOTHING_EXPECTED,
      inputTokens: 1_000,
      output: { tokensMax: 500, choices: 1 },
      ...expected,
    },
  });

describe('HoldSizer', () => {
  it('holds the estimated input and the output that may come', () => {
    expect(new HoldSizer().size(aSmallCall(), prices)).toEqual({
      nano: 1_100n + 1_000n,
      inputNano: 1_100n,
      inputTokens: 1_100,
      outputTokens: 500,
      outputTokensMax: 500,
    });
  });

  it('holds for every choice that was asked for', () => {
    const call = aSmallCall({ output: { tokensMax: 500, choices: 3 } });
    const size = new HoldSizer().size(call, prices);
    expect(size).toMatchObject({ outputTokens: 1_500, outputTokensMax: 1_500, nano: 4_100n });
  });

  it('holds enough for the dearest endpoint that may be tried', () => {
    const dear = anEndpoint({ name: 'dear' }, { outputTokensMax: 100 });
    const both = new Map([...prices, [dear, aPrice({ in: 100, out: 2 })]]);
    const size = new HoldSizer().size(aSmallCall(), both);
    expect(size).toMatchObject({ nano: 110_200n, outputTokens: 100, outputTokensMax: 500 });
  });

  it('holds no output for answers that bring no text', () => {
    const call = aSmallCall({ output: null });
    expect(new HoldSizer().size(call, prices)).toMatchObject({ nano: 1_100n, outputTokens: 0 });
  });

  it('holds every unit that a call is priced in, images and seconds of audio among them', () => {
    const byPiece = new Map([[endpoint, aPrice({ image: 40, second: 7, call: 3 })]]);
    const images = aSmallCall({ output: null, images: 5 });
    expect(new HoldSizer().size(images, byPiece)).toMatchObject({ nano: 203n, inputNano: 3n });
    const audio = aSmallCall({ output: null, seconds: 60 });
    expect(new HoldSizer().size(audio, byPiece)).toMatchObject({ nano: 423n, inputNano: 423n });
  });

  it('holds the whole bound for a strict budget', () => {
    const strict = aWorkload({ budget: { nano: 1n, period: 'total', mode: 'strict' } });
    const call = aSmallCall({ output: { tokensMax: null, choices: 1 } }, strict);
    expect(new HoldSizer().size(call, prices)).toMatchObject({ outputTokens: 8_192 });
  });

  it('holds nothing where nothing has a price', () => {
    expect(new HoldSizer().size(aSmallCall(), new Map())).toMatchObject({ nano: 0n });
  });

  it('learns what a provider counts and how much usually comes', () => {
    const sizer = new HoldSizer();
    const call = aSmallCall({ output: { tokensMax: null, choices: 1 } });
    const usage = { ...NO_USAGE, inputTotal: 1_500, outputTotal: 3_000 };
    for (let turn = 0; turn < 64; turn++) {
      sizer.learn(call, aHold({}, prices), anOutcome({ endpoint, usage }));
    }
    expect(sizer.size(call, prices)).toMatchObject({ inputTokens: 1_500, outputTokens: 6_000 });
  });

  it('learns nothing of answers that were cut', () => {
    const sizer = new HoldSizer();
    const call = aSmallCall({ output: { tokensMax: null, choices: 1 } });
    const usage = { ...NO_USAGE, inputTotal: 5_000, outputTotal: 8_000 };
    sizer.learn(call, aHold({}, prices), anOutcome({ endpoint, usage, isPartial: true }));
    sizer.learn(call, aHold({}, prices), anOutcome({ endpoint }));
    expect(sizer.size(call, prices)).toMatchObject({ inputTokens: 1_100, outputTokens: 2_048 });
  });
});
