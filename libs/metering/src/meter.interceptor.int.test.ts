import { beforeAll, describe, expect, it } from 'vitest';
import {
  NOTHING_EXPECTED,
  type Endpoint,
  type MeteredCall,
  type Organisation,
  type Workload,
} from '#call';
import type { Statement } from '#platform';
import { NO_USAGE, type ReplyFrame } from '#wire';
import {
  aCall,
  anEndpoint,
  anOutcome,
  aModel,
  aWorkload,
  aRoute,
} from '../../../test/support/a-call.js';
import { aPart } from '../../../test/support/wire.js';
import { testDatabase } from '../../../test/support/test-database.js';
import { aLine, meteringWorld } from './testing/metering-world.js';

const HELD: Statement = {
  name: 'test-held',
  text: 'SELECT held FROM meter_counter WHERE scope = 1 AND scope_id = $1',
};

let world: ReturnType<typeof meteringWorld>;
let organisation: Organisation;
let heldBy: (workload: Workload) => Promise<bigint | undefined>;
let freeAll: (workload: Workload) => Promise<unknown>;

/**
 * `acme/paid` costs 1 nano in and 2 out; `acme/pieces` 40 an image and 7 a second; `acme/free`
 * nothing; `acme/unpriced` has no price.
 */
beforeAll(async () => {
  const { app } = await testDatabase();
  world = meteringWorld(app);
  organisation = await world.addOrganisation();
  await world.addPrices(organisation, [
    aLine('acme/paid', 'in', '1'),
    aLine('acme/paid', 'out', '2'),
    aLine('acme/pieces', 'image', '40'),
    aLine('acme/pieces', 'second', '7'),
    aLine('acme/pieces', 'page', '100'),
    aLine('acme/pieces', 'tool_call', '500'),
    aLine('acme/free', 'call', '0', { currency: 'XXX', nanoPerMillion: '0' }),
  ]);
  freeAll = (workload) => app.query(FREE_ALL, [workload.id]);
  heldBy = async (workload) => {
    const [row] = await app.query<{ held: string }>(HELD, [workload.id]);
    return row && BigInt(row.held);
  };
});

const FREE_ALL: Statement = {
  name: 'test-free-all',
  text: 'UPDATE meter_counter SET held = 0 WHERE scope = 1 AND scope_id = $1',
};

const at = (id: string): Endpoint => anEndpoint({}, { id });
const budgetOf = (nano: bigint, mode: 'adaptive' | 'strict' = 'adaptive') =>
  aWorkload({ budget: { nano, period: 'total', mode } });

const enter = async (sealed: MeteredCall) => (await world.meter.enter(sealed)).call;

function call(
  endpoints: readonly Endpoint[],
  workload = aWorkload(),
  change: Parameters<typeof aCall>[0] = {},
): MeteredCall {
  const expected = {
    ...NOTHING_EXPECTED,
    inputTokens: 1_000,
    output: { tokensMax: 100, choices: 1 },
  };
  return aCall({ organisation, workload, expected, route: aRoute(endpoints), ...change });
}

