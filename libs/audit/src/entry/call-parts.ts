import {
  TASKS,
  type Arrival,
  type AutoFinding,
  type Charge,
  type Endpoint,
  type Found,
  type Inspection,
  type Mark,
  type Outcome,
  type Principal,
  type RefusalFacts,
  type ResidencyException,
  type Route,
  type ScopeFinding,
} from '#call';
import type { Attempt } from '#kernel';
import type { Usage } from '#wire';
import {
  ATTEMPTS_MAX,
  bounded,
  boundedFindings,
  boundedFound,
  boundedInjections,
  CONSIDERED_MAX,
  SHORT_CHARS_MAX,
  wholeMs,
  wholeUs,
} from './bounds.js';
import { timestampOf } from './timestamp.js';
import type {
  Entry,
  EntryAttempt,
  EntryAuto,
  EntryException,
  EntryPrice,
  EntryProtection,
  EntryResidency,
  EntryScope,
  EntryTokens,
  EntryUnits,
} from './entry.js';

/** What each state of a call says in the entry. */

export const surfaceOf = (arrival: Arrival) => ({
  ...callerOf(arrival.principal),
  parent: arrival.parentId,
  purpose: purposeOf(arrival.principal),
  surface: arrival.surface,
  wire: arrival.protocol,
  path_template: arrival.pathTemplate,
});

/** Neither for a call of the gateway's own: its parent tells on whose behalf it was made. */
export const callerOf = (principal: Principal) => ({
  key: principal.kind === 'key' ? principal.keyId : null,
  member: principal.kind === 'member' ? bounded(principal.memberId, SHORT_CHARS_MAX) : null,
});

export const purposeOf = (principal: Principal): string | null =>
  principal.kind === 'internal' ? (principal.purpose ?? null) : null;

export const modelRequested = (requested: string | null | undefined): string | null =>
  requested ? bounded(requested) : null;

/** @param answer what was found in what came back, and put back in it */
export function protectionOf(
  {
    mode,
    action,
    findings,
    found,
    removeTerms,
    injections = [],
    engine,
  }: Pick<
    Inspection,
    'mode' | 'action' | 'engine' | 'findings' | 'found' | 'removeTerms' | 'injections'
  >,
  answer?: Pick<Outcome, 'found' | 'pseudonyms' | 'injections'>,
): EntryProtection {
  const inAnswer = answer?.found ?? [];
  const all = [...found, ...inAnswer];
  const spoken = [...injections, ...(answer?.injections ?? [])];
  return {
    mode,
    action: inAnswer.reduce((most, one) => stricter(most, one), action),
    findings: boundedFindings(withCounts(findings, inAnswer)),
    ...(all.length > 0 && { found: boundedFound(all) }),
    ...(spoken.length > 0 && { injections: boundedInjections(spoken) }),
    ...(answer?.pseudonyms && { pseudonyms: answer.pseudonyms }),
    remove_terms: removeTerms,
    engine_rev: engine ?? null,
  };
}

function withCounts(
  findings: Inspection['findings'],
  found: readonly Found[],
): Inspection['findings'] {
  if (found.length === 0) return findings;
  const counts: Record<string, number> = { ...findings };
  for (const { kind, count } of found) counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
}

const STRICTNESS: readonly Inspection['action'][] = [
  'none',
  'logged',
  'tokenized',
  'masked',
  'blocked',
];

function stricter(one: Inspection['action'], { action }: Found): Inspection['action'] {
  const other = action === 'block' ? 'blocked' : action === 'mask' ? 'masked' : 'logged';
  return STRICTNESS.indexOf(one) >= STRICTNESS.indexOf(other) ? one : other;
}

export const isUnscanned = (marks: readonly Mark[]): boolean => marks.includes('unscanned');

export const providerOf = ({ provider }: Endpoint): string =>
  bounded(provider.name, SHORT_CHARS_MAX);

export const zoneOf = ({ jurisdiction }: Endpoint): string =>
  bounded(jurisdiction.zone, SHORT_CHARS_MAX);

/** What was said of the endpoint that served the call, or is to. */
export function residencyOf(
  { residency, candidates }: Route,
  endpoint: Endpoint | undefined,
): EntryResidency | null {
  if (residency === null) return null;
  const finding = candidates.find((one) => one.endpoint === endpoint)?.residency;
  return {
    ...residency,
    policy: bounded(residency.policy, SHORT_CHARS_MAX),
    verdict: finding?.verdict ?? null,
    exception: finding?.exception ? exceptionOf(finding.exception) : null,
    considered: [],
  };
}

/** The same of a call that no endpoint may serve. */
export const blockedBy = (facts: RefusalFacts): EntryResidency | null =>
  facts.residency
    ? {
        mode: facts.residency.mode,
        policy: bounded(facts.residency.policy, SHORT_CHARS_MAX),
        verdict: null,
        exception: null,
        considered: facts.residency.candidates
          .slice(0, CONSIDERED_MAX)
          .map(({ endpoint, residency }) => ({
            provider: providerOf(endpoint),
            zone: zoneOf(endpoint),
            verdict: residency?.verdict ?? 'allowed',
          })),
      }
    : null;

