import { fitId, type IdRule } from '../conversation/fit-id.js';
import { repairTurns } from '../conversation/repair-turns.js';
import { inputSchema, toolInput } from '../conversation/tool-input.js';
import { Raw, raw, writeJson } from '../conversation/write-json.js';
import type {
  CacheMark,
  Conversation,
  RequestPart,
  Source,
  Tool,
  ToolChoice,
  Turn,
} from '../conversation/conversation.js';
import { IN_JSON } from '../conversation/in-words.js';
import { fitOutputSchema } from './output-schema.js';
import { ownValue } from './write-block.js';

const ID: IdRule = { pattern: /^[a-zA-Z0-9_-]{1,64}$/, length: 24 };
const TEMPERATURE_MAX = 1; // Other formats go up to 2.

/** A request of the messages format from canonical form. What the format cannot say is left out. */
export function writeMessagesRequest(conversation: Conversation): string {
  const { sampling, tools, output, effort, endUser } = conversation;
  const format = output?.type === 'json_schema' ? fitOutputSchema(output.schema) : undefined;
  const system = [
    ...conversation.system.flatMap((part) => textBlock(part) ?? []),
    ...(output?.type === 'json' ? [{ type: 'text', text: IN_JSON }] : []),
  ];
  return writeJson({
    model: conversation.model,
    max_tokens: sampling.tokensMax,
    system: system.length > 0 ? system : undefined,
    messages: withoutTail(repairTurns(conversation.turns).map(spoken)).map(messageOf),
    tools: tools.length > 0 ? tools.map(toolOf) : undefined,
    tool_choice: tools.length > 0 ? choiceOf(conversation) : undefined,
    stream: conversation.isStreaming || undefined,
    temperature: sampling.temperature && Math.min(sampling.temperature, TEMPERATURE_MAX),
    top_p: sampling.topP,
    top_k: sampling.topK,
    stop_sequences: sampling.stop?.filter((sequence) => sequence.trim() !== ''),
    thinking: conversation.thinking && {
      type: conversation.thinking.mode,
      budget_tokens: conversation.thinking.budgetTokens,
    },
    output_config:
      effort === undefined && !format
        ? undefined
        : { effort, format: format && { type: 'json_schema', schema: raw(format) } },
    service_tier: conversation.serviceTier === 'auto' ? 'auto' : undefined,
    metadata: endUser === undefined ? undefined : { user_id: endUser },
  });
}

interface Spoken {
  readonly role: Turn['role'];
  readonly content: readonly Block[];
}

type Block = Readonly<Record<string, unknown>> | Raw;

const spoken = ({ role, parts }: Turn): Spoken => ({
  role,
  content: parts.flatMap((part): Block[] => blockOf(part) ?? []),
});

/** A turn that began for the assistant must not end in blanks, and no turn may be empty. */
function withoutTail(turns: readonly Spoken[]): Spoken[] {
  const said = turns.filter(({ content }) => content.length > 0);
  const last = said.at(-1);
  const tail = last?.content.at(-1);
  if (last?.role !== 'assistant' || !tail || tail instanceof Raw) return said;
  if (typeof tail['text'] !== 'string') return said;
  const text = tail['text'].trimEnd();
  const content = [...last.content.slice(0, -1), ...(text === '' ? [] : [{ ...tail, text }])];
  return [...said.slice(0, -1), ...(content.length > 0 ? [{ ...last, content }] : [])];
}

const messageOf = ({ role, content }: Spoken): object => ({ role, content });

function blockOf(part: RequestPart): Block[] | undefined {
  switch (part.type) {
    case 'text':
      return textBlock(part);
    case 'refusal':
      return textBlock({ type: 'text', text: part.text });
    case 'image':
      return [{ type: 'image', source: sourceOf(part.source), cache_control: markOf(part.cache) }];
    case 'file':
      return [
        {
          type: 'document',
          source: documentSource(part.source),
          title: part.filename,
          context: part.context,
          citations: part.asksForCitations ? { enabled: true } : undefined,
          cache_control: markOf(part.cache),
        },
      ];
    case 'tool_call':
      return [
        {
          type: 'tool_use',
          id: fitId(part.id, ID),
          name: part.name,
          input: toolInput(part.input, part.isCustom),
          cache_control: markOf(part.cache),
        },
      ];
    case 'tool_result': {
      const content = part.parts.flatMap((inner): Block[] => blockOf(inner) ?? []);
      return [
        {
          type: 'tool_result',
          tool_use_id: fitId(part.id, ID),
          content: content.length > 0 ? content : undefined,
          is_error: part.isError || undefined,
          cache_control: markOf(part.cache),
        },
      ];
    }
    case 'thinking': {
      // Without its own signature it is refused.
      const signature = part.signature && ownValue(part.signature);
      return signature ? [{ type: 'thinking', thinking: part.text, signature }] : undefined;
    }
    case 'opaque': {
      const block = ownValue(part.value);
      return block === null ? undefined : [raw(block)];
    }
    case 'audio':
      return undefined; // There is no place for it.
  }
}

/** Blank texts are refused, although providers send them. */
function textBlock(part: RequestPart): Block[] | undefined {
  if (part.type !== 'text' || part.text.trim() === '') return undefined;
  return [{ type: 'text', text: part.text, cache_control: markOf(part.cache) }];
}

function sourceOf(source: Source): object {
  switch (source.kind) {
    case 'base64':
      return { type: 'base64', media_type: source.mime, data: source.data };
    case 'url':
      return { type: 'url', url: source.url };
    case 'id':
      return { type: 'file', file_id: source.id };
    case 'text':
      return { type: 'text', media_type: 'text/plain', data: source.text };
  }
}

/** Of documents only PDF comes as bytes; a text is a text. */
function documentSource(source: Source): object {
  if (source.kind !== 'base64' || !source.mime.startsWith('text/')) return sourceOf(source);
  return sourceOf({ kind: 'text', text: Buffer.from(source.data, 'base64').toString('utf8') });
}

const markOf = (mark: CacheMark | undefined): object | undefined =>
  mark && { type: 'ephemeral', ttl: mark.ttl };

export const toolOf = (tool: Tool): object => ({
  name: tool.name,
  description: tool.description,
  input_schema: inputSchema(tool),
  strict: tool.isStrict || undefined,
  cache_control: markOf(tool.cache),
});

function choiceOf({ toolChoice, parallelTools }: Conversation): object | undefined {
  const isSerial = parallelTools === false ? true : undefined;
  if (!toolChoice && !isSerial) return undefined;
  const choice = wordOf(toolChoice ?? { mode: 'auto' });
  return 'name' in choice || choice.type !== 'none'
    ? { ...choice, disable_parallel_tool_use: isSerial }
    : choice;
}

function wordOf(choice: ToolChoice): { readonly type: string; readonly name?: string } {
  switch (choice.mode) {
    case 'auto':
    case 'none':
      return { type: choice.mode };
    case 'required':
      return { type: 'any' };
    case 'one':
      return { type: 'tool', name: choice.name };
  }
}
