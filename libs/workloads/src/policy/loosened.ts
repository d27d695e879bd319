import type { OperatorRule, ProtectionPolicy, ResidencyPolicy } from '#call';
import { protectionFor, toProtection } from '../directory/build-protection.js';
import { buildPolicy, residencyExceptionsOf } from '../residency/build-policy.js';
import type {
  OrganisationDto,
  ProviderDto,
  WorkloadDto,
} from '../settings-file/settings-file.dto.js';
import { when } from '../settings-file/when.js';
import { protectsLess } from './protects-less.js';
import { ACTION_STRENGTH, ANSWERS_STRENGTH, INJECTION_STRENGTH } from './strengths.js';

const MODES = { off: 0, report: 1, enforce: 2 } as const;
const SCOPES = { off: 0, flag: 1, block: 2 } as const;
const RETENTION = { zero: 0, '30d': 1, any: 2 } as const;

type Policies = Pick<
  OrganisationDto,
  | 'protection'
  | 'residency'
  | 'explicit_prompt_cache'
  | 'share_ids'
  | 'content_retention_days'
  | 'response_cache'
>;

/**
 * What of a change lets data go further than before, by the path of the setting; empty where nothing does. What
 * cannot be compared counts as loosening.
 */
export function loosenedOrganisation(before: Policies, after: Policies): readonly string[] {
  const [was, is] = [toProtection(before.protection), toProtection(after.protection)];
  return [
    ...loosenedProtection(was, is),
    ...when(
      after.protection.allow_weaker_overrides && !before.protection.allow_weaker_overrides,
      'protection.allow_weaker_overrides',
    ),
    ...loosenedResidency(buildPolicy(before.residency), buildPolicy(after.residency)),
    // Providers keep prompts then, and workloads see each other's objects.
    ...when(after.explicit_prompt_cache && !before.explicit_prompt_cache, 'explicit_prompt_cache'),
    ...when(after.share_ids && !before.share_ids, 'share_ids'),
    ...when(after.content_retention_days > before.content_retention_days, 'content_retention_days'),
    // What one workload was answered is there for others.
    ...when(isShared(after) && !isShared(before), 'response_cache.shared'),
  ];
}

const isShared = ({ response_cache: cache }: Policies): boolean => cache.enabled && cache.shared;

type Overrides = Partial<Pick<WorkloadDto, 'protection' | 'residency' | 'scope' | 'forward'>>;

/** The same of a workload; null for a new one, which is compared with what the organisation has. */
export function loosenedWorkload(
  before: Overrides | null,
  after: Overrides,
  organisation: Pick<OrganisationDto, 'protection'>,
): readonly string[] {
  const of = toProtection(organisation.protection);
  const [was, is] = [before?.protection ?? {}, after.protection ?? {}];
  const excepted = residencyExceptionsOf({ residency: before?.residency ?? { exceptions: [] } });
  const exceptions = residencyExceptionsOf({ residency: after.residency ?? { exceptions: [] } });
  return [
    ...loosenedProtection(protectionFor(of, was), protectionFor(of, is)),
    ...when(hasMore(excepted, exceptions), 'residency.exceptions'),
    ...loosenedScope(before?.scope, after.scope),
    // Of what is only forwarded little is read.
    ...when(hasMore(before?.forward ?? [], after.forward ?? []), 'forward'),
  ];
}

type Trust = Pick<ProviderDto, 'trusted' | 'base_url'>;

/** The same of a provider; null for a new one. A server that is trusted under another address is another one. */
export function loosenedProvider(before: Trust | null, after: Trust): readonly string[] {
  const isSame = before?.trusted === true && before.base_url === after.base_url;
  return when(after.trusted === true && !isSame, 'trusted');
}

/** What questions are about is for its workload to say; once it is said, any change but a stricter mode counts. */
function loosenedScope(
  was: WorkloadDto['scope'] | undefined,
  is: WorkloadDto['scope'] | undefined,
) {
  if (!was || was.mode === 'off')
    return when((is?.exceptions ?? []).length > 0, 'scope.exceptions');
  // What a scope is made of, apart from what has an order of its own.
  const made = (scope: WorkloadDto['scope'] | undefined) =>
    Object.entries(scope ?? {})
      .filter(([name, value]) => name !== 'mode' && name !== 'exceptions' && value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    ...when(SCOPES[is?.mode ?? 'off'] < SCOPES[was.mode], 'scope.mode'),
    ...when(JSON.stringify(made(is)) !== JSON.stringify(made(was)), 'scope'),
    ...when(hasMore(was.exceptions, is?.exceptions ?? []), 'scope.exceptions'),
  ];
}

