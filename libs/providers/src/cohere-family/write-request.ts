import type { ChatOperation } from '#call';
import { assert } from '#kernel';
import { writeCohereRequest, type Conversation, type Thinking } from '#wire';
import type { Order } from '../family-adapter.js';
import type { HttpRequest } from '../http/http-client.js';
import { conversationOf } from '../inspected-body.js';
import { budgetOf } from '../models/budget-of.js';
import { fitTokensMax } from '../models/fit-tokens-max.js';
import { rulesOf } from '../models/find-rules.js';
import type { ModelRules } from '../models/model-rules.js';
import { USER_AGENT } from '../user-agent.js';
import { writePath } from '../write-target.js';

const CHAT_PATH = ['v2', 'chat'];

/** A conversation in the format of Cohere, made of what data protection let through. */
export function writeCohere(order: Order, { protocol }: ChatOperation): HttpRequest {
  const { endpoint, secret } = order;
  const { model, provider } = endpoint;
  assert(model, 'a conversation is held with a model');
  const rules = rulesOf('cohere', model.id);
  const spoken = conversationOf(order, protocol, 'cohere');
  const sampling = fitTokensMax(spoken.sampling, rules, model);
  const base = new URL(provider.baseUrl);
  const folder = base.pathname.replace(/\/+$/, '').replace(/\/v[12]$/, '');
  return {
    origin: base.origin,
    path: folder + writePath(CHAT_PATH),
    method: 'POST',
    headers: {
      'user-agent': USER_AGENT,
      'content-type': 'application/json',
      ...(secret && { authorization: `Bearer ${secret.reveal()}` }),
    },
    body: writeCohereRequest(
      fitThinking({ ...spoken, sampling }, rules),
      rules.thinking === 'budget',
    ),
    secret,
  };
}

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
