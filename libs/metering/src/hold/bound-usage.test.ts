import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTHING_EXPECTED } from '#call';
import { parseJson } from '#kernel';
import { codecs, NO_USAGE, type Usage } from '#wire';
import { aCall, anEndpoint, anOutcome } from '../../../../test/support/a-call.js';
import { aHold, aPrice } from '../testing/a-hold.js';
import { boundOutcome, requestBytes } from './bound-usage.js';
import { CALL_NANO_MAX, chargeOf } from './charge.js';
import { NO_PROGRESS } from './open-hold.js';

const endpoint = anEndpoint({}, { outputTokensMax: 1_000, contextTokens: 8_000 });
const unbounded = anEndpoint();

interface Given {
  readonly of?: typeof endpoint;
  readonly received?: number;
  readonly characters?: number;
  readonly expected?: Partial<typeof NOTHING_EXPECTED>;
}

function bound(
  usage: Partial<Usage>,
  { of = endpoint, received = 0, characters = 0, expected = {} }: Given = {},
) {
  const call = aCall({ expected: { ...NOTHING_EXPECTED, ...expected } });
  const progress = { ...NO_PROGRESS, received, characters };
  const hold = aHold({ progress, requestBytes: requestBytes(call.body) });
  const outcome = anOutcome({ endpoint: of, usage: { ...NO_USAGE, ...usage } });
  return boundOutcome(call, hold, outcome);
}

describe('a usage that can be', () => {
  it.each<[string, Partial<Usage>, Given]>([
    ['what the model makes at most', { inputTotal: 8_000, outputTotal: 1_000 }, {}],
    [
      'what came, although the model should not have made it',
      { outputTotal: 5_000 },
      { received: 5_000 },
    ],
    [
      'reasoning beyond what the caller allows to be seen',
      { outputTotal: 900, reasoning: 800 },
      { expected: { output: { tokensMax: 100, choices: 1 } } },
    ],
    [
      'every choice',
      { outputTotal: 3_000 },
      { expected: { output: { tokensMax: null, choices: 3 } } },
    ],
    [
      'searched pages of a model without a known context',
      { inputTotal: 900_000 },
      { of: unbounded, expected: { named: 'stored' } },
    ],
    [
      'few tokens for a text that repeats itself',
      { inputTotal: 100, outputTotal: 70 },
      { characters: 2_000, expected: { inputTokens: 3_000 } },
    ],
    [
      'summaries beside an answer, which no bound of the caller covers',
      { inputTotal: 15_000, outputTotal: 1_900 },
      { expected: { named: 'passes', output: { tokensMax: 100, choices: 1 } } },
    ],
    ['little of a file', {}, { expected: { inputTokens: 9_000, imageTokens: 1 } }],
    ['nothing of next to nothing', {}, { characters: 1_000, expected: { inputTokens: 1_000 } }],
  ])('stays as it is: %s', (_what, usage, given) => {
    const outcome = bound(usage, given);
    expect(outcome.usage).toEqual({ ...NO_USAGE, ...usage });
    expect(outcome.marks).toEqual([]);
  });
});

describe('a usage that cannot be', () => {
  it.each<[string, Partial<Usage>, Parameters<typeof bound>[1], Partial<Usage>]>([
    ['beyond the model', { outputTotal: 1e15 }, {}, { outputTotal: 1_114 }],
    ['beyond the context', { inputTotal: 2 ** 53 }, {}, { inputTotal: 8_464 }],
    ['a timestamp', { outputTotal: 1_763_640_000 }, { of: unbounded }, { outputTotal: 550_567 }],
    [
      'beyond the caller’s bound',
      { outputTotal: 900 },
      { expected: { output: { tokensMax: 100, choices: 1 } } },
      { outputTotal: 169 },
    ],
    [
      'beyond what was sent, where nothing else is named',
      { inputTotal: 2 ** 53 },
      { of: unbounded },
      { inputTotal: 32_966 },
    ],
    [
      'nothing, for a long answer',
      { inputTotal: 9 },
      { characters: 10_000 },
      { inputTotal: 9, outputTotal: 2_500 },
    ],
    [
      'nothing, for a long request',
      { outputTotal: 9 },
      { expected: { inputTokens: 5_000 } },
      { inputTotal: 5_000, outputTotal: 9 },
    ],
    ['more images than were asked for', { images: 9 }, { expected: { images: 2 } }, { images: 2 }],
    ['more images than anybody makes', { images: 5_000 }, {}, { images: 16 }],
    ['more sound than was sent', { seconds: 1e15 }, {}, { seconds: 3_601 }],
    ['tool calls that the gateway did not make', { toolCalls: 3 }, {}, { toolCalls: 0 }],
    [
      'parts of it, too',
      { inputTotal: 1e15, cacheRead: 1e15, audioIn: 1e15 },
      {},
      { inputTotal: 8_464, cacheRead: 8_464, audioIn: 8_464 },
    ],
  ])('is bounded and marked: %s', (_what, usage, given, expected) => {
    const outcome = bound(usage, given);
    expect(outcome.usage).toEqual({ ...NO_USAGE, ...expected });
    expect(outcome.marks).toEqual(['usage_clamped']);
  });
});

