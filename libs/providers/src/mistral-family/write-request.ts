import type { ChatOperation, MeteredCall } from '#call';
import { assert, member, type JsonNode } from '#kernel';
import { writeMistralRequest } from '#wire';
import type { Order } from '../family-adapter.js';
import type { HttpRequest } from '../http/http-client.js';
import { conversationOf } from '../inspected-body.js';
import { fitTokensMax } from '../models/fit-tokens-max.js';
import { rulesOf } from '../models/find-rules.js';
import { bareName } from '../models/model-rules.js';
import { CHAT_PATH, JSON_TYPE, requestHead } from '../openai-family/write-request.js';
import { cacheRule } from '../prompt-cache.js';
import { effortOf } from '../models/effort-of.js';

/** A conversation as Mistral takes it, made of what data protection let through. */
export function writeMistral(order: Order, { protocol }: ChatOperation): HttpRequest {
  const { call, endpoint } = order;
  const { model, provider } = endpoint;
  assert(model, 'a conversation is held with a model');
  const { effort: asked, cacheKey, ...spoken } = conversationOf(order, protocol, 'mistral');
  const rules = rulesOf('mistral', model.id);
  const effort = effortOf(rules, asked, spoken.thinking);
  const cache = cacheRule(call.principal.organisation, provider);
  const keepsKey = cacheKey !== undefined && !cache.drop.includes('prompt_cache_key');
  const body = writeMistralRequest(
    {
      ...spoken,
      sampling: fitTokensMax(spoken.sampling, rules, model),
      ...(effort !== undefined && { effort }),
      ...(keepsKey && { cacheKey: cache.key ?? cacheKey }),
    },
    {
      // Its older thinkers always think, and cannot be told how much.
      takesThoughts: rules.thinking !== 'none' || /magistral/.test(bareName(model.id)),
      own: protocol === 'chat' ? ownMembers(call) : new Map(),
    },
  );
  return { ...requestHead(order, 'POST', CHAT_PATH, [], JSON_TYPE), body };
}

/** What callers of the chat format say to this provider alone. */
const OWN = ['safe_prompt', 'prompt_mode', 'prediction', 'guardrails', 'random_seed'];

function ownMembers({ inspection: { request } }: MeteredCall): ReadonlyMap<string, string> {
  assert(request.kind === 'json', 'a conversation is JSON');
  const { root, text } = request.document;
  return new Map(
    OWN.flatMap((name): [string, string][] => {
      const node: JsonNode | undefined = member(root, name);
      return node ? [[name, text.slice(node.start, node.end)]] : [];
    }),
  );
}
