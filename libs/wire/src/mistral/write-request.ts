import { refuse } from '#kernel';
import type {
  Conversation,
  FilePart,
  RequestPart,
  ToolChoice,
  ToolResultPart,
  Turn,
} from '../conversation/conversation.js';
import { NO_IMAGE_IDS } from '../conversation/file-refusals.js';
import { fitId, type IdRule } from '../conversation/fit-id.js';
import { IN_JSON } from '../conversation/in-words.js';
import { repairTurns } from '../conversation/repair-turns.js';
import { CUSTOM_INPUT, inputSchema } from '../conversation/tool-input.js';
import { apartFromResults, textsOfResult } from '../conversation/tool-messages.js';
import { inWordsOf, urlOf } from '../conversation/source.js';
import { raw, writeJson } from '../conversation/write-json.js';
import { outputOf } from '../chat/write-request.js';

const ID: IdRule = { pattern: /^[a-zA-Z0-9]{9}$/, length: 9 }; // Any other is refused.
const TEMPERATURE_MAX = 1.5; // Other formats go up to 2.
const TIERS: ReadonlySet<string> = new Set(['auto', 'standard_only']);

/** What the caller of a request decides beside the conversation. */
export interface MistralOptions {
  /** The model knows the thoughts of a history. */
  readonly takesThoughts: boolean;
  /** Members of the format's own (name to JSON text), as the caller wrote them. */
  readonly own: ReadonlyMap<string, string>;
}

/**
 * A request of Mistral's chat completions from canonical form. What the format cannot say is left out.
 * @throws field_invalid for what a user shows and the format has no place for
 */
export function writeMistralRequest(
  conversation: Conversation,
  { takesThoughts, own }: MistralOptions,
): string {
  const { sampling, metadata, tools, output, serviceTier: tier } = conversation;
  const hasTools = tools.length > 0;
  return writeJson({
    model: conversation.model,
    messages: [
      ...systemMessages(conversation),
      ...withPrefix(
        repairTurns(conversation.turns).flatMap((turn) => messagesOf(turn, takesThoughts)),
      ),
    ],
    tools: hasTools
      ? tools.map((tool) => ({
          type: 'function',
          function: {
            name: tool.name,
            description: tool.description,
            parameters: inputSchema(tool),
            strict: tool.isCustom ? undefined : tool.isStrict,
          },
        }))
      : undefined,
    tool_choice:
      hasTools && conversation.toolChoice ? choiceOf(conversation.toolChoice) : undefined,
    parallel_tool_calls: hasTools ? conversation.parallelTools : undefined,
    stream: conversation.isStreaming || undefined,
    max_tokens: sampling.tokensMax,
    n: sampling.choices,
    temperature: sampling.temperature && Math.min(sampling.temperature, TEMPERATURE_MAX),
    top_p: sampling.topP,
    stop: sampling.stop,
    random_seed: sampling.seed && Math.abs(sampling.seed),
    frequency_penalty: sampling.frequencyPenalty,
    presence_penalty: sampling.presencePenalty,
    reasoning_effort: conversation.effort,
    response_format: output && outputOf(output),
    prompt_cache_key: conversation.cacheKey,
    service_tier: tier !== undefined && TIERS.has(tier) ? tier : undefined,
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
    ...Object.fromEntries([...own].map(([name, json]) => [name, raw(json)])),
  });
}

/** JSON of any kind must be asked for in words, too. */
function systemMessages({ system, output }: Conversation): Message[] {
  const texts = system.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (output?.type === 'json') texts.push(IN_JSON);
  return texts.map((content) => ({ role: 'system', content }));
}

type Message = Readonly<Record<string, unknown>> & { readonly role: string };

/** An answer that was begun goes on where it is said so. */
const withPrefix = (messages: readonly Message[]): Message[] =>
  messages.map((message, index) =>
    index === messages.length - 1 && message.role === 'assistant'
      ? { ...message, prefix: true }
      : message,
  );

const PLACEHOLDER = '.'; // A message may not be empty, and this says nothing.

/** Behind the results of tools some models take no word of the user at once. */
const BETWEEN: Message = { role: 'assistant', content: PLACEHOLDER };

function messagesOf({ role, parts }: Turn, takesThoughts: boolean): Message[] {
  if (role === 'assistant') return [assistantMessage(parts, takesThoughts)];
  const { results, said } = apartFromResults(
    parts,
    ({ type }) => type === 'image' || type === 'file',
  );
  const messages: Message[] = results.map(resultMessage);
  const content = contentOf(said);
  if (content.length === 0 && results.length > 0) return messages;
  if (results.length > 0) messages.push(BETWEEN);
  return [...messages, { role: 'user', content: content.length > 0 ? content : PLACEHOLDER }];
}

const resultMessage = (result: ToolResultPart): Message => ({
  role: 'tool',
  tool_call_id: fitId(result.id, ID),
  name: result.name,
  content: textsOfResult(result)
    .map(({ text }) => text)
    .join('\n'),
});

function assistantMessage(parts: readonly RequestPart[], takesThoughts: boolean): Message {
  const calls = parts.filter((part) => part.type === 'tool_call');
  const said = parts.flatMap((part) =>
    part.type === 'text' || part.type === 'refusal' ? [part.text] : [],
  );
  // What somebody signed is for nobody else.
  const thoughts = parts.flatMap((part) =>
    takesThoughts && part.type === 'thinking' && !part.signature
      ? [{ type: 'thinking', thinking: [{ type: 'text', text: part.text }] }]
      : [],
  );
  const texts = said.map((text) => ({ type: 'text', text }));
  const silence = calls.length > 0 ? '' : PLACEHOLDER;
  return {
    role: 'assistant',
    content: thoughts.length > 0 ? [...thoughts, ...texts] : said.join('\n') || silence,
    tool_calls:
      calls.length === 0
        ? undefined
        : calls.map(({ id, name, input, isCustom }) => ({
            id: fitId(id, ID),
            type: 'function',
            function: {
              name,
              arguments: isCustom ? writeJson({ [CUSTOM_INPUT]: input }) : input || '{}',
            },
          })),
  };
}

/** A lone text is a string: all models take that. */
function contentOf(parts: readonly RequestPart[]): string | object[] {
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text' ? only.text : parts.flatMap(partOf);
}

function partOf(part: RequestPart): object[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return [{ type: 'text', text: part.text }];
    case 'image':
      if (part.source.kind === 'id') throw refused(NO_IMAGE_IDS);
      return [{ type: 'image_url', image_url: { url: urlOf(part.source), detail: part.detail } }];
    case 'file':
      return [fileOf(part)];
    case 'audio':
      return [{ type: 'input_audio', input_audio: part.base64 }];
    case 'thinking':
    case 'tool_call':
    case 'tool_result':
    case 'opaque':
      return [];
  }
}

/** Documents go by their address, which may hold them; those that are text are said. */
function fileOf(part: FilePart): object {
  const { source, filename } = part;
  if (source.kind === 'text') return { type: 'text', text: inWordsOf(part, source.text) };
  if (source.kind === 'id') return { type: 'file', file_id: source.id };
  return { type: 'document_url', document_url: urlOf(source), document_name: filename };
}

function choiceOf(choice: ToolChoice): string | object {
  if (choice.mode === 'one') return { type: 'function', function: { name: choice.name } };
  return choice.mode === 'required' ? 'any' : choice.mode;
}

const refused = (message: string) => refuse('field_invalid', { message, param: 'messages' });