/** Figures as a provider may write them, the odd ones among them as often as the others. */
const figure = fc.oneof(
  fc.nat().map(String),
  fc
    .double({ noNaN: true })
    .map(String)
    .filter((text) => text !== 'Infinity' && text !== '-Infinity'),
  fc.constantFrom(
    '9007199254740992',
    '9223372036854775808',
    '1e400',
    '-1e400',
    '-0',
    '1.5',
    '1763640000',
  ),
  fc.constantFrom('"12"', 'null', 'true', '[1]', '{}', '-5', '1e-9', '1e15', '4.9e-324'),
);
const NAMES = [
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'input_tokens',
  'output_tokens',
  'seconds',
  'num_cached_tokens',
];
const DETAILS = [
  'cached_tokens',
  'cache_write_tokens',
  'audio_tokens',
  'image_tokens',
  'reasoning_tokens',
];
const members = (names: readonly string[]) =>
  fc
    .tuple(...names.map(() => fc.option(figure)))
    .map((values) =>
      values.flatMap((value, at) => (value === null ? [] : [`"${names[at]}":${value}`])),
    );
const usageText = fc
  .tuple(members(NAMES), members(DETAILS), members(DETAILS))
  .map(([own, input, output]) =>
    [
      ...own,
      `"prompt_tokens_details":{${input.join()}}`,
      `"completion_tokens_details":{${output.join()}}`,
      `"input_tokens_details":{${input.join()}}`,
    ].join(),
  );

it('bounds what parts of a call claim as it does the whole', () => {
  const spent = [{ endpoint, usage: { ...NO_USAGE, outputTotal: 1e9 } }];
  const outcome = boundOutcome(aCall(), aHold(), anOutcome({ endpoint, spent }));
  expect(outcome.spent[0]?.usage?.outputTotal).toBeLessThan(1_200);
  expect(outcome.marks).toEqual(['usage_clamped']);
});

describe('whatever a provider counts', () => {
  it('is charged as whole numbers that every column can hold', () => {
    const rates = fc.record({ in: fc.nat(), out: fc.nat(), cache_read: fc.nat(), image: fc.nat() });
    fc.assert(
      fc.property(usageText, rates, fc.constantFrom('chat', 'native'), (text, nano, protocol) => {
        const document = parseJson(`{"choices":[],"usage":{${text}}}`);
        const { events } = codecs[protocol].readAnswer(document);
        const usage = events.flatMap((event) => (event.type === 'usage' ? [event.usage] : []))[0];
        const price = aPrice(nano);
        const prices = new Map([[unbounded, price]]);
        const call = aCall();
        const hold = aHold({}, prices);
        const claimed = anOutcome({ endpoint: unbounded, usage: usage ?? null });
        const charge = chargeOf(call, hold, boundOutcome(call, hold, claimed));
        for (const count of Object.values(charge.usage)) {
          expect(Number.isSafeInteger(count) && count >= 0 && count <= 1e9).toBe(true);
        }
        expect(charge.nano >= 0n && charge.nano <= CALL_NANO_MAX).toBe(true);
        expect(charge.overrunNano >= 0n && charge.overrunNano <= CALL_NANO_MAX).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
