import { parseJson } from '#kernel';
import type {
  Conversation,
  OutputFormat,
  RequestPart,
  Tool,
  ToolChoice,
  ToolResultPart,
  Turn,
} from '../conversation/conversation.js';
import { systemWithJson, TOOL_FAILED } from '../conversation/in-words.js';
import { urlOf } from '../conversation/source.js';
import { raw, writeJson, type Raw } from '../conversation/write-json.js';
import { flattened } from './read-tools.js';
import { sealSignature } from './seal.js';

/** A request of this format from canonical form, of which nothing is stored. What it cannot say is left out. */
export function writeResponsesRequest(conversation: Conversation): string {
  const { sampling, metadata, tools, turns, output, effort, verbosity } = conversation;
  const instructions = systemWithJson(conversation)
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n');
  const custom = customCalls(turns);
  const format = output && outputOf(output);
  return writeJson({
    model: conversation.model,
    instructions: instructions || undefined,
    input: turns.flatMap((turn) => itemsOf(turn, custom)),
    tools: tools.length > 0 ? tools.map(toolOf) : undefined,
    tool_choice:
      tools.length > 0 && conversation.toolChoice
        ? choiceOf(conversation.toolChoice, tools)
        : undefined,
    parallel_tool_calls: conversation.parallelTools,
    stream: conversation.isStreaming || undefined,
    store: false,
    max_output_tokens: sampling.tokensMax,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    reasoning: effort === undefined ? undefined : { effort },
    text: format || verbosity !== undefined ? { format, verbosity } : undefined,
    prompt_cache_key: conversation.cacheKey,
    service_tier: conversation.serviceTier,
    safety_identifier: conversation.endUser,
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
  });
}

/** Ids of calls whose input is a text: their results have a type of their own. */
const customCalls = (turns: readonly Turn[]): ReadonlySet<string> =>
  new Set(
    turns.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool_call' && part.isCustom ? [part.id] : [])),
    ),
  );

function itemsOf({ role, parts }: Turn, custom: ReadonlySet<string>): (object | Raw)[] {
  const isAssistant = role === 'assistant';
  const items: (object | Raw)[] = [];
  let said: object[] = [];
  const closeMessage = () => {
    const spoken = role === 'system' ? 'developer' : role;
    if (said.length > 0) items.push({ type: 'message', role: spoken, content: said });
    said = [];
  };
  for (const part of parts) {
    const piece = contentOf(part, isAssistant);
    if (piece) said.push(piece);
    else {
      closeMessage();
      const item = itemOf(part, custom);
      if (item) items.push(item);
    }
  }
  closeMessage();
  return items;
}

/** A part that stands within a message, or in what a tool gave. */
function contentOf(part: RequestPart, isAssistant: boolean): object | undefined {
  switch (part.type) {
    case 'text':
      return { type: isAssistant ? 'output_text' : 'input_text', text: part.text };
    case 'refusal':
      return { type: 'refusal', refusal: part.text };
    case 'image': {
      const { source, detail } = part;
      const file = source.kind === 'id' ? { file_id: source.id } : { image_url: urlOf(source) };
      return { type: 'input_image', ...file, detail };
    }
    case 'file': {
      const { source, filename } = part;
      if (source.kind === 'id') return { type: 'input_file', file_id: source.id };
      if (source.kind === 'url') return { type: 'input_file', file_url: source.url };
      return { type: 'input_file', filename, file_data: urlOf(source) };
    }
    case 'audio':
      return { type: 'input_audio', input_audio: { data: part.base64, format: part.format } };
    case 'tool_call':
    case 'tool_result':
    case 'thinking':
    case 'opaque':
      return undefined;
  }
}

function itemOf(part: RequestPart, custom: ReadonlySet<string>): object | Raw | undefined {
  switch (part.type) {
    case 'tool_call': {
      const { id: call_id, name, input } = part;
      return part.isCustom
        ? { type: 'custom_tool_call', call_id, name, input }
        : { type: 'function_call', call_id, name, arguments: input };
    }
    case 'tool_result': {
      const type = custom.has(part.id) ? 'custom_tool_call_output' : 'function_call_output';
      return { type, call_id: part.id, output: resultOf(part) };
    }
    case 'thinking': {
      // Without bytes of its own maker it would be refused.
      const seal = part.signature && sealSignature(part.signature);
      if (seal === undefined) return undefined;
      const summary = part.text === '' ? [] : [{ type: 'summary_text', text: part.text }];
      return { type: 'reasoning', summary, encrypted_content: seal };
    }
    case 'opaque':
      return part.value.origin === 'responses' ? raw(part.value.value) : undefined;
    case 'text':
    case 'refusal':
    case 'image':
    case 'file':
    case 'audio':
      return undefined; // Part of a message.
  }
}

function resultOf({ isError, parts }: ToolResultPart): string | object[] {
  const [only] = parts;
  const failed: readonly RequestPart[] = isError ? [TOOL_FAILED] : [];
  if (!only && !isError) return '';
  if (parts.length === 1 && only?.type === 'text' && !isError) return only.text;
  return [...failed, ...parts].flatMap((part) => contentOf(part, false) ?? []);
}

/** Not said, strictness would be the provider's to decide. */
export function toolOf({ name, description, isCustom, isStrict = false, schema }: Tool): object {
  if (!isCustom) {
    const parameters = raw(schema ?? '{"type":"object","properties":{}}');
    return { type: 'function', name, description, parameters, strict: isStrict };
  }
  const format = schema === undefined ? undefined : flattened(parseJson(schema).root);
  return { type: 'custom', name, description, format };
}

function choiceOf(choice: ToolChoice, tools: readonly Tool[]): string | object {
  if (choice.mode !== 'one') return choice.mode;
  const { name } = choice;
  const isCustom = tools.some((tool) => tool.name === name && tool.isCustom);
  return { type: isCustom ? 'custom' : 'function', name };
}

function outputOf(output: OutputFormat): object {
  switch (output.type) {
    case 'text':
      return { type: 'text' };
    case 'json':
      return { type: 'json_object' };
    case 'json_schema': {
      const { name, isStrict: strict } = output;
      return { type: 'json_schema', name, schema: raw(output.schema), strict };
    }
  }
}
