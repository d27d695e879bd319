import {
  isAdministrative,
  isForwarded,
  isLimited,
  readForwardRule,
  type ForwardRule,
  type Principal,
} from '#call';
import { refuse } from '#kernel';
import { namesBatches, noBatches } from '../../http/no-batches.js';

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
/** The same of single providers, where a pattern of the workload opens it: known by its tokens. */
const PRICED: ReadonlySet<string> = new Set([
  ...INFERENCE,
  'fim/completions',
  'classifications',
  'classify',
  'score',
  'pooling',
  'tokenize',
  'detokenize',
  'chat/classifications',
  'chat/moderations',
]);
/** What works on after its call has ended: no price of a model covers that. */
const LASTING: ReadonlySet<string> = new Set(['video/generations']);

/**
 * What costs nothing: to keep files and conversations, to look at what is there, to end it. Every
 * other path makes work that somebody bills, known or not.
 */
const FREE: readonly ForwardRule[] = [
  'POST /v1/files',
  'POST /v1/uploads',
  'POST /v1/uploads/*/parts',
  'POST /v1/uploads/*/complete',
  'POST /v1/uploads/*/cancel',
  'POST /v1/conversations',
  'POST /v1/conversations/*',
  'POST /v1/conversations/*/items',
  'POST /v1/responses/*/cancel',
  'POST /v1/batches/*/cancel',
  'POST /v1/batch/jobs/*/cancel',
  'POST /v1/fine_tuning/jobs/*/cancel',
  'POST /v1/fine_tuning/jobs/*/pause',
  'POST /v1/threads/*/runs/*/cancel',
  'POST /v1/evals/*/runs/*',
  'POST /v1/vector_stores/*/file_batches/*/cancel',
  ...`assistants batch batches containers conversations evals files fine_tuning models responses threads
  uploads vector_stores videos`
    .split(/\s+/)
    .map((collection) => `GET,HEAD,DELETE /v1/${collection}/**`),
].flatMap((text) => readForwardRule(text) ?? []);

const isInference = ({ method, segments }: Target): boolean =>
  method === 'POST' && INFERENCE.has(segments.slice(1).join('/'));

/** Whoever opens the address in a browser, or leaves `-d` out of a command. */
const isAskedByPost = ({ method, segments }: Target): boolean =>
  method !== 'POST' &&
  (isInference({ method: 'POST', segments }) || segments.join('/') === 'v1/chat/completions');

/**
 * Asked before a byte of the body is read.
 * @throws path_administrative, path_not_allowed, path_unknown
 */
export function checkPermission({ workload }: Principal, target: Target): void {
  const { method, segments } = target;
  if (isAdministrative(segments)) throw refuse('path_administrative');
  if (isInference(target) || isForwarded(workload.forward, method, segments)) return;
  if (namesBatches(`/${segments.join('/')}`)) throw noBatches();
  if (isAskedByPost(target)) {
    throw refuse('path_not_allowed', {
      message: `A model is asked by POST on this path, and this was ${method}. Send POST, with a body of JSON.`,
    });
  }
  throw refuse('path_not_allowed', {
    message: `This workload may not have ${method} on this path forwarded. The paths of models are listed at /docs/api; its operator can open others: workloads[].forward.`,
  });
}

/** @throws model_missing, path_unpriced */
export function checkPrice(principal: Principal, target: Target, model: string | null): void {
  if (isInference(target) && model === null) throw refuse('model_missing', { param: 'model' });
  if (isLimited(principal) && !isPriced(target, model)) throw refuse('path_unpriced');
}

function isPriced({ method, segments }: Target, model: string | null): boolean {
  if (isForwarded(FREE, method, segments)) return true;
  const path = segments.slice(1).join('/');
  return method === 'POST' && model !== null && PRICED.has(path) && !LASTING.has(path);
}
