import { plainToInstance } from 'class-transformer';
import { describe, expect, it } from 'vitest';
import { OrganisationDto, WorkloadDto } from '../settings-file/settings-file.dto.js';
import { loosenedOrganisation, loosenedWorkload } from './loosened.js';

type Fields = Readonly<Record<string, unknown>>;
const organisation = (fields: Fields) =>
  plainToInstance(OrganisationDto, { name: 'O', ...fields }, { exposeDefaultValues: true });
const workload = (fields: Fields) =>
  plainToInstance(WorkloadDto, { name: 'w', ...fields }, { exposeDefaultValues: true });

const protection = (fields: Fields) => ({ protection: fields });
const residency = (fields: Fields) => ({ residency: { mode: 'enforce', ...fields } });
const CUSTOMER = { name: 'customer', pattern: 'C-[0-9]{6}' };

/** Strict, loose, and what is told of going from one to the other. */
const STEPS: [string, Fields, Fields][] = [
  ['protection.mode', protection({ mode: 'block' }), protection({ mode: 'tokenize' })],
  ['protection.sensitivity', protection({ sensitivity: 'strict' }), protection({})],
  ['protection.kinds', protection({}), protection({ kinds: [{ name: 'email', enabled: false }] })],
  ['protection.kinds', protection({}), protection({ kinds: [{ name: 'contact', action: 'log' }] })],
  ['protection.kinds', protection({}), protection({ kinds: [{ name: 'iban', min_score: 0.9 }] })],
  ['protection.kinds', protection({ kinds: [{ name: 'age' }] }), protection({})],
  [
    'protection.kinds',
    protection({}),
    protection({ kinds: [{ name: 'location', enabled: false }] }),
  ],
  [
    'protection.kinds',
    protection({ patterns: [CUSTOMER], kinds: [{ name: 'own', action: 'block' }] }),
    protection({
      patterns: [CUSTOMER],
      kinds: [
        { name: 'own', action: 'block' },
        { name: 'customer', action: 'mask' },
      ],
    }),
  ],
  ['protection.terms', protection({ terms: [{ term: 'Falcon' }] }), protection({})],
  ['protection.allowed', protection({}), protection({ allowed: ['info@example.org'] })],
  ['protection.answers', protection({ answers: 'block' }), protection({ answers: 'mask' })],
  ['protection.restore_hosts', protection({}), protection({ restore_hosts: ['wiki.example.com'] })],
  ['protection.pseudonym_scope', protection({ pseudonym_scope: 'conversation' }), protection({})],
  ['protection.observe', protection({}), protection({ observe: true })],
  [
    'protection.allow_weaker_overrides',
    protection({}),
    protection({ allow_weaker_overrides: true }),
  ],
  [
    'protection.unscannable',
    protection({ unscannable: { images: 'refuse' } }),
    protection({ unscannable: { images: 'mark' } }),
  ],
  ['protection.documents', protection({ documents: true }), protection({})],
  ['residency.mode', residency({}), residency({ mode: 'report' })],
  [
    'residency.allow_zones',
    residency({ allow_zones: ['EU'] }),
    residency({ allow_zones: ['GLOBAL'] }),
  ],
  ['residency.allow_countries', residency({}), residency({ allow_countries: ['US'] })],
  ['residency.deny_countries', residency({ deny_countries: ['HU'] }), residency({})],
  ['residency.adequacy', residency({ adequacy: 'none' }), residency({ adequacy: 'list' })],
  [
    'residency.operator',
    residency({ operator: { in: ['EU'] } }),
    residency({ operator: { in: ['EU', 'US'] } }),
  ],
  [
    'residency.operator',
    residency({ operator: { not_in: ['CN', 'RU'] } }),
    residency({ operator: { not_in: ['CN'] } }),
  ],
  [
    'residency.require_guaranteed',
    residency({ require_guaranteed: true }),
    residency({ require_guaranteed: false }),
  ],
  [
    'residency.max_retention',
    residency({ max_retention: 'zero' }),
    residency({ max_retention: '30d' }),
  ],
  ['explicit_prompt_cache', {}, { explicit_prompt_cache: true }],
  ['share_ids', {}, { share_ids: true }],
  [
    'response_cache.shared',
    { response_cache: { enabled: true } },
    { response_cache: { enabled: true, shared: true } },
  ],
  ['content_retention_days', { content_retention_days: 7 }, { content_retention_days: 30 }],
];

describe('a change of an organisation', () => {
  it.each(STEPS)('of %s is told when it loosens, not when it tightens', (path, strict, loose) => {
    const [tight, wide] = [organisation(strict), organisation(loose)];
    expect(loosenedOrganisation(tight, wide)).toContain(path);
    expect(loosenedOrganisation(wide, tight)).not.toContain(path);
    expect(loosenedOrganisation(tight, tight)).toEqual([]);
  });

  it('from a residency that is off can only tighten', () => {
    const off = organisation({ residency: { mode: 'off' } });
    expect(loosenedOrganisation(off, organisation(residency({ preset: 'eu' })))).toEqual([]);
  });

  it('of anything else loosens nothing', () => {
    const after = organisation({
      cap: { amount: '1', period: 'daily' },
      time_zone: 'Europe/Berlin',
    });
    expect(loosenedOrganisation(organisation({}), after)).toEqual([]);
  });
});

describe('a change of a workload', () => {
  const of = organisation({ protection: { mode: 'block', allow_weaker_overrides: true } });
  const exception = { reason: 'a test', until: '2030-01-01T00:00:00Z' };

  it.each([
    ['protection.mode', protection({ mode: 'mask' })],
    ['protection.exceptions', protection({ exceptions: [{ ...exception, kinds: ['email'] }] })],
    ['residency.exceptions', { residency: { exceptions: [exception] } }],
  ])('of %s is told, also where the workload is new', (path, loose) => {
    expect(loosenedWorkload(workload({}), workload(loose), of)).toContain(path);
    expect(loosenedWorkload(null, workload(loose), of)).toContain(path);
    expect(loosenedWorkload(workload(loose), workload({}), of)).toEqual([]);
    expect(loosenedWorkload(workload(loose), workload(loose), of)).toEqual([]);
  });

  it.each([
    ['scope.mode', { mode: 'flag', statement: 'about taxes' }],
    ['scope', { mode: 'block', statement: 'about anything' }],
    [
      'scope.exceptions',
      { mode: 'block', statement: 'about taxes', exceptions: [{ ...exception, contains: 'x' }] },
    ],
  ])('of %s is told once questions are kept to something', (path, scope) => {
    const kept = workload({ scope: { mode: 'block', statement: 'about taxes' } });
    expect(loosenedWorkload(kept, workload({ scope }), of)).toContain(path);
    expect(loosenedWorkload(kept, kept, of)).toEqual([]);
    const flagged = workload({ scope: { mode: 'flag', statement: 'about taxes' } });
    expect(loosenedWorkload(flagged, kept, of)).toEqual([]);
  });

  it('of paths that are only forwarded is told', () => {
    const open = workload({ forward: ['/v1/**'] });
    expect(loosenedWorkload(null, open, of)).toEqual(['forward']);
    expect(loosenedWorkload(open, workload({}), of)).toEqual([]);
  });

  it('that lets an exception last longer loosens', () => {
    const longer = { residency: { exceptions: [{ ...exception, until: '2031-01-01T00:00:00Z' }] } };
    const before = workload({ residency: { exceptions: [exception] } });
    expect(loosenedWorkload(before, workload(longer), of)).toEqual(['residency.exceptions']);
  });
});
