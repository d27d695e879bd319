import {
  endpointOf,
  modelNameOf,
  type Endpoint,
  type Organisation,
  type Spender,
  type Workload,
} from '#call';
import { isAllowed } from '../allow-list.js';
import { idOf } from '../endpoint-id.js';
import { endpointsBehind, unlisted } from '../resolve-model.js';
import { findResidency, isBlocked } from './find-residency.js';

/** Calls of a workload that went to a model, or that the policy kept from it. */
export interface Traffic {
  readonly workloadId: string;
  /** As served; as asked for where it was blocked. */
  readonly model: string;
  readonly isBlocked: boolean;
  readonly requests: number;
}

export interface AffectedTraffic extends Pick<Traffic, 'workloadId' | 'model' | 'requests'> {
  /** What such calls would meet: a refusal, a mark in the log, or no refusal any more. */
  readonly effect: 'refused' | 'reported' | 'admitted';
  /** What the wanted policy says of the model; null where it was blocked, and of what is off. */
  readonly verdict: string | null;
  /** Names that would lead to another model that may serve: calls by them are not refused. */
  readonly aliases: readonly string[];
}

interface Change {
  readonly before: Organisation;
  readonly after: Organisation;
  /** Undefined of one that is gone: it makes no calls. */
  readonly workloadOf: (id: string) => Workload | undefined;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Which calls would have met something else, had the wanted policy been in force. */
export function affectedTraffic(
  change: Change,
  traffic: readonly Traffic[],
): readonly AffectedTraffic[] {
  return traffic.flatMap((one) => {
    const workload = change.workloadOf(one.workloadId);
    if (!workload) return [];
    return (one.isBlocked ? admitted(change, workload, one) : stopped(change, workload, one)) ?? [];
  });
}

function stopped(
  { before, after, nowMs }: Change,
  workload: Workload,
  { isBlocked: _isBlocked, ...traffic }: Traffic,
): AffectedTraffic | null {
  const endpoint = endpointAt(after, traffic.model);
  if (!endpoint) return null;
  const find = (organisation: Organisation) =>
    findResidency({ organisation, workload, requested: null, nowMs }, endpoint);
  const [was, is] = [find(before), find(after)];
  if (!is || is.verdict === 'allowed' || is.exception) return null;
  const { verdict } = is;
  if (!isBlocked(after, is)) {
    const isNew = !was || was.verdict === 'allowed' || isBlocked(before, was);
    return isNew ? { ...traffic, effect: 'reported', verdict, aliases: [] } : null;
  }
  if (isBlocked(before, was)) return null;
  const spender = { organisation: after, workload };
  const aliases = aliasesPast(spender, endpoint, nowMs);
  return { ...traffic, effect: 'refused', verdict, aliases };
}

/** Names behind which the endpoint is one of several, and another one may serve. */
function aliasesPast(spender: Spender, endpoint: Endpoint, nowMs: number): readonly string[] {
  const { organisation, workload } = spender;
  const id = idOf(endpoint);
  return [...new Set([...workload.aliases.keys(), ...organisation.aliases.keys()])].filter(
    (name) => {
      const behind = endpointsBehind(spender, name);
      const may = (one: Endpoint) => isAllowed(workload, name) || isAllowed(workload, idOf(one));
      const isTarget = behind.some((one) => idOf(one) === id);
      return isTarget && opens(spender, name, behind.filter(may), nowMs);
    },
  );
}

function admitted(
  { before, after, nowMs }: Change,
  workload: Workload,
  { isBlocked: _isBlocked, ...traffic }: Traffic,
): AffectedTraffic | null {
  const may = (organisation: Organisation) => {
    const spender = { organisation, workload };
    return opens(spender, traffic.model, behindOf(spender, traffic.model), nowMs);
  };
  const isNew = may(after) && !may(before);
  return isNew ? { ...traffic, effect: 'admitted', verdict: null, aliases: [] } : null;
}

const opens = (
  { organisation, workload }: Spender,
  requested: string,
  endpoints: readonly Endpoint[],
  nowMs: number,
): boolean =>
  endpoints.some(
    (endpoint) =>
      !isBlocked(
        organisation,
        findResidency({ organisation, workload, requested, nowMs }, endpoint),
      ),
  );

/** Settings have changed since the call was made: a name may lead nowhere now. */
function behindOf(spender: Spender, name: string): readonly Endpoint[] {
  const { workload, organisation } = spender;
  const isAlias = workload.aliases.has(name) || organisation.aliases.has(name);
  if (isAlias) return endpointsBehind(spender, name);
  const endpoint = endpointAt(organisation, name);
  return endpoint ? [endpoint] : [];
}

function endpointAt({ providers }: Organisation, name: string): Endpoint | null {
  const { provider: prefix, id } = modelNameOf(name);
  const provider = providers.get(prefix);
  return provider ? endpointOf(provider, provider.models.get(id) ?? unlisted(id)) : null;
}
