import {
  applyEdits,
  changeMembers,
  isTrue,
  member,
  objectOf,
  replaceWithString,
  stringOf,
  type Edit,
  type JsonDocument,
  type JsonObject,
} from '#kernel';
import type { Order } from '../family-adapter.js';
import { cacheRule, dropMarks } from '../prompt-cache.js';
import { isReasoningModel, nearestEffort, refusedSampling } from './reasoning.js';

/** Members of other formats that OpenAI and Azure refuse by name. */
const FOREIGN = ['top_k', 'thinking', 'cache_control'];

/**
 * The body for one endpoint: the inspected text with the model's prefix removed, usage asked for,
 * and what the provider would refuse left out. Everything else stays as the caller wrote it.
 */
export function writeJsonBody(
  { call, endpoint }: Pick<Order, 'call' | 'endpoint'>,
  document: JsonDocument,
  { asksForUsage }: { readonly asksForUsage: boolean },
): string {
  const root = objectOf(document.root);
  if (!root) return document.text;
  const cache = cacheRule(call.principal.organisation, endpoint.provider);
  const drop = new Set<string>(cache.drop.filter((key) => root.keys.includes(key)));
  const add = new Map<string, string>();
  const edits: Edit[] = [];

  const model = member(root, 'model');
  if (model && endpoint.model) edits.push(replaceWithString(model, endpoint.model.id));
  if (cache.key && member(root, 'prompt_cache_key')) {
    drop.add('prompt_cache_key');
    add.set('prompt_cache_key', JSON.stringify(cache.key));
  }
  if (cache.dropsMarks) edits.push(...dropMarks(document.text, root));
  if (asksForUsage) edits.push(...withUsage(root, add));
  if (endpoint.provider.family !== 'custom' && endpoint.model) {
    edits.push(...fitModel(document.text, root, endpoint.model.id, drop, add));
  }
  if (drop.size > 0 || add.size > 0) edits.push(...changeMembers(root, drop, add));
  return applyEdits(document.text, edits);
}

/** The gateway meters every stream; a client that did not ask never sees the frame. */
function withUsage(root: JsonObject, add: Map<string, string>): Edit[] {
  const options = member(root, 'stream_options');
  if (options?.kind !== 'object') {
    if (options)
      return [{ start: options.start, end: options.end, text: '{"include_usage":true}' }];
    add.set('stream_options', '{"include_usage":true}');
    return [];
  }
  if (isTrue(member(options, 'include_usage'))) return [];
  return changeMembers(options, new Set(['include_usage']), new Map([['include_usage', 'true']]));
}

/** Rules of OpenAI's own models, from their names. */
function fitModel(
  text: string,
  root: JsonObject,
  model: string,
  drop: Set<string>,
  add: Map<string, string>,
): Edit[] {
  const dropPresent = (keys: readonly string[]) => {
    for (const key of keys) if (root.keys.includes(key)) drop.add(key);
  };
  dropPresent(FOREIGN);
  const effort = member(root, 'reasoning_effort');
  const asked = stringOf(effort);
  const served = asked === undefined ? undefined : nearestEffort(model, asked);
  dropPresent(refusedSampling(model, served ?? undefined));
  const limit = member(root, 'max_tokens');
  if (limit && isReasoningModel(model)) {
    drop.add('max_tokens');
    if (!member(root, 'max_completion_tokens')) {
      add.set('max_completion_tokens', text.slice(limit.start, limit.end));
    }
  }
  if (effort && served === null) drop.add('reasoning_effort');
  else if (effort && served && served !== asked) return [replaceWithString(effort, served)];
  return [];
}
