import { beforeEach, describe, expect, it } from 'vitest';
import { expectNothingSent, expectRefusal } from '../../support/expect-error.js';
import { errorIn, FORMATS } from '../../support/four-formats.js';
import { startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';

const BLOCKED = { type: 'permission_error', code: 'residency_blocked' };
const FUTURE = '2999-01-01T00:00:00Z';
const PAST = '2020-01-01T00:00:00Z';

const providers = [
  { name: 'global', location: { zone: 'GLOBAL' } },
  { name: 'nowhere', location: {} },
  { name: 'states', location: { zone: 'US', guaranteed: true } },
  {
    name: 'berlin',
    location: {
      zone: 'EU',
      countries: ['DE'],
      guaranteed: true,
      operator: { name: 'Acme', country: 'DE' },
    },
  },
  {
    name: 'dublin',
    location: {
      zone: 'EU',
      countries: ['IE'],
      guaranteed: true,
      storage: { zone: 'EU', retention: '30d' },
      operator: { name: 'Acme Ireland', country: 'IE', parent_country: 'US' },
    },
  },
  { name: 'zurich', location: { zone: 'CH', guaranteed: true } },
];

const aliases = [
  { name: 'mixed', targets: [{ model: 'states/small' }], fallbacks: ['berlin/small'] },
  { name: 'abroad', targets: [{ model: 'states/small' }], fallbacks: ['global/small'] },
  { name: 'ordered', targets: [{ model: 'dublin/small' }], fallbacks: ['sandbox/small'] },
];

const lets = (change: object) => ({
  reason: 'migration GDPR-17',
  until: FUTURE,
  ...change,
});
const workloads = [
  { name: 'default' },
  { name: 'past', residency: { exceptions: [lets({ until: PAST })] } },
  { name: 'excepted', residency: { exceptions: [lets({ models: ['states/*'] })] } },
];

const settings = (residency: object) => ({
  organisation: { residency },
  providers,
  aliases,
  workloads,
});

const gateway = await startGateway(settings({ mode: 'enforce' }));
beforeEach(() => gateway.sandbox.clear());

const verdictOf = (answer: Answer): unknown =>
  answer.json<{ error: { gw?: { considered: { verdict: string }[] } } }>().error.gw?.considered[0]
    ?.verdict;

describe.each(FORMATS)('in the format $name', (format) => {
  const ask = (model: string) =>
    gateway.post(format.pathOf(model), format.bodyOf(model, 'Hello'), {
      headers: { 'x-goog-api-key': gateway.key() },
    });

  it('a call that no allowed jurisdiction serves is refused, with every verdict', async () => {
    await gateway.apply(settings({ mode: 'enforce' }));
    const answer = await ask('abroad');
    const error = errorIn(format, answer, { status: 403, ...BLOCKED });
    expect(error).toEqual({
      message:
        "Blocked by residency policy: no allowed jurisdiction serves 'abroad'. Policy allows EU with guaranteed processing. Considered: states (US, not allowed), global (GLOBAL, not guaranteed).",
      param: 'model',
      gw: {
        policy: 'EU only',
        considered: [
          { endpoint: 'states', model: 'small', zone: 'US', verdict: 'zone_not_allowed' },
          { endpoint: 'global', model: 'small', zone: 'GLOBAL', verdict: 'not_guaranteed' },
        ],
      },
    });
    const entry = await gateway.records.entry(idOf(answer));
    expect(entry).toMatchObject({
      type: 'refusal',
      http_status: 403,
      refusal: { code: 'residency_blocked', stage: 'route' },
      residency: {
        mode: 'enforce',
        policy: 'EU only',
        verdict: null,
        considered: [
          { provider: 'states', zone: 'US', verdict: 'zone_not_allowed' },
          { provider: 'global', zone: 'GLOBAL', verdict: 'not_guaranteed' },
        ],
      },
    });
    await expectNothingSent(gateway);
  });

  it('the status is 451 where the organisation wants that', async () => {
    await gateway.apply(settings({ mode: 'enforce', block_status: 451 }));
    const answer = await ask('states/small');
    errorIn(format, answer, { status: 451, ...BLOCKED });
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({ http_status: 451 });
  });

  it('an alias leads to those of its models that are allowed', async () => {
    await gateway.apply(settings({ mode: 'enforce' }));
    const answer = await ask('mixed');
    expect(answer.status).toBe(200);
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({
      provider: 'berlin',
      jurisdiction: 'EU',
      residency: { mode: 'enforce', verdict: 'allowed', exception: null, considered: [] },
    });
  });

  it('a policy that only reports lets the call pass, and records what it would have said', async () => {
    await gateway.apply(settings({ mode: 'report' }));
    const answer = await ask('states/small');
    expect(answer.status).toBe(200);
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({
      residency: { mode: 'report', policy: 'EU only', verdict: 'zone_not_allowed' },
    });
  });
});

describe('each verdict', () => {
  it.each([
    ['zone_not_allowed', {}, 'states'],
    ['country_denied', { deny_countries: ['DE'] }, 'berlin'],
    ['not_guaranteed', {}, 'global'],
    ['operator_denied', { preset: 'sovereign_eu' }, 'dublin'],
    ['operator_denied', { operator: { not_in: ['US'] } }, 'dublin'],
    ['retention_too_long', { max_retention: 'zero' }, 'dublin'],
    ['adequacy_not_applicable', { preset: 'eu_adequate' }, 'states'],
    ['undeclared_location', {}, 'nowhere'],
    ['zone_not_allowed', { preset: 'local' }, 'berlin'],
    ['zone_not_allowed', { preset: 'eu' }, 'zurich'],
  ])('%s is told under %o of %s', async (verdict, residency, provider) => {
    await gateway.apply(settings({ mode: 'enforce', ...residency }));
    const answer = await gateway.chat({ model: `${provider}/small` });
    await expectRefusal(gateway, answer, 'residency_blocked', {
      message: /^Blocked by residency policy/,
      param: 'model',
    });
    expect(verdictOf(answer)).toBe(verdict);
  });

  it.each([
    ['eu', 'berlin'],
    ['eu', 'sandbox'],
    ['eea_ch', 'zurich'],
    ['eu_adequate', 'zurich'],
    ['sovereign_eu', 'berlin'],
    ['sovereign_eu', 'sandbox'],
    ['local', 'sandbox'],
    ['anything', 'nowhere'],
    ['anything', 'global'],
  ])('the preset %s lets %s pass', async (preset, provider) => {
    await gateway.apply(settings({ mode: 'enforce', preset }));
    expect((await gateway.chat({ model: `${provider}/small` })).status).toBe(200);
  });

  it('a decision of its own on a country counts, as does one that it ends', async () => {
    const adequate = [
      { country: 'US', from: '2023-07-10' },
      { country: 'CH', from: '2000-07-26', until: '2026-01-01' },
    ];
    await gateway.apply(
      settings({ mode: 'enforce', preset: 'eu_adequate', adequate_countries: adequate }),
    );
    expect((await gateway.chat({ model: 'states/small' })).status).toBe(200);
    expect(verdictOf(await gateway.chat({ model: 'zurich/small' }))).toBe(
      'adequacy_not_applicable',
    );
  });
});

describe('an exception of a workload', () => {
  const ask = async (workload: string, model: string) => {
    await gateway.apply(settings({ mode: 'enforce' }));
    return gateway.chat({ model }, { workload });
  };

  it('lets it pass until its day, and is printed in the row', async () => {
    const answer = await ask('excepted', 'states/small');
    expect(answer.status).toBe(200);
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({
      residency: {
        mode: 'enforce',
        verdict: 'zone_not_allowed',
        exception: { reason: 'migration GDPR-17', until: '2999-01-01T00:00:00.000000Z' },
      },
    });
  });

  it('is of no use afterwards, for other models, and for others', async () => {
    for (const [workload, model] of [
      ['past', 'states/small'],
      ['excepted', 'global/small'],
      ['default', 'states/small'],
    ] as const) {
      expect((await ask(workload, model)).status).toBe(403);
    }
  });
});

it('the order of a policy comes before that of an alias', async () => {
  const order = ['local', 'EU'];
  for (const [residency, provider] of [
    [{ mode: 'enforce', order }, 'sandbox'],
    [{ mode: 'enforce' }, 'dublin'],
    [{ mode: 'report', order }, 'dublin'],
  ] as const) {
    await gateway.apply(settings(residency));
    const answer = await gateway.chat({ model: 'ordered' });
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({ provider });
  }
});

it('a path that names no model is gated as well', async () => {
  await gateway.apply(settings({ mode: 'enforce' }));
  const answer = await gateway.get('/v1/files', { headers: { 'x-gw-provider': 'states' } });
  expect(answer.status).toBe(403);
  expect(answer.json()).toMatchObject({
    error: {
      code: 'residency_blocked',
      param: null,
      message: expect.stringContaining('this path'),
    },
  });
});

describe('the list of models', () => {
  const idsOf = async (path: string, headers: Record<string, string>) =>
    [...(await gateway.get(path, { headers })).text.matchAll(/"(?:id|name)":"([^"]+)"/g)].map(
      ([, id]) => id?.replace('models/', ''),
    );

  it.each([
    ['/v1/models', {}],
    ['/v1/models?limit=1000', { 'anthropic-version': '2023-06-01' }],
    ['/v1beta/models?pageSize=1000', { 'x-goog-api-key': 'key' }],
  ])('hides what the policy blocks: %s %o', async (path, given) => {
    await gateway.apply(settings({ mode: 'enforce' }));
    const headers = 'x-goog-api-key' in given ? { 'x-goog-api-key': gateway.key() } : { ...given };
    const ids = await idsOf(path, headers);
    expect(ids).toEqual(expect.arrayContaining(['mixed', 'sandbox/small', 'berlin/small']));
    expect(ids).not.toContain('abroad');
    expect(ids.filter((id) => /^(?:states|global|nowhere|zurich)\//.test(id ?? ''))).toEqual([]);
  });

  it('hides nothing where the policy only reports', async () => {
    await gateway.apply(settings({ mode: 'report' }));
    expect(await idsOf('/v1/models', {})).toContain('states/small');
  });
});
