import { assert } from '#kernel';
import { writeCohereRequest, type Conversation, type Thinking } from '#wire';
import type { WriteBody } from '../body-order.js';
import { conversationOf } from '../conversation-of.js';
import type { Order, RequestHead } from '../family-adapter.js';
import { budgetOf } from '../models/budget-of.js';
import { fitTokensMax } from '../models/fit-tokens-max.js';
import { rulesOf } from '../models/find-rules.js';
import type { ModelRules } from '../models/model-rules.js';
import { cohereHead } from './request-head.js';

/** A conversation in the format of Cohere, made of what data protection let through. */
export const writeBody: WriteBody = (order, document) => {
  const { model } = order;
  assert(model, 'a conversation is held with a model');
  const rules = rulesOf('cohere', model.id);
  const spoken = conversationOf(order, document, 'cohere');
  const sampling = fitTokensMax(spoken.sampling, rules, model);
  const fitted = fitThinking({ ...spoken, sampling }, rules);
  return { text: writeCohereRequest(fitted, rules.thinking === 'budget') };
};

export const writeHead = (order: Order): RequestHead => cohereHead(order, 'chat');

/** Thinking comes as a budget, or is switched off; a model that does not think refuses both. */
function fitThinking(spoken: Conversation, rules: ModelRules): Conversation {
  const { thinking: given, effort, ...conversation } = spoken;
  if (rules.thinking !== 'budget') return conversation;
  const thinking = thinkingFor(given, effort, spoken.sampling.tokensMax ?? Infinity, rules);
  return { ...conversation, ...(thinking && { thinking }) };
}

function thinkingFor(
  given: Thinking | undefined,
  effort: string | undefined,
  tokensMax: number,
  rules: ModelRules,
): Thinking | undefined {
  if (given?.mode === 'disabled' || effort === 'none') return { mode: 'disabled' };
  if (effort !== undefined) {
    const budgetTokens = budgetOf(effort, tokensMax, rules.budget);
    return budgetTokens === undefined ? undefined : { mode: 'enabled', budgetTokens };
  }
  return given && { ...given, mode: 'enabled' };
}
