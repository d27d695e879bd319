import type { Fault } from './faults/fault.js';
import { notFound } from './provider-error.js';

export type ModelKind =
  | 'chat'
  | 'embedding'
  | 'moderation'
  | 'transcription'
  | 'speech'
  | 'image'
  | 'rerank';

/** The first model of a kind is the one that `fault/<script>` answers as. */
export const MODELS: ReadonlyMap<string, ModelKind> = new Map([
  ['sandbox-chat', 'chat'],
  ['small', 'chat'],
  ['free', 'chat'],
  ['echo', 'chat'],
  ['reasoning', 'chat'],
  ['embedding', 'embedding'],
  ['moderation', 'moderation'],
  ['transcribe', 'transcription'],
  ['speech', 'speech'],
  ['image', 'image'],
  ['rerank', 'rerank'],
]);

const OWN_PREFIX = 'sandbox/';
const FAULT_PREFIX = 'fault/';

/** The fault script in a model id such as `fault/delay=200,status=503`; undefined without one. */
export function faultScriptOf(modelId: string): string | undefined {
  const name = withoutPrefix(modelId);
  return name.startsWith(FAULT_PREFIX) ? name.slice(FAULT_PREFIX.length) : undefined;
}

/**
 * Ids may look like those of a provider and end in a model of the sandbox, whose answer it is:
 * `command-a-reasoning`, `mistral-small-latest-echo`.
 */
export const ownModelOf = (id: string): string =>
  [...MODELS.keys()].find((own) => id.endsWith(`-${own}`)) ?? id;

/** The model that answers; `sandbox/` in front is optional. @throws ProviderError 404 */
export function findModel(modelId: string, kind: ModelKind, fault: Fault): string {
  const name = withoutPrefix(modelId);
  const answering = name.startsWith(FAULT_PREFIX) ? (fault.as ?? firstOf(kind)) : name;
  if (MODELS.get(answering) === kind) return answering;
  throw MODELS.has(answering)
    ? notFound(`The model \`${modelId}\` is not supported by this endpoint.`, 'model_not_found')
    : unknownModel(modelId);
}

export const unknownModel = (modelId: string) =>
  notFound(
    `The model \`${modelId}\` does not exist or you do not have access to it.`,
    'model_not_found',
  );

export const withoutPrefix = (modelId: string): string =>
  modelId.startsWith(OWN_PREFIX) ? modelId.slice(OWN_PREFIX.length) : modelId;

function firstOf(kind: ModelKind): string {
  for (const [name, its] of MODELS) if (its === kind) return name;
  return '';
}
