import {
  addAll,
  isTrue,
  itemsOf,
  member,
  numberOf,
  stringOf,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import {
  jsonTextOf,
  type Conversation,
  type OutputFormat,
  type RequestPart,
  type Turn,
} from '../conversation/conversation.js';
import { booleanOf, given } from '../conversation/given.js';
import { readMetadata } from '../conversation/metadata.js';
import type { Opaque } from '../reply.js';
import { callSealIn, readItem, type ReadItem } from './read-items.js';
import { readTools } from './read-tools.js';

/** A request of this format in canonical form. What it says beyond that is this format's alone. */
export function readResponsesConversation({ root, text }: JsonDocument): Conversation {
  const turns = readTurns(member(root, 'input'), text);
  const firstTurn = turns.findIndex(({ role }) => role !== 'system');
  const before = firstTurn < 0 ? turns : turns.slice(0, firstTurn);
  const number = (key: string) => numberOf(member(root, key));
  const format = member(root, 'text');
  return {
    model: stringOf(member(root, 'model')) ?? '',
    isStreaming: isTrue(member(root, 'stream')),
    system: [...textPart(member(root, 'instructions')), ...before.flatMap(({ parts }) => parts)],
    turns: firstTurn < 0 ? [] : turns.slice(firstTurn),
    ...readTools(root, text),
    sampling: {
      ...given('tokensMax', number('max_output_tokens')),
      ...given('temperature', number('temperature')),
      ...given('topP', number('top_p')),
    },
    metadata: readMetadata(member(root, 'metadata')),
    ...given('parallelTools', booleanOf(member(root, 'parallel_tool_calls'))),
    ...given('effort', stringOf(member(member(root, 'reasoning'), 'effort'))),
    ...given('verbosity', stringOf(member(format, 'verbosity'))),
    ...given('output', readOutput(member(format, 'format'), text)),
    ...given('cacheKey', stringOf(member(root, 'prompt_cache_key'))),
    ...given('serviceTier', stringOf(member(root, 'service_tier'))),
    ...given('endUser', stringOf(member(root, 'safety_identifier') ?? member(root, 'user'))),
  };
}

const textPart = (node: JsonNode | undefined): RequestPart[] => {
  const text = stringOf(node);
  return text ? [{ type: 'text', text }] : [];
};

/**
 * What the assistant says, thinks and calls in a row is one turn, as in most other formats; so are the
 * results of its calls and what the user says after them.
 */
function readTurns(input: JsonNode | undefined, text: string): Turn[] {
  if (input?.kind === 'string') return [{ role: 'user', parts: textPart(input) }];
  const turns: { readonly role: Turn['role']; readonly parts: RequestPart[] }[] = [];
  let seal: Opaque | undefined;
  for (const item of itemsOf(input)) {
    const before = seal;
    seal = callSealIn(item);
    if (seal) continue;
    const { role, parts } = signedBy(before, readItem(item, text));
    const last = turns.at(-1);
    const goesOn = role === 'assistant' || last?.parts.at(-1)?.type === 'tool_result';
    if (last?.role === role && role !== 'system' && goesOn) addAll(last.parts, parts);
    else turns.push({ role, parts: [...parts] });
  }
  return turns;
}

function signedBy(signature: Opaque | undefined, item: ReadItem): ReadItem {
  const [call] = item.parts;
  if (!signature || call?.type !== 'tool_call') return item;
  return { ...item, parts: [{ ...call, signature }] };
}

function readOutput(format: JsonNode | undefined, text: string): OutputFormat | undefined {
  switch (stringOf(member(format, 'type'))) {
    case 'text':
      return { type: 'text' };
    case 'json_object':
      return { type: 'json' };
    case 'json_schema': {
      const schema = member(format, 'schema');
      return {
        type: 'json_schema',
        name: stringOf(member(format, 'name')) ?? '',
        schema: schema ? jsonTextOf(text, schema) : '{}',
        ...given('isStrict', booleanOf(member(format, 'strict'))),
      };
    }
    case undefined:
    default:
      return undefined;
  }
}