/** Whose order is known here; of another one any change counts. */
const COMPARED: ReadonlySet<string> = new Set<keyof ProtectionPolicy>([
  'mode',
  'scoreMin',
  'rules',
  'isObserving',
  'exceptions',
  'terms',
  'patterns',
  'allowed',
  'unscannable',
  'cleansDocuments',
  'answers',
  'injection',
  'restoreHosts',
]);

function loosenedProtection(was: ProtectionPolicy, is: ProtectionPolicy): string[] {
  const others = Object.entries(was).filter(
    ([name, value]) =>
      !COMPARED.has(name) && JSON.stringify(value) !== JSON.stringify(is[name as 'mode']),
  );
  const fewer = (member: 'terms' | 'patterns') => hasMore(is[member], was[member]);
  return [
    ...when(ACTION_STRENGTH[is.mode] < ACTION_STRENGTH[was.mode], 'protection.mode'),
    ...when(is.scoreMin > was.scoreMin, 'protection.sensitivity'),
    ...when(protectsLess(was, is), 'protection.kinds'),
    ...when(fewer('terms'), 'protection.terms'),
    ...when(fewer('patterns'), 'protection.patterns'),
    ...when(hasMore(was.allowed, is.allowed), 'protection.allowed'),
    ...when(hasMore(was.restoreHosts, is.restoreHosts), 'protection.restore_hosts'),
    ...others.map(([name]) => `protection.${name}`),
    ...when(was.cleansDocuments && !is.cleansDocuments, 'protection.documents'),
    ...when(ANSWERS_STRENGTH[is.answers] < ANSWERS_STRENGTH[was.answers], 'protection.answers'),
    ...when(
      INJECTION_STRENGTH[is.injection] < INJECTION_STRENGTH[was.injection],
      'protection.injection',
    ),
    ...when(
      was.pseudonymScope === 'conversation' && is.pseudonymScope === 'workload',
      'protection.pseudonym_scope',
    ),
    ...when(is.isObserving && !was.isObserving, 'protection.observe'),
    ...when(hasMore(was.exceptions, is.exceptions), 'protection.exceptions'),
    ...when(
      Object.entries(was.unscannable).some(
        ([what, does]) => does === 'refuse' && is.unscannable[what as 'image'] === 'mark',
      ),
      'protection.unscannable',
    ),
  ];
}

function loosenedResidency(was: ResidencyPolicy, is: ResidencyPolicy): string[] {
  if (was.mode === 'off') return [];
  const adequate = (policy: ResidencyPolicy) => policy.adequacy.filter(({ applies }) => applies);
  return [
    ...when(MODES[is.mode] < MODES[was.mode], 'residency.mode'),
    ...when(
      !was.allowZones.includes('GLOBAL') && hasMore(was.allowZones, is.allowZones),
      'residency.allow_zones',
    ),
    ...when(hasMore(was.allowCountries, is.allowCountries), 'residency.allow_countries'),
    ...when(hasMore(is.denyCountries, was.denyCountries), 'residency.deny_countries'),
    ...when(hasMore(adequate(was), adequate(is)), 'residency.adequacy'),
    ...when(opensOperators(was.operatorRule, is.operatorRule), 'residency.operator'),
    ...when(was.requireGuaranteed && !is.requireGuaranteed, 'residency.require_guaranteed'),
    ...when(RETENTION[is.maxRetention] > RETENTION[was.maxRetention], 'residency.max_retention'),
  ];
}

function opensOperators(was: OperatorRule, is: OperatorRule): boolean {
  if (was.kind === 'any') return false;
  if (is.kind !== was.kind) return true;
  return was.kind === 'in'
    ? !is.countries.isSubsetOf(was.countries)
    : !was.countries.isSubsetOf(is.countries);
}

/** Is anything in `is` that is not in `was`? */
function hasMore(was: readonly unknown[], is: readonly unknown[]): boolean {
  const known = new Set(was.map((one) => JSON.stringify(one)));
  return is.some((one) => !known.has(JSON.stringify(one)));
}
