import { describe, expect, it } from 'vitest';
import { NOTHING_EXPECTED } from '#call';
import { NO_USAGE } from '#wire';
import { aCall, anEndpoint, anOrganisation, anOutcome } from '../../../../test/support/a-call.js';
import { aHold, aPrice } from '../testing/a-hold.js';
import { chargeOf } from './charge.js';
import { NO_PROGRESS } from './open-hold.js';

const endpoint = anEndpoint();
const prices = new Map([[endpoint, aPrice({ in: 1, out: 2 })]]);
const call = aCall({ organisation: anOrganisation({ currency: 'CHF' }) });
const usage = { ...NO_USAGE, inputTotal: 90, outputTotal: 50 };

const charge = (
  outcome: Parameters<typeof anOutcome>[0],
  hold: Parameters<typeof aHold>[0] = {},
  of = prices,
) => chargeOf(call, aHold(hold, of), anOutcome({ endpoint, ...outcome }));

describe('chargeOf', () => {
  it("settles what the provider's own count comes to", () => {
    expect(charge({ usage })).toEqual({
      kind: 'settle',
      nano: 190n,
      holdNano: 500n,
      overrunNano: 0n,
      usage,
      usageSource: 'provider',
      priceVersion: 7,
      currency: 'CHF',
      basis: 'usage',
    });
  });

  it('takes zero for a count, too, which still stands on its counters', () => {
    expect(charge({ usage: NO_USAGE })).toMatchObject({
      kind: 'settle',
      nano: 1n,
      usageSource: 'provider',
      basis: 'usage',
    });
  });

  it('charges the pictures that came, counted or not, as far as anybody makes them', () => {
    const drawn = new Map([[endpoint, aPrice({ image: 40 })]]);
    const nanoOf = (images: number, change: Parameters<typeof anOutcome>[0]) =>
      charge(change, { progress: { ...NO_PROGRESS, images } }, drawn).nano;
    expect(nanoOf(2, { usage })).toBe(80n);
    expect(nanoOf(2, { usage: { ...usage, images: 3 } })).toBe(120n);
    expect(nanoOf(2, { billable: 'answer' })).toBe(80n);
    expect(nanoOf(1_000, { usage })).toBe(16n * 40n);
  });

  it('marks a count that came before the end', () => {
    expect(charge({ usage, isPartial: true })).toMatchObject({
      usageSource: 'partial',
      nano: 190n,
    });
  });

  it('marks a count of several requests that one of them did not tell', () => {
    expect(charge({ usage, hasEstimates: true })).toMatchObject({
      usageSource: 'partial',
      nano: 190n,
    });
  });

  it('settles what was seen of an answer that nobody counted', () => {
    const progress = { ...NO_PROGRESS, characters: 81 };
    expect(charge({ billable: 'answer', isPartial: true }, { progress })).toMatchObject({
      kind: 'settle',
      nano: 100n + 21n * 2n,
      usage: { inputTotal: 100, outputTotal: 21 },
      usageSource: 'estimated',
      basis: 'progress',
    });
  });

  it('settles the input alone when the provider may have worked for nobody', () => {
    expect(charge({ billable: 'request' })).toMatchObject({
      kind: 'settle',
      nano: 100n,
      usageSource: 'estimated',
      basis: 'input_estimate',
    });
  });

  it('settles what is made only where an answer came, what is read even without', () => {
    const rates = { image: 40, tool_call: 1_000, second: 7, page: 100 };
    const byPiece = new Map([[endpoint, aPrice(rates)]]);
    const expected = { ...NOTHING_EXPECTED, images: 3, toolCalls: 2, seconds: 10, pages: 5 };
    const hold = aHold({ inputTokens: 0 }, byPiece);
    const nanoOf = (billable: 'answer' | 'request') =>
      chargeOf(aCall({ expected }), hold, anOutcome({ endpoint, billable })).nano;
    expect([nanoOf('answer'), nanoOf('request')]).toEqual([2_690n, 570n]);
  });

  it('settles speech by its text, however much of it was taken, and only where it came', () => {
    const spoken = new Map([[endpoint, aPrice({ in: 1, out: 2, audio_out: 9 })]]);
    const output = { tokensMax: null, choices: 1, spokenTokens: 40 };
    const speech = aCall({ expected: { ...NOTHING_EXPECTED, output } });
    const nanoOf = (billable: 'answer' | 'request', isPartial: boolean) =>
      chargeOf(speech, aHold({}, spoken), anOutcome({ endpoint, billable, isPartial })).nano;
    expect(nanoOf('answer', false)).toBe(100n + 40n * 9n);
    expect(nanoOf('answer', true)).toBe(100n + 40n * 9n);
    expect(nanoOf('request', true)).toBe(100n);
  });

  it('voids what was never sent, or refused with an error', () => {
    expect(charge({ billable: 'nothing', endpoint: null })).toMatchObject({
      kind: 'void',
      nano: 0n,
      holdNano: 500n,
      usage: NO_USAGE,
      usageSource: 'none',
      basis: 'none',
      priceVersion: null,
    });
    expect(charge({ billable: 'nothing' })).toMatchObject({ kind: 'void', nano: 0n });
  });

  it('settles a refusal that came with a count', () => {
    expect(charge({ billable: 'nothing', usage })).toMatchObject({ kind: 'settle', nano: 190n });
  });

  it('counts top-ups as held, and what goes beyond as overrun', () => {
    const progress = { ...NO_PROGRESS, topUpNano: 50n, topUpTokens: 25 };
    const large = { ...usage, outputTotal: 400 };
    expect(charge({ usage: large }, { progress })).toMatchObject({
      holdNano: 550n,
      nano: 890n,
      overrunNano: 340n,
    });
    const exact = { ...usage, inputTotal: 150, outputTotal: 200 };
    expect(charge({ usage: exact }, { progress })).toMatchObject({ nano: 550n, overrunNano: 0n });
  });

  it('prices the endpoint that answered, not the dearest that might have', () => {
    const cheap = anEndpoint({ name: 'cheap' });
    const both = new Map([...prices, [cheap, aPrice({ in: 0, out: 1 }, { version: 8 })]]);
    expect(charge({ usage, endpoint: cheap }, {}, both)).toMatchObject({
      nano: 50n,
      priceVersion: 8,
    });
  });

  it('says of a free model that it was free', () => {
    const free = new Map([[endpoint, aPrice({ call: 0 }, { isFree: true })]]);
    expect(charge({ usage }, { nano: 0n }, free)).toMatchObject({
      kind: 'settle',
      nano: 0n,
      basis: 'free',
      usage,
    });
  });

  it('charges nothing on a path that names no model', () => {
    const modelless = anEndpoint({}, null);
    expect(charge({ endpoint: modelless }, { nano: 0n }, new Map())).toMatchObject({
      kind: 'settle',
      nano: 0n,
      basis: 'none',
      priceVersion: null,
    });
  });
});

