import type { Endpoint, GuardedCall } from '#call';
import { sha256 } from '#kernel';
import { ignoredIn } from './cacheable.js';
import { canonicalJson } from './canonical-json.js';

const VERSION = 2;
/** Written and hashed in a millisecond or two; what is longer passes the cache by. */
const REQUEST_CHARS_MAX = 262_144;

/**
 * All of a call that its answer depends on, as one text: the request as data protection let it through, the name of the
 * model with where it leads, and the policies that data protection and the scope of the workload went by. Null for a call
 * whose answer is for itself alone. For whom it is asked is no part of it: see `CachePlace`.
 */
export function requestText(call: GuardedCall): string | null {
  const { operation, inspection, body, principal, route } = call;
  if (operation.kind !== 'chat' || operation.protocol === 'completions') return null;
  if (operation.isBackground || body.kind !== 'json') return null;
  const { request } = inspection;
  if (request.kind !== 'json' || request.document.text.length > REQUEST_CHARS_MAX) return null;
  const ignored = ignoredIn(operation.protocol, request.document.root);
  if (!ignored) return null;
  // As they are sent, values of the caller's out of them.
  const sent = inspection.operation.kind === 'chat' ? inspection.operation : operation;
  const { query, headers } = sent.hints;
  return JSON.stringify([
    VERSION,
    operation.protocol,
    call.requestedModel,
    route.candidates.map(({ endpoint }) => endpointText(endpoint)).toSorted(),
    [inspection.engine, inspection.mode, inspection.removeTerms],
    digestOf(principal.workload.protection),
    principal.workload.scope && digestOf(principal.workload.scope),
    query,
    Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    canonicalJson(request.document, ignored),
  ]);
}

const endpointText = ({ provider, model, region }: Endpoint): string =>
  JSON.stringify([provider.name, model?.id, provider.family, provider.baseUrl, region]);

/** Settings are read-only values: the same object says the same. */
const digests = new WeakMap<object, string>();

function digestOf(policy: object): string {
  let digest = digests.get(policy);
  if (digest === undefined) {
    digest = sha256(JSON.stringify(policy, spelledOut)).toString('base64url');
    digests.set(policy, digest);
  }
  return digest;
}

/** JSON says nothing of what is in a map, a set or a pattern. */
function spelledOut(_name: string, value: unknown): unknown {
  if (value instanceof Map || value instanceof Set) return [...value];
  return value instanceof RegExp ? String(value) : value;
}
