import {
  arrayOf,
  isTrue,
  itemsOf,
  member,
  numberOf,
  objectOf,
  stringOf,
  type JsonNode,
} from '#kernel';
import type { ConversationProtocol } from '#wire';

/**
 * What of a request the cache knows, by format. A member that is not here may ask for what an answer out of the cache
 * could not bring, or for something to be done: such a request passes it by.
 */
interface KnownRequest {
  /** That shape what the model says. */
  readonly hashed: ReadonlySet<string>;
  /** That say for whom, at what price or in which form: the answer is the same. */
  readonly ignored: ReadonlySet<string>;
  /** False where a member that is known asks for too much all the same. */
  readonly fits: (root: JsonNode) => boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const KNOWN: Readonly<Record<ConversationProtocol, KnownRequest>> = {
  chat: {
    hashed: words(
      'messages temperature top_p max_tokens max_completion_tokens stop seed presence_penalty ' +
        'frequency_penalty logit_bias response_format tools tool_choice parallel_tool_calls functions ' +
        'function_call reasoning_effort verbosity n',
    ),
    ignored: words(
      'model stream stream_options user safety_identifier metadata prompt_cache_key ' +
        'prompt_cache_retention service_tier',
    ),
    fits: (root) => hasOneChoice(member(root, 'n')) && runsNoTools(root, typedTool),
  },
  messages: {
    hashed: words(
      'messages system max_tokens temperature top_p top_k stop_sequences tools tool_choice thinking ' +
        'output_config',
    ),
    ignored: words('model stream metadata service_tier cache_control'),
    fits: (root) => runsNoTools(root, messagesTool),
  },
  gemini: {
    hashed: words(
      'contents systemInstruction system_instruction tools toolConfig tool_config generationConfig ' +
        'generation_config safetySettings safety_settings',
    ),
    ignored: words('model labels'),
    fits: (root) =>
      runsNoTools(root, geminiTool) &&
      ['generationConfig', 'generation_config'].every((name) => isPlain(member(root, name))),
  },
  responses: {
    hashed: words(
      'input instructions temperature top_p max_output_tokens tools tool_choice parallel_tool_calls ' +
        'reasoning text truncation include',
    ),
    ignored: words(
      'model stream stream_options user safety_identifier metadata prompt_cache_key ' +
        'prompt_cache_retention service_tier store',
    ),
    // One that its provider stores is asked for by its id later, and an answer out of the cache has none there.
    fits: (root) =>
      isFalse(member(root, 'store')) &&
      runsNoTools(root, typedTool) &&
      itemsOf(member(root, 'include')).every((one) => stringOf(one) === ENCRYPTED),
  },
};

const ENCRYPTED = 'reasoning.encrypted_content';

/** Members that are left out of the hash; undefined where the answer is for this call alone. */
export function ignoredIn(
  protocol: ConversationProtocol,
  root: JsonNode,
): ReadonlySet<string> | undefined {
  const { hashed, ignored, fits } = KNOWN[protocol];
  const keys = objectOf(root)?.keys;
  const isKnown = keys?.every((key) => hashed.has(key) || ignored.has(key)) ?? false;
  return isKnown && fits(root) ? ignored : undefined;
}

/** What callers say to the gateway alone: it is no part of a request that was inspected. */
const TO_GATEWAY = 'gw';

/** Do the events of an answer tell all that its caller asked for? @param root as it came, not inspected yet */
export function isToldByEvents(protocol: ConversationProtocol, root: JsonNode): boolean {
  const { hashed, ignored, fits } = KNOWN[protocol];
  const isKnown = (key: string) => key === TO_GATEWAY || hashed.has(key) || ignored.has(key);
  return (objectOf(root)?.keys.every(isKnown) ?? false) && fits(root);
}

const hasOneChoice = (n: JsonNode | undefined): boolean => n === undefined || numberOf(n) === 1;

const isFalse = (node: JsonNode | undefined): boolean =>
  node?.kind === 'scalar' && node.value === false;

/** A tool that its caller runs: one that a provider runs looks things up, or does something. */
function runsNoTools(root: JsonNode, isCallers: (tool: JsonNode) => boolean): boolean {
  const tools = member(root, 'tools');
  if (tools === undefined || (tools.kind === 'scalar' && tools.value === null)) return true;
  return arrayOf(tools)?.items.every(isCallers) ?? false;
}

const typedTool = (tool: JsonNode): boolean =>
  ['function', 'custom'].includes(stringOf(member(tool, 'type')) ?? '');

const messagesTool = (tool: JsonNode): boolean =>
  ['custom', undefined].includes(stringOf(member(tool, 'type'))) &&
  member(tool, 'input_schema') !== undefined;

const geminiTool = (tool: JsonNode): boolean =>
  objectOf(tool)?.keys.every((key) => /^function_?declarations$/i.test(key)) ?? false;

/** Nothing but text, one candidate, no probabilities. */
function isPlain(config: JsonNode | undefined): boolean {
  if (config === undefined) return true;
  const either = (one: string, other: string) => member(config, one) ?? member(config, other);
  return (
    hasOneChoice(either('candidateCount', 'candidate_count')) &&
    !isTrue(either('responseLogprobs', 'response_logprobs')) &&
    either('speechConfig', 'speech_config') === undefined &&
    itemsOf(either('responseModalities', 'response_modalities')).every(
      (one) => stringOf(one) === 'TEXT',
    )
  );
}
