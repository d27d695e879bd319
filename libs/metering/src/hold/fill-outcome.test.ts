import { NOTHING_EXPECTED } from '#call';
import { NO_USAGE } from '#wire';
import { describe, expect, it } from 'vitest';
import { aCall, anEndpoint, anOutcome } from '../../../../test/support/a-call.js';
import { aHold, aPrice } from '../testing/a-hold.js';
import type { PriceUnit } from '../price-book/price.js';
import { chargeOf } from './charge.js';
import { fillOutcome } from './fill-outcome.js';
import { NO_PROGRESS } from './open-hold.js';

const endpoint = anEndpoint();
const OUTPUT = { tokensMax: null, choices: 1 };
const progress = { ...NO_PROGRESS, characters: 80 }; // 20 tokens.
const told = { ...NO_USAGE, inputTotal: 90 };
const lacks = (input: boolean, output: boolean) => ({ input, output });

function charged(
  change: Parameters<typeof anOutcome>[0],
  expected: Partial<typeof NOTHING_EXPECTED> = { output: OUTPUT },
  rates: Partial<Record<PriceUnit, number>> = { in: 1, out: 2 },
) {
  const call = aCall({ expected: { ...NOTHING_EXPECTED, ...expected } });
  const hold = aHold({ progress }, new Map([[endpoint, aPrice(rates)]]));
  return chargeOf(call, hold, fillOutcome(call, hold, anOutcome({ endpoint, ...change })));
}

describe('a usage that leaves out a total', () => {
  it('is charged the output that was seen', () => {
    expect(charged({ usage: told, untold: lacks(false, true) })).toMatchObject({
      nano: 90n + 20n * 2n,
      usage: { inputTotal: 90, outputTotal: 20 },
      usageSource: 'partial',
      basis: 'usage',
    });
  });

  it('is charged the input that was held for', () => {
    const usage = { ...NO_USAGE, cacheRead: 4, inputTotal: 4, outputTotal: 50 };
    expect(charged({ usage, untold: lacks(true, false) })).toMatchObject({
      nano: 100n + 50n * 2n,
      usage: { inputTotal: 100, cacheRead: 4, outputTotal: 50 },
      usageSource: 'partial',
    });
  });

  it('loses nothing of what it counts', () => {
    const usage = { ...told, outputTotal: 30, reasoning: 30 };
    expect(charged({ usage, untold: lacks(false, true) }).usage.outputTotal).toBe(30);
  });

  it('of a stream that broke is completed once', () => {
    const partial = { usage: told, untold: lacks(false, true), isPartial: true };
    expect(charged(partial).usage.outputTotal).toBe(20);
  });
});

describe('a usage that leaves out nothing', () => {
  it('is believed, zero included', () => {
    expect(charged({ usage: told, untold: null })).toMatchObject({
      usage: { outputTotal: 0 },
      usageSource: 'provider',
    });
  });

  it('is that of vectors, of which nothing comes out', () => {
    const vectors = charged({ usage: told, untold: lacks(false, true) }, { output: null });
    expect(vectors).toMatchObject({ nano: 90n, usageSource: 'provider' });
  });

  it.each([{ seconds: 12 }, { images: 1 }])('is that of %o priced by the piece', (made) => {
    const usage = { ...NO_USAGE, ...made };
    const piece = { second: 5, image: 5 };
    const change = { usage, untold: lacks(true, true) };
    expect(charged(change, { ...made, output: OUTPUT }, piece)).toMatchObject({
      usage: { inputTotal: 0, outputTotal: 0 },
      usageSource: 'provider',
    });
    expect(charged(change, { ...made, output: OUTPUT }, { ...piece, in: 1 })).toMatchObject({
      usage: { inputTotal: 100, outputTotal: 0 },
      usageSource: 'partial',
    });
  });
});
