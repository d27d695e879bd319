import { describe, expect, it } from 'vitest';
import { NOTHING_EXPECTED, type ExpectedUsage } from '#call';
import { parseJson, runAtOnce } from '#kernel';
import { estimateInput, NO_USAGE, type NamedInput } from '#wire';
import {
  aCall,
  anEndpoint,
  anOrganisation,
  anOutcome,
  aWorkload,
} from '../../../../test/support/a-call.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { aHold, aPrice } from '../testing/a-hold.js';
import { boundOutcome } from './bound-usage.js';
import { chargeOf } from './charge.js';
import { HoldSizer } from './hold-sizer.js';

const endpoint = anEndpoint({}, { outputTokensMax: 8_192 });
const strict = aWorkload({ budget: { nano: 1n, period: 'total', mode: 'strict' } });
const prices = new Map([[endpoint, aPrice({ in: 1, out: 2 })]]);
const aSizer = () => new HoldSizer(new FakeClock());
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
    expect(aSizer().size(aSmallCall(), prices)).toEqual({
      nano: 1_100n + 1_000n,
      inputNano: 1_100n,
      inputTokens: 1_100,
      sentTokens: 1_100,
      outputTokens: 500,
      outputTokensMax: 500,
    });
  });

  it('holds for every choice that was asked for', () => {
    const call = aSmallCall({ output: { tokensMax: 500, choices: 3 } });
    const size = aSizer().size(call, prices);
    expect(size).toMatchObject({ outputTokens: 1_500, outputTokensMax: 1_500, nano: 4_100n });
  });

  it('holds enough for the dearest endpoint that may be tried', () => {
    const dear = anEndpoint({ name: 'dear' }, { outputTokensMax: 100 });
    const both = new Map([...prices, [dear, aPrice({ in: 100, out: 2 })]]);
    const size = aSizer().size(aSmallCall(), both);
    expect(size).toMatchObject({ nano: 110_200n, outputTokens: 100, outputTokensMax: 500 });
  });

  it('holds no output for answers that bring no text', () => {
    const call = aSmallCall({ output: null });
    expect(aSizer().size(call, prices)).toMatchObject({ nano: 1_100n, outputTokens: 0 });
  });

  it('holds every unit that a call is priced in, images and seconds of audio among them', () => {
    const byPiece = new Map([[endpoint, aPrice({ image: 40, second: 7, call: 3 })]]);
    const images = aSmallCall({ output: null, images: 5 });
    expect(aSizer().size(images, byPiece)).toMatchObject({ nano: 203n, inputNano: 3n });
    const audio = aSmallCall({ output: null, seconds: 60 });
    expect(aSizer().size(audio, byPiece)).toMatchObject({ nano: 423n, inputNano: 423n });
  });

  it('holds a picture for each answer that may bring one beside its text', () => {
    const drawn = new Map([[endpoint, aPrice({ image: 40 })]]);
    const call = aSmallCall({ output: { tokensMax: 10, choices: 2 } });
    expect(aSizer().size(call, drawn)).toMatchObject({ nano: 80n });
  });

  it('holds each token at the dearest rate that it may be counted at', () => {
    const rates = { in: 1, cache_write_5m: 2, audio_in: 3, image_in: 4, cache_write_1h: 5 };
    const dear = new Map([[endpoint, aPrice({ ...rates, out: 2, reasoning: 3, audio_out: 9 })]]);
    const nanoOf = (expected: Partial<ExpectedUsage>, workload = aWorkload()) =>
      aSizer().size(aSmallCall(expected, workload), dear).nano;
    const output = { tokensMax: 500, choices: 1, isSpoken: true };
    expect(nanoOf({})).toBe(1_100n * 2n + 500n * 3n);
    expect(nanoOf({ output })).toBe(1_100n * 2n + 500n * 9n);
    expect(nanoOf({ audioTokens: 1 })).toBe(1_100n * 3n + 500n * 3n);
    expect(nanoOf({ imageTokens: 1 })).toBe(1_100n * 4n + 500n * 3n);
    expect(nanoOf({ marksCache: true })).toBe(1_100n * 5n + 500n * 3n);
    expect(nanoOf({}, strict)).toBe(1_100n * 5n + 500n * 9n);
  });

  it('holds the whole bound for a strict budget', () => {
    const call = aSmallCall({ output: { tokensMax: null, choices: 1 } }, strict);
    expect(aSizer().size(call, prices)).toMatchObject({ outputTokens: 8_192 });
  });

  it('holds nothing where nothing has a price', () => {
    expect(aSizer().size(aSmallCall(), new Map())).toMatchObject({ nano: 0n });
  });

  it('learns what a provider counts and how much usually comes', () => {
    const sizer = aSizer();
    const call = aSmallCall({ output: { tokensMax: null, choices: 1 } });
    const usage = { ...NO_USAGE, inputTotal: 1_500, outputTotal: 3_000 };
    for (let turn = 0; turn < 64; turn++) {
      sizer.learn(call, aHold({}, prices), anOutcome({ endpoint, usage }));
    }
    expect(sizer.size(call, prices)).toMatchObject({ inputTokens: 1_500, outputTokens: 6_000 });
  });

  it('learns nothing of answers that were cut', () => {
    const sizer = aSizer();
    const call = aSmallCall({ output: { tokensMax: null, choices: 1 } });
    const usage = { ...NO_USAGE, inputTotal: 5_000, outputTotal: 8_000 };
    sizer.learn(call, aHold({}, prices), anOutcome({ endpoint, usage, isPartial: true }));
    sizer.learn(call, aHold({}, prices), anOutcome({ endpoint }));
    expect(sizer.size(call, prices)).toMatchObject({ inputTokens: 1_100, outputTokens: 2_048 });
  });
});

