import type { Fault } from './faults/fault.js';
import { notFound } from './provider-error.js';

export type ModelKind =
  | 'chat'
  | 'embedding'
  | 'moderation'
  | 'transcription'
  | 'speech'
  | 'image'
  | 'rerank'
  | 'typed'
  | 'ocr';

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
  ['typed', 'typed'],
  ['ocr', 'ocr'],
]);

const OWN_PREFIX = 'sandbox/';
const FAULT_PREFIX = 'fault/';

/** The fault script in a model id such as `fault/delay=200,status=503`; undefined without one. */
export function faultScriptOf(modelId: string): string | undefined {
  const name = withoutPrefix(modelId);
  return name.startsWith(FAULT_PREFIX) ? name.slice(FAULT_PREFIX.length) : undefined;
}

/** What makers put behind a name: the day or the number of a version. */
const VERSION = /(?:-\d{4}-\d{2}-\d{2}|[-@]\d+|-v\d+(?::\d+)?|-latest)$/;

/**
 * Ids may look like those of a provider, with a version behind them, and end in a model of the sandbox, whose
 * answer it is: `command-a-reasoning`, `gpt-4o-echo`, `claude-sonnet-4-5-echo-20250929`.
 */
function ownModelsOf(modelId: string): readonly (readonly [name: string, kind: ModelKind])[] {
  const name = withoutPrefix(modelId).replace(VERSION, '');
  return [...MODELS].filter(([own]) => name === own || name.endsWith(`-${own}`));
}

/** Does any endpoint know it? */
export const isKnown = (modelId: string): boolean => ownModelsOf(modelId).length > 0;

/** The model that answers; `sandbox/` in front is optional. @throws ProviderError 404 */
export function findModel(modelId: string, kind: ModelKind, fault: Fault): string {
  const isScript = faultScriptOf(modelId) !== undefined;
  const own = ownModelsOf(isScript ? (fault.as ?? firstOf(kind)) : modelId);
  const answering = own.find(([, its]) => its === kind);
  if (answering) return answering[0];
  throw own.length > 0
    ? notFound(`The model \`${modelId}\` is not supported by this endpoint.`, 'model_not_found')
    : unknownModel(modelId);
}

export const unknownModel = (modelId: string) =>
  notFound(
    `The model \`${modelId}\` does not exist or you do not have access to it.`,
    'model_not_found',
  );

const withoutPrefix = (modelId: string): string =>
  modelId.startsWith(OWN_PREFIX) ? modelId.slice(OWN_PREFIX.length) : modelId;

function firstOf(kind: ModelKind): string {
  for (const [name, its] of MODELS) if (its === kind) return name;
  return '';
}
