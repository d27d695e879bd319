import { isBackground, type Charge, type GuardedCall } from '#call';
import { uuidV7Ms } from '#kernel';
import { BLANK } from './blank-entry.js';
import {
  callerOf,
  credentialOf,
  isUnscanned,
  modelRequested,
  modelRouted,
  priceOf,
  protectionOf,
  providerOf,
  purposeOf,
  regionOf,
  scopeOf,
  residencyOf,
  zoneOf,
} from './call-parts.js';
import type { Entry } from './entry.js';
import { timestampOf } from './timestamp.js';
import { writeProtection, writeResidency, writeScope } from './write-entry.js';
import { listOf, textOf } from './write-json.js';

/**
 * What an intent keeps of its call, so that one which was cut off by a crash still gets its entry:
 * the members of the entry that are known at admission, and the currency of its price.
 */
export function writeContext(call: GuardedCall): string {
  const { principal, route, inspection } = call;
  const endpoint = route.endpoints[0];
  const caller = callerOf(principal);
  return (
    `{"alias":${textOf(modelRequested(route.alias))},"at":"${timestampOf(call.receivedAtMs)}"` +
    (isBackground(call.operation) ? ',"background":true' : '') +
    `,"credential":${textOf(endpoint ? credentialOf(endpoint) : null)}` +
    `,"currency":${textOf(principal.organisation.currency)}` +
    `,"dlp":${writeProtection(protectionOf(inspection))}` +
    `,"jurisdiction":${textOf(endpoint ? zoneOf(endpoint) : null)}` +
    `,"key":${textOf(caller.key)},"marks":${listOf(inspection.marks, textOf)}` +
    `,"member":${textOf(caller.member)}` +
    `,"model_requested":${textOf(modelRequested(call.requestedModel))}` +
    `,"model_routed":${textOf(endpoint ? modelRouted(endpoint) : null)}` +
    `,"parent":${textOf(call.parentId)},"path_template":${textOf(call.pathTemplate)}` +
    `,"provider":${textOf(endpoint ? providerOf(endpoint) : null)}` +
    `,"purpose":${textOf(purposeOf(principal))}` +
    `,"region":${textOf(endpoint ? regionOf(endpoint) : null)}` +
    `,"residency":${writeResidency(residencyOf(route, endpoint))}` +
    `,"route_reason":"${route.reason}","stream":${call.isStreaming}` +
    `,"scope_guard":${writeScope(scopeOf(call.scope))}` +
    `,"surface":"${call.surface}","unscanned_document":${isUnscanned(inspection.marks)}` +
    `,"wire":"${call.protocol}"}`
  );
}

/** A call that was open when its replica died, as `call_intent` holds it. */
export interface OpenIntent {
  readonly id: string;
  readonly organisationId: string;
  readonly workloadId: string;
  readonly replicaId: string;
  readonly context: string;
  readonly holdNano: bigint;
  readonly progressNano: bigint;
  readonly progressTokens: bigint;
  readonly priceVersion: number | null;
}

export type InterruptedCharge = Omit<Charge, 'usage' | 'usageSource'>;

/**
 * The entry of a call that nobody could end, with the charge that its progress is worth: nothing, where it
 * is proven that no provider has seen it.
 */
export function interruptedEntry(
  intent: OpenIntent,
  { endedAtMs, wasSent = true }: { readonly endedAtMs: number; readonly wasSent?: boolean },
): { readonly entry: Entry; readonly charge: InterruptedCharge } {
  const { currency, background, ...known } = readContext(intent.context);
  const hasProgress = intent.progressTokens > 0n;
  const nano = wasSent ? intent.progressNano : 0n;
  const charge: InterruptedCharge = {
    kind: wasSent ? 'settle' : 'void',
    nano,
    holdNano: intent.holdNano,
    overrunNano: nano > intent.holdNano ? nano - intent.holdNano : 0n,
    priceVersion: intent.priceVersion,
    currency: currency ?? '',
    basis: !wasSent ? 'none' : background ? 'bound' : hasProgress ? 'progress' : 'input_estimate',
  };
  const entry: Entry = {
    ...BLANK,
    at: timestampOf(uuidV7Ms(intent.id)),
    ...known,
    type: 'interrupted',
    id: intent.id,
    org: intent.organisationId,
    workload: intent.workloadId,
    ended_at: timestampOf(endedAtMs),
    outcome: 'interrupted',
    ended_by: 'error',
    usage_source: !wasSent ? 'none' : hasProgress ? 'partial' : 'estimated',
    price: priceOf(charge),
    replica: intent.replicaId,
  };
  return { entry, charge };
}

type Context = Partial<Entry> & { readonly currency?: string; readonly background?: boolean };

/** A context that cannot be read must not keep the call from being recorded. */
function readContext(text: string): Context {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
