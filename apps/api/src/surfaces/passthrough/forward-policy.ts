import { isAdministrative, isForwarded, type Principal } from '#call';
import { refuse } from '#kernel';

/** Where a request goes, as it was read. */
interface Target {
  readonly method: string;
  readonly segments: readonly string[];
}

/** What a model answers at once, priced by what it used: the model is the permission. */
const INFERENCE: ReadonlySet<string> = new Set([
  'completions',
  'embeddings',
  'moderations',
  'rerank',
  'responses',
  'responses/compact',
  'responses/input_tokens',
  'audio/speech',
  'audio/transcriptions',
  'audio/translations',
  'images/generations',
  'images/edits',
  'images/variations',
  'video/generations',
]);
/** What works on after its call has ended, or for longer than it: no price of a model covers that. */
const UNPRICED: ReadonlySet<string> = new Set([
  'assistants',
  'batches',
  'containers',
  'evals',
  'fine_tuning',
  'threads',
  'vector_stores',
  'videos',
]);
/** What costs nothing, with a model or without. */
const FREE: ReadonlySet<string> = new Set(['conversations', 'files', 'uploads']);
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE']);

const isInference = ({ method, segments }: Target): boolean =>
  method === 'POST' && INFERENCE.has(segments.slice(1).join('/'));

/**
 * Asked before a byte of the body is read.
 * @throws path_administrative, path_not_allowed
 */
export function checkPermission({ workload }: Principal, target: Target): void {
  const { method, segments } = target;
  if (isAdministrative(segments)) throw refuse('path_administrative');
  if (isInference(target) || isForwarded(workload.forward, method, segments)) return;
  throw refuse('path_not_allowed', {
    message: `This workload may not have ${method} on this path forwarded. Its setting forward lists what it may.`,
  });
}

/** @throws model_missing, path_unpriced */
export function checkPrice(principal: Principal, target: Target, model: string | null): void {
  if (isInference(target)) {
    if (model === null) throw refuse('model_missing', { param: 'model' });
  } else if (!isPriced(target, model) && isLimited(principal)) throw refuse('path_unpriced');
}

function isPriced({ method, segments }: Target, model: string | null): boolean {
  const word = segments[1] ?? '';
  if (READS.has(method) || FREE.has(word) || segments.at(-1) === 'cancel') return true;
  return model !== null && !UNPRICED.has(word);
}

const isLimited = ({ organisation, workload }: Principal): boolean =>
  organisation.cap !== null || organisation.creditNano !== null || workload.budget !== null;
