import { assert, member, type JsonDocument, type JsonNode } from '#kernel';
import { writeMistralRequest } from '#wire';
import type { WriteBody } from '../body-order.js';
import { conversationOf } from '../conversation-of.js';
import type { Order, RequestHead } from '../family-adapter.js';
import { fitTokensMax } from '../models/fit-tokens-max.js';
import { rulesOf } from '../models/find-rules.js';
import { bareName } from '../models/model-rules.js';
import { CHAT_PATH, JSON_TYPE, requestHead } from '../openai-family/write-request.js';
import { cacheRule } from '../prompt-cache.js';
import { effortOf } from '../models/effort-of.js';

/** A conversation as Mistral takes it, made of what data protection let through. */
export const writeBody: WriteBody = (order, document) => {
  const { said, model, provider, organisation } = order;
  assert(model, 'a conversation is held with a model');
  const { effort: asked, cacheKey, ...spoken } = conversationOf(order, document, 'mistral');
  const rules = rulesOf('mistral', model.id);
  const effort = effortOf(rules, asked, spoken.thinking);
  const cache = cacheRule(organisation, provider);
  const keepsKey = cacheKey !== undefined && !cache.drop.includes('prompt_cache_key');
  const text = writeMistralRequest(
    {
      ...spoken,
      sampling: fitTokensMax(spoken.sampling, rules, model),
      ...(effort !== undefined && { effort }),
      ...(keepsKey && { cacheKey: cache.key ?? cacheKey }),
    },
    {
      // Its older thinkers always think, and cannot be told how much.
      takesThoughts: rules.thinking !== 'none' || /magistral/.test(bareName(model.id)),
      own: said === 'chat' ? ownMembers(document) : new Map(),
    },
  );
  return { text };
};

export const writeHead = (order: Order): RequestHead =>
  requestHead(order, 'POST', CHAT_PATH, [], JSON_TYPE);

/** What callers of the chat format say to this provider alone. */
const OWN = ['safe_prompt', 'prompt_mode', 'prediction', 'guardrails', 'random_seed'];

function ownMembers({ root, text }: JsonDocument): ReadonlyMap<string, string> {
  return new Map(
    OWN.flatMap((name): [string, string][] => {
      const node: JsonNode | undefined = member(root, name);
      return node ? [[name, text.slice(node.start, node.end)]] : [];
    }),
  );
}
