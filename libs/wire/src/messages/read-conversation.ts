import {
  isTrue,
  itemsOf,
  member,
  numberOf,
  objectOf,
  stringOf,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import {
  jsonTextOf,
  type Conversation,
  type OutputFormat,
  type Sampling,
  type Thinking,
  type Tool,
  type ToolChoice,
  type Turn,
} from '../conversation/conversation.js';
import { booleanOf, given } from '../conversation/given.js';
import { readBlocks, readMark } from './read-blocks.js';

/** A request of the messages format in canonical form. What it says beyond that is this format's alone. */
export function readMessagesConversation({ root, text }: JsonDocument): Conversation {
  const config = member(root, 'output_config');
  const choice = member(root, 'tool_choice');
  const isSerial = booleanOf(member(choice, 'disable_parallel_tool_use'));
  return {
    model: stringOf(member(root, 'model')) ?? '',
    isStreaming: isTrue(member(root, 'stream')),
    system: readBlocks(member(root, 'system'), text),
    turns: itemsOf(member(root, 'messages')).map((message) => readTurn(message, text)),
    tools: itemsOf(member(root, 'tools')).flatMap((tool) => readTool(tool, text) ?? []),
    sampling: readSampling(root),
    metadata: {},
    ...given('toolChoice', readToolChoice(choice)),
    ...given('parallelTools', isSerial === undefined ? undefined : !isSerial),
    ...given('thinking', readThinking(member(root, 'thinking'))),
    ...given('effort', stringOf(member(config, 'effort'))),
    ...given('output', readOutput(member(config, 'format') ?? member(root, 'output_format'), text)),
    ...given('serviceTier', readTier(stringOf(member(root, 'service_tier')))),
    ...given('endUser', stringOf(member(member(root, 'metadata'), 'user_id'))),
  };
}

function readTurn(message: JsonNode, text: string): Turn {
  const role = stringOf(member(message, 'role'));
  const parts = readBlocks(member(message, 'content'), text);
  return { role: role === 'assistant' || role === 'system' ? role : 'user', parts };
}

/** Undefined for a tool that the provider runs itself: nobody else has it. */
function readTool(tool: JsonNode, text: string): Tool | undefined {
  const type = stringOf(member(tool, 'type')) ?? 'custom';
  if (type !== 'custom') return undefined;
  const schema = member(tool, 'input_schema');
  return {
    name: stringOf(member(tool, 'name')) ?? '',
    isCustom: false,
    ...given('description', stringOf(member(tool, 'description'))),
    ...given('schema', schema && jsonTextOf(text, schema)),
    ...given('isStrict', booleanOf(member(tool, 'strict'))),
    ...given('cache', readMark(member(tool, 'cache_control'))),
  };
}

function readToolChoice(choice: JsonNode | undefined): ToolChoice | undefined {
  switch (stringOf(member(choice, 'type'))) {
    case 'auto':
      return { mode: 'auto' };
    case 'none':
      return { mode: 'none' };
    case 'any':
      return { mode: 'required' };
    case 'tool':
      return { mode: 'one', name: stringOf(member(choice, 'name')) ?? '' };
    case undefined:
    default:
      return undefined;
  }
}

/** Undefined for a mode that nobody here knows. */
export function readThinking(thinking: JsonNode | undefined): Thinking | undefined {
  const mode = stringOf(member(thinking, 'type'));
  if (mode !== 'enabled' && mode !== 'adaptive' && mode !== 'disabled') return undefined;
  return { mode, ...given('budgetTokens', numberOf(member(thinking, 'budget_tokens'))) };
}

function readSampling(root: JsonNode): Sampling {
  const number = (key: string) => numberOf(member(root, key));
  const stop = itemsOf(member(root, 'stop_sequences')).flatMap((item) => stringOf(item) ?? []);
  return {
    ...given('tokensMax', number('max_tokens')),
    ...given('temperature', number('temperature')),
    ...given('topP', number('top_p')),
    ...given('topK', number('top_k')),
    ...(stop.length > 0 && { stop }),
  };
}

/** The schema has no name here; other formats want one. */
const OUTPUT_NAME = 'output';

function readOutput(format: JsonNode | undefined, text: string): OutputFormat | undefined {
  const schema = objectOf(member(format, 'schema'));
  if (stringOf(member(format, 'type')) !== 'json_schema' || !schema) return undefined;
  return {
    type: 'json_schema',
    name: OUTPUT_NAME,
    schema: jsonTextOf(text, schema),
    isStrict: true,
  };
}

/** `standard_only` is the default of the others. */
const readTier = (tier: string | undefined): string | undefined =>
  tier === 'standard_only' ? 'default' : tier;
