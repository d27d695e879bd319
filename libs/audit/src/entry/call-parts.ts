import type { Arrival, Charge, Endpoint, Inspection, Outcome, Principal } from '#call';
import type { Attempt } from '#kernel';
import type { Usage } from '#wire';
import { ATTEMPTS_MAX, bounded, boundedFindings, SHORT_CHARS_MAX, wholeMs } from './bounds.js';
import type {
  Entry,
  EntryAttempt,
  EntryPrice,
  EntryProtection,
  EntryTokens,
  EntryUnits,
} from './entry.js';

/** What each state of a call says in the entry. */

export const surfaceOf = (arrival: Arrival) => ({
  ...callerOf(arrival.principal),
  parent: arrival.parentId,
  surface: arrival.surface,
  wire: arrival.protocol,
  path_template: arrival.pathTemplate,
});

/** Neither for a call of the gateway's own: its parent tells on whose behalf it was made. */
export const callerOf = (principal: Principal) => ({
  key: principal.kind === 'key' ? principal.keyId : null,
  member: principal.kind === 'member' ? bounded(principal.memberId, SHORT_CHARS_MAX) : null,
});

export const modelRequested = (requested: string | null | undefined): string | null =>
  requested ? bounded(requested) : null;

export const protectionOf = ({
  mode,
  action,
  findings,
  removeTerms,
}: Inspection): EntryProtection => ({
  mode,
  action,
  findings: boundedFindings(findings),
  remove_terms: removeTerms,
  engine_rev: null,
});

export const isUnscanned = ({ marks }: Inspection): boolean => marks.includes('unscanned');

export const providerOf = ({ provider }: Endpoint): string =>
  bounded(provider.name, SHORT_CHARS_MAX);

export const zoneOf = ({ jurisdiction }: Endpoint): string =>
  bounded(jurisdiction.zone, SHORT_CHARS_MAX);

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
