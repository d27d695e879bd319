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
  type RequestPart,
  type Sampling,
  type Tool,
  type ToolChoice,
  type Turn,
} from '../conversation/conversation.js';
import { booleanOf, given } from '../conversation/given.js';
import { readMetadata } from '../conversation/metadata.js';
import { readChatParts, readResult, readToolCallPart } from './read-parts.js';

/** A chat request in canonical form. What it says beyond that is the chat format's alone. */
export function readChatConversation({ root, text }: JsonDocument): Conversation {
  const turns = readTurns(itemsOf(member(root, 'messages')));
  const firstTurn = turns.findIndex((turn) => turn.role !== 'system');
  const systemTurns = firstTurn < 0 ? turns : turns.slice(0, firstTurn);
  return {
    model: stringOf(member(root, 'model')) ?? '',
    isStreaming: isTrue(member(root, 'stream')),
    system: systemTurns.flatMap((turn) => turn.parts),
    turns: firstTurn < 0 ? [] : turns.slice(firstTurn),
    tools: itemsOf(member(root, 'tools')).flatMap((tool) => readTool(tool, text) ?? []),
    sampling: readSampling(root),
    metadata: readMetadata(member(root, 'metadata')),
    ...given('toolChoice', readToolChoice(member(root, 'tool_choice'))),
    ...given('parallelTools', booleanOf(member(root, 'parallel_tool_calls'))),
    ...given('effort', stringOf(member(root, 'reasoning_effort'))),
    ...given('verbosity', stringOf(member(root, 'verbosity'))),
    ...given('output', readOutput(member(root, 'response_format'), text)),
    ...given('cacheKey', stringOf(member(root, 'prompt_cache_key'))),
    ...given('serviceTier', stringOf(member(root, 'service_tier'))),
    ...given('endUser', stringOf(member(root, 'user'))),
  };
}

/** Tools' results, and what the user says after them, are one turn, as in most other formats. */
function readTurns(messages: readonly JsonNode[]): Turn[] {
  const turns: Turn[] = [];
  let results: RequestPart[] = [];
  for (const message of messages) {
    const role = stringOf(member(message, 'role'));
    if (role === 'tool' || role === 'function') {
      results.push(readResult(message));
      continue;
    }
    const turn = readMessage(message, role);
    if (turn.role === 'user') turns.push({ ...turn, parts: [...results, ...turn.parts] });
    else turns.push(...turnOf(results), turn);
    results = [];
  }
  return [...turns, ...turnOf(results)];
}

const turnOf = (results: readonly RequestPart[]): Turn[] =>
  results.length > 0 ? [{ role: 'user', parts: results }] : [];

function readMessage(message: JsonNode, role: string | undefined): Turn {
  const name = given('name', stringOf(member(message, 'name')));
  switch (role) {
    case 'system':
    case 'developer':
      return { role: 'system', ...name, parts: readChatParts(member(message, 'content')) };
    case 'assistant':
      return { role, ...name, parts: readAssistantParts(message) };
    case undefined:
    default:
      return { role: 'user', ...name, parts: readChatParts(member(message, 'content')) };
  }
}

function readAssistantParts(message: JsonNode): RequestPart[] {
  const thinking =
    stringOf(member(message, 'reasoning_content')) ?? stringOf(member(message, 'reasoning'));
  const refusal = stringOf(member(message, 'refusal'));
  return [
    ...(thinking ? [{ type: 'thinking', text: thinking } as const] : []),
    ...readChatParts(member(message, 'content')),
    ...(refusal ? [{ type: 'refusal', text: refusal } as const] : []),
    ...itemsOf(member(message, 'tool_calls')).map(readToolCallPart),
  ];
}

/** Undefined for what a provider brings along itself, such as a web search: nobody else has it. */
function readTool(tool: JsonNode, text: string): Tool | undefined {
  const custom = objectOf(member(tool, 'custom'));
  const body = custom ?? objectOf(member(tool, 'function'));
  if (!body) return undefined;
  const schema = member(body, custom ? 'format' : 'parameters');
  const mark = member(tool, 'cache_control');
  return {
    name: stringOf(member(body, 'name')) ?? '',
    isCustom: custom !== undefined,
    ...given('description', stringOf(member(body, 'description'))),
    ...given('schema', schema && jsonTextOf(text, schema)),
    ...given('isStrict', booleanOf(member(body, 'strict'))),
    ...(mark?.kind === 'object' && { cache: given('ttl', stringOf(member(mark, 'ttl'))) }),
  };
}

function readToolChoice(node: JsonNode | undefined): ToolChoice | undefined {
  const mode = stringOf(node);
  if (mode === 'auto' || mode === 'none' || mode === 'required') return { mode };
  const name = stringOf(member(member(node, 'function') ?? member(node, 'custom'), 'name'));
  return name === undefined ? undefined : { mode: 'one', name };
}

function readSampling(root: JsonNode): Sampling {
  const number = (key: string) => numberOf(member(root, key));
  const stop = member(root, 'stop');
  const stops = stop?.kind === 'string' ? [stop.value] : itemsOf(stop).map(stringOf);
  const sequences = stops.filter((sequence) => sequence !== undefined);
  return {
    ...given('tokensMax', number('max_completion_tokens') ?? number('max_tokens')),
    ...given('choices', number('n')),
    ...given('temperature', number('temperature')),
    ...given('topP', number('top_p')),
    ...given('topK', number('top_k')),
    ...(sequences.length > 0 && { stop: sequences }),
    ...given('seed', number('seed')),
    ...given('frequencyPenalty', number('frequency_penalty')),
    ...given('presencePenalty', number('presence_penalty')),
  };
}

function readOutput(format: JsonNode | undefined, text: string): OutputFormat | undefined {
  switch (stringOf(member(format, 'type'))) {
    case 'text':
      return { type: 'text' };
    case 'json_object':
      return { type: 'json' };
    case 'json_schema': {
      const spec = member(format, 'json_schema');
      const schema = member(spec, 'schema');
      return {
        type: 'json_schema',
        name: stringOf(member(spec, 'name')) ?? '',
        schema: schema ? jsonTextOf(text, schema) : '{}',
        ...given('isStrict', booleanOf(member(spec, 'strict'))),
      };
    }
    case undefined:
    default:
      return undefined;
  }
}
