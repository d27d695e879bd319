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
import { isCallSeal, readThinking, type Thinking } from '#wire';
import type { BodyOrder } from '../body-order.js';
import { BodyChange } from '../body-change.js';
import { CACHE_MARKS, markedIn } from '../prompt-cache.js';
import type { ModelRules } from '../models/model-rules.js';
import { nearestOf } from '../models/nearest-effort.js';
import { claudeRules, fitThinking, isClaude, thinkingFor, tokensMaxOf } from './claude-models.js';

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
  { organisation, model: served, said }: Pick<BodyOrder, 'organisation' | 'model' | 'said'>,
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
  const isForeign = isClaude(id) ? isForeignThinking : isSealOfCall;
  dropThinking(root, isForeign, change);
  const asked = numberOf(member(root, 'max_tokens'));
  const rules = claudeRules(id);
  const tokensMax = tokensMaxOf(rules, asked, outputTokensMax);
  if (tokensMax !== asked) change.set('max_tokens', String(tokensMax));
  // Under some flags of the format a budget may go beyond the answer, so its own callers are let judge.
  const isOwn = said === 'messages' && tokensMax === asked;
  const isRefused = rules.sampling === 'never' && isClaude(id);
  fitThinkingOf(root, rules, { tokensMax, keepsBudget: isOwn && !isRefused, isForeign }, change);
  fitToPlatform(root, change);
  return applyEdits(document.text, change.edits());
}

interface Told {
  readonly tokensMax: number;
  readonly keepsBudget: boolean;
  readonly isForeign: IsForeign;
}

/** What is said of thinking and effort becomes what the model knows of it; who thinks draws its words itself. */
function fitThinkingOf(
  root: JsonObject,
  rules: ModelRules,
  { tokensMax, keepsBudget, isForeign }: Told,
  change: BodyChange,
): void {
  const config = member(root, 'output_config');
  const effort = stringOf(member(config, 'effort'));
  const node = member(root, 'thinking');
  const said = readThinking(node);
  const turn = {
    tokensMax,
    isForced: isForced(root),
    goesOnUnsigned: goesOnUnsigned(root, isForeign),
  };
  let thinking: Thinking | undefined;
  if (said) {
    const isKept = keepsBudget && said.mode === 'enabled' && !turn.goesOnUnsigned;
    thinking = isKept && rules.thinking !== 'none' ? said : fitThinking(rules, said, effort, turn);
  } else if (effort !== undefined && stringOf(member(node, 'type')) === undefined) {
    thinking = thinkingFor(rules, effort, turn);
  }
  if (said && !thinking) change.drop('thinking');
  else if (node && rules.thinking === 'none') change.drop('thinking');
  else if (thinking && !isSame(said, thinking)) {
    const { mode: type, budgetTokens: budget_tokens } = thinking;
    const display = stringOf(member(node, 'display'));
    change.set('thinking', JSON.stringify({ type, budget_tokens, display }));
  }
  const isThinking = thinking !== undefined && thinking.mode !== 'disabled';
  if (effort !== undefined) setEffort(config, rules, effort, change);
  if (rules.sampling === 'never' || isThinking) change.drop(...SAMPLING);
  // Both at once are refused, but for the oldest models.
  else if (rules.thinking !== 'none' && member(root, 'temperature')) change.drop('top_p');
}

const isSame = (said: Thinking | undefined, { mode, budgetTokens }: Thinking): boolean =>
  said?.mode === mode && said.budgetTokens === budgetTokens;

type IsForeign = (block: JsonNode) => boolean;

/** Thinking of another maker's models, which this one would refuse; also what is left without any content. */
function dropThinking(root: JsonObject, isForeign: IsForeign, change: BodyChange): void {
  const messages = itemsOf(member(root, 'messages'));
  const isEmptied = (message: JsonNode) => {
    const blocks = itemsOf(member(message, 'content'));
    return blocks.length > 0 && blocks.every(isForeign);
  };
  if (messages.every(isEmptied)) return;
  change.removeItems(messages, isEmptied);
  for (const message of messages) {
    if (isEmptied(message)) continue;
    change.removeItems(itemsOf(member(message, 'content')), isForeign);
  }
}

const isThinkingBlock = (block: JsonNode): boolean =>
  stringOf(member(block, 'type')) === 'thinking';

const isSealOfCall: IsForeign = (block) =>
  isThinkingBlock(block) && isCallSeal(stringOf(member(block, 'signature')) ?? '');

/** Without a signature, or with what signs a call of somebody else. */
const isForeignThinking: IsForeign = (block) =>
  isSealOfCall(block) ||
  (isThinkingBlock(block) && (stringOf(member(block, 'signature')) ?? '') === '');

function isForced(root: JsonObject): boolean {
  const type = stringOf(member(member(root, 'tool_choice'), 'type'));
  return type === 'any' || type === 'tool';
}

function goesOnUnsigned(root: JsonObject, isForeign: IsForeign): boolean {
  const said = itemsOf(member(root, 'messages')).findLast(
    (message) => stringOf(member(message, 'role')) === 'assistant',
  );
  const types = itemsOf(member(said, 'content'))
    .filter((block) => !isForeign(block))
    .map((block) => stringOf(member(block, 'type')));
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
