import type {
  CacheMark,
  Conversation,
  OutputFormat,
  RequestPart,
  Tool,
  ToolChoice,
  ToolResultPart,
  Turn,
} from '../conversation/conversation.js';
import { inWordsOf, textIn, urlOf } from '../conversation/source.js';
import { systemWithJson } from '../conversation/in-words.js';
import { apartFromResults, textsOfResult } from '../conversation/tool-messages.js';
import { raw, writeJson, type Raw } from '../conversation/write-json.js';

/** A chat request from canonical form. What the format cannot say is left out. */
export function writeChatRequest(conversation: Conversation): string {
  const { sampling, metadata, tools } = conversation;
  const { stop } = sampling;
  const system = systemWithJson(conversation).filter((part) => part.type === 'text');
  return writeJson({
    model: conversation.model,
    messages: [
      ...system.map((part) => ({ role: 'system', content: contentOf([part]) })),
      ...conversation.turns.flatMap(messagesOf),
    ],
    tools: tools.length > 0 ? tools.map(toolOf) : undefined,
    tool_choice: conversation.toolChoice && choiceOf(conversation.toolChoice, tools),
    parallel_tool_calls: conversation.parallelTools,
    stream: conversation.isStreaming || undefined,
    max_tokens: sampling.tokensMax,
    n: sampling.choices,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    stop: stop && (stop.length === 1 ? stop[0] : stop),
    seed: sampling.seed,
    frequency_penalty: sampling.frequencyPenalty,
    presence_penalty: sampling.presencePenalty,
    reasoning_effort: conversation.effort,
    verbosity: conversation.verbosity,
    response_format: conversation.output && outputOf(conversation.output),
    prompt_cache_key: conversation.cacheKey,
    service_tier: conversation.serviceTier,
    user: conversation.endUser,
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
  });
}

/** Results of tools are messages of their own, and come before whatever else the user says. */
function messagesOf({ role, name, parts }: Turn): object[] {
  if (role === 'assistant') return [assistantMessage(parts, name)];
  const { results, said } = apartFromResults(parts, (part) => partOf(part) !== undefined);
  return [
    ...results.map(resultMessage),
    ...(said.length > 0 || results.length === 0 ? [{ role, name, content: contentOf(said) }] : []),
  ];
}

function resultMessage(result: ToolResultPart): object {
  const { id, name } = result;
  return { role: 'tool', tool_call_id: id, name, content: contentOf(textsOfResult(result)) };
}

function assistantMessage(parts: readonly RequestPart[], name: string | undefined): object {
  const joined = (type: 'thinking' | 'refusal') =>
    parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('') || undefined;
  const calls = parts.filter((part) => part.type === 'tool_call');
  const said = parts.filter((part) => part.type === 'text');
  return {
    role: 'assistant',
    name,
    reasoning_content: joined('thinking'),
    content: said.length === 0 && parts.length > 0 ? null : contentOf(said),
    refusal: joined('refusal'),
    tool_calls:
      calls.length === 0
        ? undefined
        : calls.map(({ id, name: tool, input, isCustom }) =>
            isCustom
              ? { id, type: 'custom', custom: { name: tool, input } }
              : { id, type: 'function', function: { name: tool, arguments: input } },
          ),
  };
}

/** A lone text without a mark is a string: every server takes that, not every one a list. */
function contentOf(all: readonly RequestPart[]): string | object[] {
  const parts = all.map(inWords);
  const [only] = parts;
  if (!only) return '';
  if (parts.length === 1 && only.type === 'text' && !only.cache) return only.text;
  return parts.flatMap((part) => partOf(part) ?? []);
}

/** Hosts of this format read no file that is text; as text all of them do. */
function inWords(part: RequestPart): RequestPart {
  const text = part.type === 'file' ? textIn(part.source) : undefined;
  if (part.type !== 'file' || text === undefined) return part;
  return { type: 'text', text: inWordsOf(part, text), ...(part.cache && { cache: part.cache }) };
}

function partOf(part: RequestPart): object | undefined {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text, cache_control: markOf(part.cache) };
    case 'image':
      if (part.source.kind === 'id') return undefined; // Only files go by an id here.
      return {
        type: 'image_url',
        image_url: { url: urlOf(part.source), detail: part.detail },
        cache_control: markOf(part.cache),
      };
    case 'file': {
      const { source, filename } = part;
      const file =
        source.kind === 'id'
          ? { file_id: source.id, filename }
          : { filename, file_data: urlOf(source) };
      return { type: 'file', file, cache_control: markOf(part.cache) };
    }
    case 'audio':
      return {
        type: 'input_audio',
        input_audio: { data: part.base64, format: part.format },
        cache_control: markOf(part.cache),
      };
    case 'refusal':
      return { type: 'refusal', refusal: part.text };
    case 'thinking':
    case 'tool_call':
    case 'tool_result':
    case 'opaque':
      return undefined;
  }
}

const markOf = (mark: CacheMark | undefined): object | undefined =>
  mark && { type: 'ephemeral', ttl: mark.ttl };

export function toolOf(tool: Tool): object {
  const { name, description, isStrict: strict, schema } = tool;
  const body = schema === undefined ? undefined : raw(schema);
  const cache_control = markOf(tool.cache);
  return tool.isCustom
    ? { type: 'custom', custom: { name, description, format: body }, cache_control }
    : {
        type: 'function',
        function: { name, description, parameters: body, strict },
        cache_control,
      };
}

function choiceOf(choice: ToolChoice, tools: readonly Tool[]): string | object {
  if (choice.mode !== 'one') return choice.mode;
  const { name } = choice;
  const isCustom = tools.some((tool) => tool.name === name && tool.isCustom);
  return isCustom ? { type: 'custom', custom: { name } } : { type: 'function', function: { name } };
}

export function outputOf(output: OutputFormat): object {
  switch (output.type) {
    case 'text':
      return { type: 'text' };
    case 'json':
      return { type: 'json_object' };
    case 'json_schema': {
      const { name, isStrict: strict } = output;
      const schema: Raw = raw(output.schema);
      return { type: 'json_schema', json_schema: { name, schema, strict } };
    }
  }
}
