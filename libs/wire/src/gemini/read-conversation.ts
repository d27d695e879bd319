import {
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
  type Sampling,
  type Thinking,
  type Tool,
  type ToolChoice,
  type Turn,
} from '../conversation/conversation.js';
import { given } from '../conversation/given.js';
import { CallIds, readPart } from './read-parts.js';
import { readSchema } from './schema.js';

/**
 * A request of this format in canonical form. Which model it is for, and whether the answer is a
 * stream, stands in the path: whoever read that adds it.
 */
export function readGeminiConversation({ root, text }: JsonDocument): Conversation {
  const config = member(root, 'generationConfig');
  const ids = new CallIds();
  const choice = member(member(root, 'toolConfig'), 'functionCallingConfig');
  const allowed = new Set(itemsOf(member(choice, 'allowedFunctionNames')).map(stringOf));
  const tools = itemsOf(member(root, 'tools'))
    .flatMap((tool) => itemsOf(member(tool, 'functionDeclarations')))
    .map((declared) => readTool(declared, text))
    .filter(({ name }) => allowed.size === 0 || allowed.has(name));
  const thinking = member(config, 'thinkingConfig');
  return {
    model: '',
    isStreaming: false,
    system: readSystem(member(root, 'systemInstruction'), text, ids),
    turns: readTurns(itemsOf(member(root, 'contents')), text, ids),
    tools,
    sampling: readSampling(config),
    metadata: {},
    ...given('toolChoice', readToolChoice(stringOf(member(choice, 'mode')), allowed)),
    ...given('thinking', readThinking(thinking)),
    ...given('effort', stringOf(member(thinking, 'thinkingLevel'))?.toLowerCase()),
    ...given('output', readOutput(config, text)),
    ...given('serviceTier', readTier(stringOf(member(root, 'serviceTier')))),
  };
}

/** Neighbours of one role are one turn: clients keep a streamed answer piece by piece. */
function readTurns(contents: readonly JsonNode[], text: string, ids: CallIds): Turn[] {
  const turns: { readonly role: Turn['role']; readonly parts: RequestPart[] }[] = [];
  for (const content of contents) {
    const role = stringOf(member(content, 'role')) === 'model' ? 'assistant' : 'user';
    let turn = turns.at(-1);
    if (turn?.role !== role) {
      if (role === 'assistant') ids.newTurn();
      turns.push((turn = { role, parts: [] }));
    }
    for (const part of itemsOf(member(content, 'parts'))) {
      turn.parts.push(...readPart(part, text, ids));
    }
  }
  return turns;
}

function readSystem(content: JsonNode | undefined, text: string, ids: CallIds): RequestPart[] {
  const plain = stringOf(content);
  if (plain !== undefined) return plain === '' ? [] : [{ type: 'text', text: plain }];
  return itemsOf(member(content, 'parts')).flatMap((part) => readPart(part, text, ids));
}

function readTool(declared: JsonNode, text: string): Tool {
  const schema = member(declared, 'parametersJsonSchema');
  const dialect = member(declared, 'parameters');
  return {
    name: stringOf(member(declared, 'name')) ?? '',
    isCustom: false,
    ...given('description', stringOf(member(declared, 'description'))),
    ...given('schema', schema && jsonTextOf(text, schema)),
    ...(!schema && dialect && { schema: readSchema(jsonTextOf(text, dialect)) }),
  };
}

function readToolChoice(
  mode: string | undefined,
  allowed: ReadonlySet<string | undefined>,
): ToolChoice | undefined {
  switch (mode) {
    case 'AUTO':
    case 'VALIDATED':
      return { mode: 'auto' };
    case 'NONE':
      return { mode: 'none' };
    case 'ANY': {
      const [name] = allowed;
      return allowed.size === 1 && name !== undefined
        ? { mode: 'one', name }
        : { mode: 'required' };
    }
    case undefined:
    default:
      return undefined;
  }
}

/** A budget of 0 is off; one below is the model's own to choose. */
function readThinking(config: JsonNode | undefined): Thinking | undefined {
  const budgetTokens = numberOf(member(config, 'thinkingBudget'));
  if (budgetTokens === 0) return { mode: 'disabled' };
  if (budgetTokens !== undefined && budgetTokens > 0) return { mode: 'enabled', budgetTokens };
  const isShown = isTrue(member(config, 'includeThoughts'));
  return isShown || budgetTokens !== undefined ? { mode: 'adaptive' } : undefined;
}

function readSampling(config: JsonNode | undefined): Sampling {
  const number = (key: string) => numberOf(member(config, key));
  const stop = itemsOf(member(config, 'stopSequences')).flatMap((item) => stringOf(item) ?? []);
  return {
    ...given('tokensMax', number('maxOutputTokens')),
    ...given('choices', number('candidateCount')),
    ...given('temperature', number('temperature')),
    ...given('topP', number('topP')),
    ...given('topK', number('topK')),
    ...(stop.length > 0 && { stop }),
    ...given('seed', number('seed')),
    ...given('frequencyPenalty', number('frequencyPenalty')),
    ...given('presencePenalty', number('presencePenalty')),
  };
}

/** The schema has no name here; other formats want one. */
const OUTPUT_NAME = 'output';

function readOutput(config: JsonNode | undefined, text: string): OutputFormat | undefined {
  const schema = member(config, 'responseJsonSchema');
  const dialect = member(config, 'responseSchema');
  const name = OUTPUT_NAME;
  if (schema?.kind === 'object') {
    return { type: 'json_schema', name, schema: jsonTextOf(text, schema) };
  }
  if (dialect?.kind === 'object') {
    return { type: 'json_schema', name, schema: readSchema(jsonTextOf(text, dialect)) };
  }
  const type = stringOf(member(config, 'responseMimeType'));
  return type === 'application/json' ? { type: 'json' } : undefined;
}

const readTier = (tier: string | undefined): string | undefined =>
  tier?.toLowerCase() === 'standard' ? 'default' : tier?.toLowerCase();