describe('a bound that a model does not keep', () => {
  const organisation = anOrganisation();
  /** A sizer, and what it holds for a bound of 500 tokens. */
  function learning() {
    const clock = new FakeClock();
    const sizer = new HoldSizer(clock);
    const callOf = (tokensMax: number, owner = organisation) =>
      aCall({
        organisation: owner,
        workload: strict,
        expected: { ...NOTHING_EXPECTED, output: { tokensMax, choices: 2 } },
      });
    const made = (outputTotal: number, tokensMax = 500) => {
      const usage = { ...NO_USAGE, outputTotal };
      sizer.learn(callOf(tokensMax), aHold({}, prices), anOutcome({ endpoint, usage }));
    };
    const held = (owner = organisation) => sizer.size(callOf(500, owner), prices).outputTokens;
    return { clock, made, held };
  }

  it('is held with what came beyond it, of the largest such answer', () => {
    const { made, held } = learning();
    made(1_100);
    expect(held()).toBe(1_000);
    made(3_000);
    expect(held()).toBe(3_000);
    made(1_600);
    expect(held()).toBe(3_000);
  });

  it('is held with what models may make, and no more for one odd count', () => {
    const { made, held } = learning();
    made(1_000_000_000);
    expect(held()).toBe(2 * 8_192);
  });

  it('costs no other organisation anything', () => {
    const { made, held } = learning();
    made(9_000);
    expect(held(anOrganisation())).toBe(1_000);
  });

  it('is forgiven with time', () => {
    const { clock, made, held } = learning();
    made(3_000);
    clock.advance(10 * 60_000);
    expect(held()).toBe(2_000);
    clock.advance(60 * 60_000);
    expect(held()).toBe(1_000);
  });

  it('is forgiven by answers that keep theirs', () => {
    const { made, held } = learning();
    made(3_000);
    made(900);
    expect(held()).toBe(2 * Math.ceil(500 + 1_000 * (31 / 32)));
    for (let answer = 0; answer < 100; answer++) made(900);
    expect(held()).toBe(1_000);
  });
});

describe('input that a request only names', () => {
  const known = anEndpoint({}, { contextTokens: 8_000 });
  const callOf = (named: NamedInput, workload = aWorkload()) =>
    aSmallCall({ named, output: null }, workload);
  const sizeAt = (of: typeof known, call: ReturnType<typeof callOf>, sizer = aSizer()) =>
    sizer.size(call, new Map([[of, aPrice({ in: 1 })]]));

  it('is held as all that the model reads on a strict budget, and refused where nobody knows that', () => {
    expect(sizeAt(known, callOf('stored', strict))).toMatchObject({
      nano: 8_000n,
      inputTokens: 8_000,
      sentTokens: 1_100,
    });
    expect(() => sizeAt(endpoint, callOf('stored', strict))).toThrow(/context_tokens/);
    expect(() => sizeAt(known, callOf('server', strict))).toThrow(/as often as it likes/);
    expect(() => sizeAt(known, callOf('passes', strict))).toThrow(/sum the conversation up/);
  });

  it('is held on an adaptive budget as what such calls bring', () => {
    const sizer = aSizer();
    const call = callOf('server');
    expect(sizeAt(endpoint, call, sizer).inputTokens).toBe(32_768);
    expect(sizeAt(known, call, sizer).inputTokens).toBe(8_000);
    const usage = { ...NO_USAGE, inputTotal: 40_000 };
    sizer.learn(call, aHold(), anOutcome({ endpoint, usage }));
    expect(sizeAt(endpoint, call, sizer).inputTokens).toBe(80_000);
    const plain = aSmallCall({ output: null });
    expect(sizeAt(endpoint, plain, sizer).inputTokens).toBe(1_100);
  });

  it('is no matter where the model is free', () => {
    const free = new Map([[endpoint, aPrice({ in: 0 }, { isFree: true })]]);
    expect(aSizer().size(callOf('server', strict), free)).toMatchObject({ nano: 0n });
  });
});

it('a strict budget holds as many tokens as the bytes of the input can be', () => {
  const expected = { inputTokensMost: 4_000, output: null };
  const of = new Map([[endpoint, aPrice({ in: 1 })]]);
  expect(aSizer().size(aSmallCall(expected, strict), of)).toMatchObject({
    nano: 4_000n,
    inputTokens: 1_100,
  });
  expect(aSizer().size(aSmallCall(expected), of)).toMatchObject({ nano: 1_100n });
});

describe('a picture on a strict budget', () => {
  const of = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
  const body = { messages: [{ role: 'user', content: [of] }] };
  const expected = runAtOnce(estimateInput(parseJson(JSON.stringify(body)), 'chat'));
  const sizeOf = (at: typeof endpoint) =>
    aSizer().size(
      aSmallCall({ ...expected, output: null }, strict),
      new Map([[at, aPrice({ in: 1 })]]),
    );

  it('holds what a model may count for it', () => {
    const usage = { ...NO_USAGE, inputTotal: 36_850 }; // Of gpt-4o-mini, for a large one.
    const call = aSmallCall({ ...expected, output: null }, strict);
    const { nano } = sizeOf(endpoint);
    const hold = aHold({ nano, prices: new Map([[endpoint, aPrice({ in: 1 })]]) });
    const outcome = boundOutcome(call, hold, anOutcome({ endpoint, usage }));
    expect(chargeOf(call, hold, outcome)).toMatchObject({ nano: 36_850n, overrunNano: 0n });
  });

  it('holds no more than the model reads, in what may be charged', () => {
    const small = anEndpoint({}, { contextTokens: 8_000 });
    expect(sizeOf(small)).toMatchObject({ nano: 8_464n });
  });
});