describe('what was spent beside an answer', () => {
  const dear = anEndpoint({ name: 'dear' });
  const both = new Map([...prices, [dear, aPrice({ in: 10, out: 20 })] as const]);
  const part = { ...NO_USAGE, inputTotal: 4, outputTotal: 5 };

  it('is added at the price of its own endpoint', () => {
    const spent = [
      { endpoint: dear, usage: part },
      { endpoint: dear, usage: null },
    ];
    const alone = charge({ usage }, {}, both);
    expect(charge({ usage, spent }, {}, both)).toMatchObject({
      kind: 'settle',
      nano: alone.nano + 140n + 1_000n,
      overrunNano: alone.nano + 1_140n - 500n,
      usage: { inputTotal: usage.inputTotal + 104, outputTotal: usage.outputTotal + 5 },
      usageSource: 'partial',
      basis: 'usage',
    });
  });

  it('is charged where nothing else is', () => {
    const none = { billable: 'nothing' } as const;
    expect(charge({ ...none, spent: [{ endpoint: dear, usage: part }] }, {}, both)).toMatchObject({
      kind: 'settle',
      nano: 140n,
      usage: part,
      usageSource: 'partial',
      basis: 'usage',
    });
    expect(charge({ ...none, spent: [{ endpoint: dear, usage: null }] }, {}, both)).toMatchObject({
      nano: 1_000n,
      usageSource: 'estimated',
      basis: 'input_estimate',
    });
  });
});
