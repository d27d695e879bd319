import {
  applyEdits,
  itemsOf,
  member,
  numberOf,
  objectOf,
  stringOf,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
} from '#kernel';
import type { Place } from '../body-order.js';
import { BodyChange } from '../body-change.js';
import { CACHE_MARKS, markedIn } from '../prompt-cache.js';
import type { ModelRules } from '../models/model-rules.js';
import { nearestOf } from '../models/nearest-effort.js';
import { claudeRules, thinkingFor, tokensMaxOf } from './claude-models.js';

const SAMPLING = ['temperature', 'top_p', 'top_k'];

/** What a platform that serves these models does differently from their maker. */
export type FitToPlatform = (root: JsonObject, change: BodyChange) => void;

const ofTheMaker: FitToPlatform = () => undefined;

/**
 * The body for one endpoint: the inspected text with the model's prefix removed and what the model
 * would refuse left out. Everything else stays as the caller wrote it.
 * @throws what `fitToPlatform` does
 */
export function writeMessagesBody(
  { organisation, model: served }: Pick<Place, 'organisation' | 'model'>,
  document: JsonDocument,
  fitToPlatform: FitToPlatform = ofTheMaker,
): string {
  const root = objectOf(document.root);
  if (!root || !served) return document.text;
  const { id, outputTokensMax } = served;
  const change = new BodyChange(root);
  const model = member(root, 'model');
  if (model) change.replace(model, JSON.stringify(id));
  if (!organisation.explicitPromptCache) {
    change.drop('cache_control');
    for (const marked of markedIn(document.text, root)) change.dropWithin(marked, CACHE_MARKS);
  }
  const asked = numberOf(member(root, 'max_tokens'));
  const rules = claudeRules(id);
  const tokensMax = tokensMaxOf(rules, asked, outputTokensMax);
  if (tokensMax !== asked) change.set('max_tokens', String(tokensMax));
  fitThinking(root, rules, tokensMax, change);
  fitToPlatform(root, change);
  return applyEdits(document.text, change.edits());
}

/** Effort becomes what the model knows of it; who thinks draws its words itself. */
function fitThinking(
  root: JsonObject,
  rules: ModelRules,
  tokensMax: number,
  change: BodyChange,
): void {
  const config = member(root, 'output_config');
  const effort = stringOf(member(config, 'effort'));
  const mode = stringOf(member(member(root, 'thinking'), 'type'));
  let isThinking = mode === 'enabled' || mode === 'adaptive';
  // A loop of tools that another maker's model began holds no thinking of this one, and it insists on some.
  if (rules.thinking === 'none' || (mode === 'enabled' && goesOnUnsigned(root))) {
    change.drop('thinking');
    isThinking = false;
  } else if (mode === undefined && effort !== undefined) {
    const turn = { tokensMax, isForced: isForced(root), goesOnUnsigned: goesOnUnsigned(root) };
    const thinking = thinkingFor(rules, effort, turn);
    if (thinking) {
      const written = { type: thinking.mode, budget_tokens: thinking.budgetTokens };
      change.set('thinking', JSON.stringify(written));
    }
    isThinking = thinking !== undefined && thinking.mode !== 'disabled';
  }
  if (effort !== undefined) setEffort(config, rules, effort, change);
  if (rules.sampling === 'never' || isThinking) change.drop(...SAMPLING);
  // Both at once are refused, but for the oldest models.
  else if (rules.thinking !== 'none' && member(root, 'temperature')) change.drop('top_p');
}

function isForced(root: JsonObject): boolean {
  const type = stringOf(member(member(root, 'tool_choice'), 'type'));
  return type === 'any' || type === 'tool';
}

function goesOnUnsigned(root: JsonObject): boolean {
  const said = itemsOf(member(root, 'messages')).findLast(
    (message) => stringOf(member(message, 'role')) === 'assistant',
  );
  const types = itemsOf(member(said, 'content')).map((block) => stringOf(member(block, 'type')));
  return types.includes('tool_use') && !/^(?:redacted_)?thinking$/.test(types[0] ?? '');
}

function setEffort(
  config: JsonNode | undefined,
  { efforts }: ModelRules,
  asked: string,
  change: BodyChange,
): void {
  const effort = asked === 'none' ? undefined : nearestOf(efforts, asked);
  if (effort === asked || config?.kind !== 'object') return;
  const rest = config.keys.filter((key) => key !== 'effort');
  if (effort === undefined && rest.length === 0) change.drop('output_config');
  else change.setWithin(config, 'effort', effort);
}
