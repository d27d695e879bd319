import {
  addAll,
  applyEdits,
  changeMembers,
  isTrue,
  member,
  numberOf,
  objectOf,
  replaceWithString,
  stringOf,
  type Edit,
  type JsonDocument,
  type JsonObject,
} from '#kernel';
import { BodyChange } from '../body-change.js';
import type { Place } from '../body-order.js';
import { knownRules } from '../models/find-rules.js';
import { cacheRule, dropMarks } from '../prompt-cache.js';
import { dropClientMembers } from './client-members.js';
import { fitPreset } from './fit-preset.js';
import { presetOf } from './presets.js';
import { isReasoningModel, nearestEffort, refusedSampling } from './reasoning.js';

/** Members of other formats that OpenAI and Azure refuse by name. */
const FOREIGN = ['top_k', 'thinking', 'cache_control'];

/**
 * The body for one endpoint: the inspected text with the model's prefix removed, usage asked for,
 * and what the provider would refuse left out. Everything else stays as the caller wrote it.
 */
export function writeJsonBody(
  { organisation, provider, model }: Place,
  document: JsonDocument,
  { asksForUsage }: { readonly asksForUsage: boolean },
): string {
  const root = objectOf(document.root);
  if (!root) return document.text;
  const cache = cacheRule(organisation, provider);
  const change = new BodyChange(root);
  const edits: Edit[] = [];

  const named = member(root, 'model');
  if (named && model) edits.push(replaceWithString(named, model.id));
  change.drop(...cache.drop);
  if (cache.key && member(root, 'prompt_cache_key')) {
    change.set('prompt_cache_key', JSON.stringify(cache.key));
  }
  const preset = model ? presetOf(provider.family) : undefined;
  if (asksForUsage) edits.push(...withUsage(root, change, preset !== undefined));
  if (preset && model) {
    const asked = { model: model.id, dropsMarks: cache.dropsMarks };
    addAll(edits, fitPreset(document.text, root, preset, asked, change));
    fitLimit(document.text, root, model, preset.hasOldLimit ? 'max_tokens' : undefined, change);
  } else {
    if (cache.dropsMarks) addAll(edits, dropMarks(document.text, root));
    if (provider.family !== 'custom' && model) {
      edits.push(...fitModel(root, model.id, change), ...dropClientMembers(document.text, root));
      const limit = isReasoningModel(model.id) ? 'max_completion_tokens' : undefined;
      fitLimit(document.text, root, model, limit, change);
    }
  }
  return applyEdits(document.text, [...edits, ...change.edits()]);
}

/**
 * The gateway meters every stream; a client that did not ask never sees the frame.
 * @param isAll nothing else may be said there
 */
function withUsage(root: JsonObject, change: BodyChange, isAll: boolean): Edit[] {
  const options = member(root, 'stream_options');
  if (options?.kind !== 'object' || isAll) {
    if (options)
      return [{ start: options.start, end: options.end, text: '{"include_usage":true}' }];
    change.set('stream_options', '{"include_usage":true}');
    return [];
  }
  if (isTrue(member(options, 'include_usage'))) return [];
  return changeMembers(options, new Set(['include_usage']), new Map([['include_usage', 'true']]));
}

/** Rules of OpenAI's own models, from their names. */
function fitModel(root: JsonObject, model: string, change: BodyChange): Edit[] {
  change.drop(...FOREIGN);
  const effort = member(root, 'reasoning_effort');
  const asked = stringOf(effort);
  const served = asked === undefined ? undefined : nearestEffort(model, asked);
  change.drop(...refusedSampling(model, served ?? undefined));
  if (effort && served === null) change.drop('reasoning_effort');
  else if (effort && served && served !== asked) return [replaceWithString(effort, served)];
  return [];
}

const LIMITS = ['max_completion_tokens', 'max_tokens'] as const;

/**
 * The limit of an answer under the name that the model knows, and within what it can say: clients ask for
 * what another model can. Where nobody minds the name, it stays.
 */
function fitLimit(
  text: string,
  root: JsonObject,
  { id, outputTokensMax }: { readonly id: string; readonly outputTokensMax: number | null },
  wanted: (typeof LIMITS)[number] | undefined,
  change: BodyChange,
): void {
  const given = LIMITS.find((name) => member(root, name));
  const limit = given && member(root, given);
  if (!given || !limit) return;
  const most = outputTokensMax ?? knownRules(id)?.outputTokensMax ?? Infinity;
  const isAbove = (numberOf(limit) ?? 0) > most;
  const name = wanted ?? given;
  if (wanted) change.drop(...LIMITS.filter((other) => other !== wanted));
  if (name !== given || isAbove) {
    change.set(name, isAbove ? String(most) : text.slice(limit.start, limit.end));
  }
}