describe('the meter, on entering', () => {
  it('asks once more when the call before was settled while the refusal was on its way', async () => {
    const workload = budgetOf(1_300n);
    await enter(call([at('paid')], workload));
    await expect(enter(call([at('paid')], workload))).rejects.toMatchObject({
      key: 'budget_reached',
    });
    let settle = () => {};
    world.endedCalls.add(organisation.id, new Promise((resolve) => (settle = resolve)));
    world.store.meanwhile = async () => {
      await freeAll(workload);
      settle();
      await expect.poll(() => world.endedCalls.has(organisation.id)).toBe(false);
    };
    const { hold } = await enter(call([at('paid')], workload));
    expect(hold.nano).toBe(1_300n);
  });

  it('holds the money of a call before it is sent', async () => {
    const workload = budgetOf(10_000n);
    const { hold } = await enter(call([at('paid')], workload));
    expect(hold).toMatchObject({ nano: 1_300n, inputTokens: 1_100, outputTokens: 100 });
    expect(await heldBy(workload)).toBe(1_300n);
  });

  it.each([
    ['images', { images: 3 }, 120n],
    ['seconds', { seconds: 60 }, 420n],
    ['pages', { pages: 12 }, 1_200n],
    ['tool calls', { toolCalls: 2 }, 1_000n],
  ])(
    'holds the price of %s, and refuses when there is one nano less',
    async (_unit, some, nano) => {
      const expected = { ...NOTHING_EXPECTED, ...some };
      const [enough, little] = [budgetOf(nano), budgetOf(nano - 1n)];
      const { hold } = await enter(call([at('pieces')], enough, { expected }));
      expect(hold).toMatchObject({ nano, inputTokens: 0, outputTokens: 0 });
      expect(await heldBy(enough)).toBe(nano);
      const entering = world.meter.enter(call([at('pieces')], little, { expected }));
      await expect(entering).rejects.toMatchObject({ key: 'budget_reached' });
    },
  );

  it('refuses a call that its budget does not hold', async () => {
    const entering = world.meter.enter(call([at('paid')], budgetOf(1_299n)));
    await expect(entering).rejects.toMatchObject({ key: 'budget_reached' });
  });

  it('serves what is free although the budget is reached', async () => {
    const workload = budgetOf(0n);
    const { hold } = await enter(call([at('free')], workload));
    expect(hold.nano).toBe(0n);
    expect(await heldBy(workload)).toBeUndefined();
  });

  it('stands on its counters although nothing that it is priced by is expected', async () => {
    const [enough, reached] = [budgetOf(1n), budgetOf(0n)];
    const nothing = { expected: NOTHING_EXPECTED };
    const { hold } = await enter(call([at('pieces')], enough, nothing));
    expect(hold.nano).toBe(1n);
    expect(await heldBy(enough)).toBe(1n);
    const entering = world.meter.enter(call([at('pieces')], reached, nothing));
    await expect(entering).rejects.toMatchObject({ key: 'budget_reached' });
  });

  it('leaves out endpoints without a price, and refuses when none has one', async () => {
    const { hold } = await enter(call([at('unpriced'), at('paid')]));
    expect(hold.endpoints.map(({ model }) => model?.id)).toEqual(['paid']);
    await expect(world.meter.enter(call([at('unpriced')]))).rejects.toMatchObject({
      key: 'price_unavailable',
      details: { param: 'model' },
    });
  });

  it('says of a model that its provider does not list that there is none', async () => {
    const models = new Map([['paid', aModel({ id: 'paid' })]]);
    const typo = anEndpoint({ models }, { id: 'piad', isListed: false });
    await expect(world.meter.enter(call([typo]))).rejects.toMatchObject({ key: 'model_unknown' });
  });

  it('lets a path that names no model through without a price', async () => {
    const { hold } = await enter(call([anEndpoint({}, null)]));
    expect(hold).toMatchObject({ nano: 0n, endpoints: [{ model: null }] });
  });

  it('tells the caller how much of its rate is left', async () => {
    const limited = aWorkload({ rpm: 10 });
    await world.meter.enter(call([at('paid')], limited));
    const { hold } = await enter(call([at('paid')], limited));
    expect(hold.rateHeaders).toMatchObject({
      'x-ratelimit-limit-requests': '10',
      'x-ratelimit-remaining-requests': '8',
    });
  });

  it('refuses a call that no counter could hold, and only that one', async () => {
    const strict = budgetOf(10n ** 18n, 'strict');
    const output = { tokensMax: Number.MAX_SAFE_INTEGER, choices: Number.MAX_SAFE_INTEGER };
    const expected = { ...NOTHING_EXPECTED, inputTokens: 1_000, output };
    const [absurd, usual] = await Promise.allSettled([
      world.meter.enter(call([at('paid')], strict, { expected })),
      world.meter.enter(call([at('paid')], strict)),
    ]);
    expect(absurd).toMatchObject({ status: 'rejected', reason: { key: 'field_invalid' } });
    expect(usual.status).toBe('fulfilled');
  });
});

describe('the meter, on leaving', () => {
  it('gives the tokens back that a call did not use', async () => {
    const workload = aWorkload({ tpm: 2_000 });
    const first = await world.meter.enter(call([at('paid')], workload));
    const second = call([at('paid')], workload);
    await expect(world.meter.enter(second)).rejects.toMatchObject({ key: 'tokens_limited' });
    const usage = { ...NO_USAGE, inputTotal: 10, outputTotal: 5 };
    await first.leave?.(anOutcome({ endpoint: first.call.hold.endpoints[0] ?? null, usage }));
    await world.meter.enter(second);
  });

  it('adds what the call costs to its outcome, counted by what passed if by nobody else', async () => {
    const entered = await world.meter.enter(call([at('paid')], aWorkload(), { isStreaming: true }));
    const frame: ReplyFrame = {
      document: null,
      edits: [],
      events: [
        { type: 'text', part: aPart('0/text'), delta: 'x'.repeat(40) },
        { type: 'args', part: aPart('0/tool/0'), delta: 'y'.repeat(40) },
        { type: 'finish', choice: 0, reason: 'stop' },
      ],
    };
    expect(entered.watch?.(frame, 'chat')).toBe(frame);
    const { hold } = entered.call;
    const outcome = anOutcome({ endpoint: hold.endpoints[0] ?? null, isPartial: true });
    expect(entered.leave?.(outcome)).toEqual({
      ...outcome,
      charge: expect.objectContaining({
        kind: 'settle',
        basis: 'progress',
        nano: BigInt(hold.inputTokens) + 40n,
      }),
    });
  });

  it('charges what was said behind a count that knows no output yet', async () => {
    const entered = await world.meter.enter(call([at('paid')], aWorkload(), { isStreaming: true }));
    const usage = { ...NO_USAGE, inputTotal: 3 };
    const frame: ReplyFrame = {
      document: null,
      edits: [],
      events: [
        { type: 'text', part: aPart('0/text'), delta: 'x'.repeat(80) },
        { type: 'usage', usage, isWholeFrame: false },
      ],
    };
    entered.watch?.(frame, 'gemini');
    const endpoint = entered.call.hold.endpoints[0] ?? null;
    const outcome = await entered.leave?.(anOutcome({ endpoint, usage, isPartial: true }));
    expect(outcome?.charge).toMatchObject({
      usageSource: 'partial',
      usage: { inputTotal: 3, outputTotal: 20 },
    });
  });
});