/** Nothing of a call that named its model. */
export const autoOf = (auto: AutoFinding | null): Pick<Entry, 'auto'> =>
  auto === null ? {} : { auto: entryAuto(auto) };

const entryAuto = ({ features: has, ...auto }: AutoFinding): EntryAuto => ({
  demand: auto.demand,
  features: {
    audio: has.audio,
    effort: has.effort,
    files: has.files,
    images: has.images,
    json: has.asksJson,
    prompt_tokens: has.promptTokens,
    schema_depth: has.schemaDepth,
    tool_results: has.toolResults,
    tools: has.tools,
  },
  reading: auto.reading && {
    complexity: auto.reading.complexity.map(perMille),
    reasoning: perMille(auto.reading.reasoning),
    task: TASKS.map((task) => perMille(auto.reading?.task[task] ?? 0)),
  },
  route: auto.route,
  router: auto.router,
  steps: auto.steps.map(({ by, demand }) => `${by} ${demand}`),
});

const perMille = (share: number): number => Math.round(share * 1_000);

export const scopeOf = (finding: ScopeFinding | null | undefined): EntryScope | null =>
  finding
    ? {
        mode: finding.mode,
        verdict: finding.verdict,
        p: finding.p === null ? null : Math.round(finding.p * 100),
        judge: bounded(finding.judge),
        cached: finding.isCached,
        exception: finding.exception && exceptionOf(finding.exception),
        ...(finding.unread.length > 0 && { unread: finding.unread }),
      }
    : null;

const exceptionOf = ({
  reason,
  untilMs,
}: Pick<ResidencyException, 'reason' | 'untilMs'>): EntryException => ({
  reason: bounded(reason),
  until: timestampOf(untilMs),
});

export const regionOf = ({ region }: Endpoint): string | null =>
  region === null ? null : bounded(region, SHORT_CHARS_MAX);

export const modelRouted = ({ provider, model }: Endpoint): string | null =>
  model ? bounded(`${provider.name}/${model.id}`) : null;

/** An endpoint without a credential is the operator's own machine. */
export const credentialOf = ({ provider, credentialId }: Endpoint): Entry['credential'] => {
  if (credentialId === null) return 'local';
  return provider.credential === 'own' ? 'byok' : 'managed';
};

export const attemptsOf = (attempts: readonly Attempt[]): EntryAttempt[] =>
  attempts.slice(0, ATTEMPTS_MAX).map(({ provider, status, transport, ms }, index) => ({
    n: index + 1,
    provider: bounded(provider, SHORT_CHARS_MAX),
    region: null,
    status,
    err: transport === null ? null : bounded(transport, SHORT_CHARS_MAX),
    ms: wholeMs(ms) ?? 0,
  }));

export const tokensOf = (usage: Usage): EntryTokens => ({
  in: usage.inputTotal,
  out: usage.outputTotal,
  cache_read: usage.cacheRead,
  cache_write_5m: usage.cacheWrite5m,
  cache_write_1h: usage.cacheWrite1h,
  reasoning: usage.reasoning,
  audio_in: usage.audioIn,
  audio_out: usage.audioOut,
  image_in: usage.imageIn,
});

export const unitsOf = (usage: Usage): EntryUnits => ({
  pages: usage.pages,
  images: usage.images,
  ms_audio: usage.seconds * 1_000,
  tool_calls: usage.toolCalls,
});

export const priceOf = (charge: Omit<Charge, 'usage' | 'usageSource'>): EntryPrice => ({
  book: charge.priceVersion,
  currency: charge.currency,
  nano: String(charge.nano),
  hold_nano: String(charge.holdNano),
  overrun_nano: String(charge.overrunNano),
  basis: charge.basis,
  ...(charge.tier && { tier: charge.tier }),
});

/** How the call ended, in one word. */
export function outcomeOf({ error, endedBy, attempts }: Outcome): Entry['outcome'] {
  if (error?.key === 'upstream_timeout') return 'timeout';
  if (endedBy === 'client' || endedBy === 'server_restarting') return 'interrupted';
  if (error === null) return 'ok';
  return attempts.length === 0 ? 'refused' : 'error';
}

/** Nothing where a step was not timed: what is not known is left out. */
export function stepsOf(ms: Outcome['stepsMs']): Pick<Entry, 'steps'> {
  const { inspect, route, scope, seal, meter } = ms;
  const isKnown = [inspect, route, scope, seal, meter].every((one) => one !== undefined);
  if (!isKnown) return {};
  return {
    steps: {
      inspect_us: wholeUs(inspect),
      route_us: wholeUs(route),
      scope_us: wholeUs(scope),
      seal_us: wholeUs(seal),
      meter_us: wholeUs(meter),
    },
  };
}
