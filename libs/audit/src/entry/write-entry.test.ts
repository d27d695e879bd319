import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  CallerGone,
  endpointOf,
  NO_FEATURES,
  PolicyRefusal,
  TASKS,
  type AutoFinding,
  type RequestReading,
  type Task,
  type Unjudged,
} from '#call';
import { failed, HmacSha256, refuse } from '#kernel';
import { aModel, aRoute } from '../../../../test/support/a-call.js';
import { aRoutedCall, anOutcome, anEndpoint, aProvider } from '../testing/a-call.js';
import { ENTRY_BYTES_MAX } from './bounds.js';
import { callEntry, refusalEntry } from './build-entry.js';
import { commitTo, StreamCommitment } from './commitment.js';
import { interruptedEntry, writeContext } from './context.js';
import { type Entry, NO_COMMITMENTS } from './entry.js';
import { timestampOf } from './timestamp.js';
import { writeEntry } from './write-entry.js';

/** RFC 8785 without its number rules: entries hold whole numbers only. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

const text = fc.string({ unit: 'binary', maxLength: 300 });
const amount = fc.bigInt({ min: 0n, max: 2n ** 62n });
const ms = fc.double({ min: 0, max: 1e12, noNaN: true });

const sealed = (change: Parameters<typeof aRoutedCall>[1] = {}) => {
  const call = aRoutedCall(undefined, change);
  return { ...call, seal: { context: writeContext(call) } };
};

const A_READING: RequestReading = {
  task: Object.fromEntries(TASKS.map((task, at) => [task, at / 28])) as Record<Task, number>,
  reasoning: 1 / 3,
  complexity: [0.1, 0.2, 0.3, 0.4],
};

const fixed = (object: object) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, fc.constant(value)]));

const stepsOf = (steps: readonly number[] | null) =>
  Object.fromEntries(
    (steps ?? []).map((ms, at) => [['inspect', 'route', 'scope', 'seal', 'meter'][at], ms]),
  );

const entries: fc.Arbitrary<Entry> = fc
  .record({
    requestedModel: fc.option(text),
    model: text,
    findings: fc.dictionary(text, fc.nat(), { maxKeys: 100 }),
    found: fc.array(
      fc.record({
        kind: text,
        subtype: fc.option(text),
        action: fc.constantFrom('mask', 'would_tokenize'),
        place: text,
        count: fc.nat(),
      }),
    ),
    pseudonyms: fc.option(
      fc.record({ issued: fc.nat(), restored: fc.nat(), unresolved: fc.nat(), withheld: fc.nat() }),
      { nil: undefined },
    ),
    scope: fc.option(
      fc.record({
        mode: fc.constantFrom('flag', 'block'),
        verdict: fc.constantFrom('in', 'none'),
        p: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        judge: text,
        unread: fc.subarray<Unjudged>(['image', 'length', 'stored']),
        isCached: fc.boolean(),
        exception: fc.option(fc.record({ reason: text, untilMs: fc.nat() })),
      }),
    ),
    transports: fc.array(fc.option(text), { maxLength: 20 }),
    steps: fc.option(fc.tuple(ms, ms, ms, ms, ms)),
    auto: fc.option(
      fc.record({
        router: fc.constantFrom('answered', 'open', 'unasked'),
        route: fc.constantFrom('code', 'chat'),
        demand: fc.constantFrom('low', 'high'),
        steps: fc.array(fc.record({ by: fc.constant('text'), demand: fc.constant('low') })),
        reading: fc.option(fc.constant(A_READING)),
        features: fc.record({ ...fixed(NO_FEATURES), promptTokens: fc.nat(), tools: fc.nat() }),
      }),
    ) as fc.Arbitrary<AutoFinding | null>,
    nano: amount,
    holdNano: amount,
    latencyMs: ms,
    status: fc.integer({ min: 100, max: 599 }),
    commitment: fc.option(fc.base64String()),
  })
  .map((given) => {
    const call = sealed({
      requestedModel: given.requestedModel,
      inspection: {
        ...aRoutedCall().inspection,
        findings: given.findings,
        found: given.found,
      },
      route: {
        ...aRoute([anEndpoint]),
        alias: given.requestedModel,
        reason: 'alias',
        auto: given.auto,
      },
      scope: given.scope,
    });
    const outcome = anOutcome({
      endpoint: endpointOf({ ...aProvider, name: given.model }, aModel({ id: given.model })),
      latencyMs: given.latencyMs,
      stepsMs: stepsOf(given.steps),
      pseudonyms: given.pseudonyms,
      status: given.status,
      attempts: given.transports.map((transport) => ({
        provider: given.model,
        model: given.model,
        status: null,
        transport,
        ms: given.latencyMs,
      })),
    });
    const charge = outcome.charge && {
      ...outcome.charge,
      nano: given.nano,
      holdNano: given.holdNano,
    };
    const commit = { ...NO_COMMITMENTS, request: given.commitment };
    return callEntry(call, { ...outcome, charge }, 'replica', commit);
  });

it('is the canonical JSON of the entry, whatever the caller and the provider sent', () => {
  fc.assert(
    fc.property(entries, (entry) => {
      expect(writeEntry(entry)).toBe(canonicalJson(entry));
    }),
  );
});

it('stays below its limit and reads back from UTF-8', () => {
  fc.assert(
    fc.property(entries, (entry) => {
      const bytes = Buffer.from(writeEntry(entry));
      expect(bytes.length).toBeLessThanOrEqual(ENTRY_BYTES_MAX);
      expect(JSON.parse(bytes.toString())).toEqual(JSON.parse(JSON.stringify(entry)));
      expect(bytes.toString()).not.toContain(String.raw`\u0000`);
    }),
  );
});

it('stays below its limit at the worst', () => {
  const long = '\u0001'.repeat(400);
  const call = sealed({
    requestedModel: long,
    inspection: {
      ...aRoutedCall().inspection,
      findings: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}${long}`, 2 ** 40])),
    },
    route: { ...aRoute([anEndpoint]), alias: long, reason: 'alias' },
  });
  const attempts = Array.from({ length: 40 }, () => ({
    provider: long,
    model: long,
    status: 503,
    transport: long,
    ms: 1e12,
  }));
  const entry = callEntry(call, anOutcome({ attempts }), 'replica', NO_COMMITMENTS);
  expect(Buffer.byteLength(writeEntry(entry))).toBeLessThanOrEqual(ENTRY_BYTES_MAX);
});

it('stays below its limit where a policy blocked every endpoint', () => {
  const long = '\u0001'.repeat(400);
  const endpoint = endpointOf(
    { ...aProvider, name: long, jurisdiction: { ...aProvider.jurisdiction, zone: long } },
    aModel(),
  );
  const candidates = Array.from({ length: 100 }, () => ({
    endpoint,
    verdict: 'residency_blocked' as const,
    residency: { verdict: 'zone_not_allowed' as const, exception: null },
  }));
  const reason = new PolicyRefusal(
    'residency_blocked',
    {},
    { residency: { mode: 'enforce', policy: long, candidates } },
  );
  const findings = Object.fromEntries(
    Array.from({ length: 500 }, (_, i) => [`${i}${long}`, 2 ** 40]),
  );
  const call = sealed({ requestedModel: long });
  const reached = { ...call, inspection: { ...call.inspection, findings } };
  const entry = {
    ...refusalEntry(call, reason, reached, { endedAtMs: 0, latencyMs: 0 }),
    replica: 'replica',
    commit: NO_COMMITMENTS,
  };
  expect(entry.residency?.considered).toHaveLength(16);
  expect(writeEntry(entry)).toBe(canonicalJson(entry));
  expect(Buffer.byteLength(writeEntry(entry))).toBeLessThanOrEqual(ENTRY_BYTES_MAX);
});

const FIXED = {
  callId: '019a9f2c-5c00-7abc-8def-0123456789ab' as ReturnType<typeof aRoutedCall>['callId'],
  receivedAtMs: Date.UTC(2026, 10, 20, 9, 30, 15, 7),
};

const owner = {
  organisationId: '019a9f2c-0000-7000-8000-000000000001',
  workloadId: '019a9f2c-0000-7000-8000-000000000002',
} as NonNullable<Parameters<typeof aRoutedCall>[0]>;

const REPLICA = '019a9f2c-0000-7000-8000-000000000003';

const aFixedCall = () => {
  const call = aRoutedCall(owner, FIXED);
  return { ...call, seal: { context: writeContext(call) } };
};

const golden: Record<string, () => Entry> = {
  call: () =>
    callEntry(aFixedCall(), anOutcome(), REPLICA, {
      ...NO_COMMITMENTS,
      request: commitTo(new HmacSha256(Buffer.alloc(32, 1)), 'request', '{"model":"acme/gpt-5"}'),
    }),
  'call-failed': () =>
    callEntry(
      aFixedCall(),
      anOutcome({
        status: 502,
        endedBy: 'error',
        error: failed('upstream_failed'),
        attempts: [
          { provider: 'acme', model: 'gpt-5', status: null, transport: 'reset', ms: 12 },
          { provider: 'acme', model: 'gpt-5', status: 500, transport: null, ms: 90 },
        ],
        usage: null,
        ttftMs: null,
        charge: {
          ...(anOutcome().charge as NonNullable<ReturnType<typeof anOutcome>['charge']>),
          kind: 'void',
          nano: 0n,
          usageSource: 'none',
          basis: 'none',
        },
      }),
      REPLICA,
      NO_COMMITMENTS,
    ),
  refusal: () => ({
    ...refusalEntry(aFixedCall(), refuse('budget_reached'), aFixedCall(), {
      endedAtMs: FIXED.receivedAtMs + 3,
      latencyMs: 3.4,
    }),
    replica: REPLICA,
    commit: NO_COMMITMENTS,
  }),
  'refusal-early': () => ({
    ...refusalEntry(
      aFixedCall(),
      refuse('body_malformed'),
      {},
      {
        endedAtMs: FIXED.receivedAtMs,
        latencyMs: 0,
      },
    ),
    replica: REPLICA,
    commit: NO_COMMITMENTS,
  }),
  'given-up': () => ({
    ...refusalEntry(aFixedCall(), new CallerGone(), aFixedCall(), {
      endedAtMs: FIXED.receivedAtMs + 3,
      latencyMs: 3.4,
    }),
    replica: REPLICA,
    commit: NO_COMMITMENTS,
  }),
  interrupted: () =>
    interruptedEntry(
      {
        id: FIXED.callId,
        organisationId: owner.organisationId,
        workloadId: owner.workloadId,
        replicaId: REPLICA,
        context: writeContext(aRoutedCall(owner, FIXED)),
        holdNano: 1_000n,
        progressNano: 1_250n,
        progressTokens: 40n,
        priceVersion: 3,
      },
      { endedAtMs: FIXED.receivedAtMs + 35_000 },
    ).entry,
};

it.each(Object.keys(golden))('writes the golden entry of a %s byte for byte', (name) => {
  const expected = readFileSync(
    new URL(`__fixtures__/${name}.entry.json`, import.meta.url),
    'utf8',
  );
  expect(`${writeEntry((golden[name] as () => Entry)())}\n`).toBe(expected);
});

it.each([
  ['its key', { kind: 'key', keyId: 'Ab3dEf7h' }, { key: 'Ab3dEf7h', member: null }],
  ['the member', { kind: 'member', memberId: 'ann' }, { key: null, member: 'ann' }],
  ['no caller but its parent', { kind: 'internal' }, { key: null, member: null }],
] as const)('names %s in every entry that a call may get', (_who, caller, named) => {
  const { callId: parentId } = aRoutedCall();
  const { organisation, workload } = aRoutedCall(owner).principal;
  const call = sealed({ parentId, principal: { ...caller, organisation, workload } });
  const intent = {
    id: call.callId,
    organisationId: organisation.id,
    workloadId: workload.id,
    replicaId: REPLICA,
    context: call.seal.context,
    holdNano: 1n,
    progressNano: 0n,
    progressTokens: 0n,
    priceVersion: null,
  };
  const span = { endedAtMs: call.receivedAtMs, latencyMs: 0 };
  for (const entry of [
    callEntry(call, anOutcome(), REPLICA, NO_COMMITMENTS),
    refusalEntry(call, refuse('budget_reached'), call, span),
    interruptedEntry(intent, { endedAtMs: call.receivedAtMs }).entry,
  ]) {
    expect(entry).toMatchObject({ ...named, parent: parentId });
  }
});

it('records an interrupted call even when its context cannot be read', () => {
  const intent = {
    id: FIXED.callId,
    organisationId: owner.organisationId,
    workloadId: owner.workloadId,
    replicaId: REPLICA,
    context: 'not json',
    holdNano: 1n,
    progressNano: 0n,
    progressTokens: 0n,
    priceVersion: null,
  };
  const { entry, charge } = interruptedEntry(intent, { endedAtMs: FIXED.receivedAtMs });
  expect(charge).toMatchObject({ kind: 'settle', nano: 0n, basis: 'input_estimate' });
  expect(writeEntry(entry)).toBe(canonicalJson(entry));
});

it('commits to a stream as to the same texts at once', () => {
  const salt = Buffer.alloc(32, 9);
  for (const count of [0, 1, 2, 500]) {
    const texts = Array.from({ length: count }, (_, index) => `${index} ${'x'.repeat(100)}`);
    const stream = new StreamCommitment(salt, 'response');
    for (const one of texts) stream.add(one);
    const hmac = new HmacSha256(salt);
    const expected = count === 0 ? null : commitTo(hmac, 'response', texts.join('\n'));
    expect(stream.finish(hmac)).toBe(expected);
    if (count === 500) expect(texts.join('\n').length).toBeGreaterThan(2 * 16_384);
  }
});

it('writes times in UTC with six digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2999, 0) }), (at) => {
      expect(timestampOf(at)).toBe(new Date(at).toISOString().replace('Z', '000Z'));
    }),
  );
});

it('tells what each step took in whole microseconds, and nothing where one is not known', () => {
  const stepsMs = { inspect: 1.2344, route: 0.01, scope: 0, seal: 0.0996, meter: 2.5 };
  const entryOf = (known: object) =>
    callEntry(sealed(), anOutcome({ stepsMs: { ...known } }), 'a replica', NO_COMMITMENTS);
  expect(entryOf(stepsMs).steps).toEqual({
    inspect_us: 1_234,
    route_us: 10,
    scope_us: 0,
    seal_us: 100,
    meter_us: 2_500,
  });
  const { meter: _meter, ...rest } = stepsMs;
  expect('steps' in entryOf(rest)).toBe(false);
});
