import { refuse } from '#kernel';
import type { Conversation, RequestPart, Turn } from '../conversation/conversation.js';
import { IN_JSON, inSchema } from '../conversation/in-words.js';
import { repairTurns } from '../conversation/repair-turns.js';
import { CUSTOM_INPUT, inputSchema } from '../conversation/tool-input.js';
import { apartFromResults, textsOfResult } from '../conversation/tool-messages.js';
import { NO_IDS, TEXTS_ALONE } from '../conversation/file-refusals.js';
import { textIn, urlOf } from '../conversation/source.js';
import { raw, writeJson } from '../conversation/write-json.js';

/**
 * A request of `/v2/chat` from canonical form. What the format cannot say is left out.
 * @param takesThoughts the model knows the thoughts of a history
 * @throws field_invalid for what a user shows and the format has no place for
 */
export function writeCohereRequest(conversation: Conversation, takesThoughts: boolean): string {
  const { sampling, thinking, model, isStreaming } = conversation;
  const tools = toolsOf(conversation);
  const hasTools = tools.length > 0;
  const turns = repairTurns(conversation.turns);
  const documents = turns.flatMap(({ parts }) => parts.flatMap(filesIn)).map(documentOf);
  return writeJson({
    model,
    messages: [
      ...systemMessages(conversation, hasTools),
      ...turns.flatMap((turn) => messagesOf(turn, takesThoughts)),
    ],
    documents: documents.length > 0 ? documents : undefined,
    tools: hasTools
      ? tools.map((tool) => ({
          type: 'function',
          function: {
            name: tool.name,
            description: tool.description,
            parameters: inputSchema(tool),
          },
        }))
      : undefined,
    tool_choice: hasTools ? choiceOf(conversation) : undefined,
    response_format: hasTools ? undefined : formatOf(conversation),
    stream: isStreaming,
    max_tokens: sampling.tokensMax,
    temperature: within(sampling.temperature, 0, 1),
    p: within(sampling.topP, 0.01, 0.99),
    k: sampling.topK,
    stop_sequences: sampling.stop,
    seed: sampling.seed,
    frequency_penalty: within(sampling.frequencyPenalty, 0, 1),
    presence_penalty: within(sampling.presencePenalty, 0, 1),
    thinking: thinking && {
      type: thinking.mode === 'disabled' ? 'disabled' : 'enabled',
      token_budget: thinking.budgetTokens,
    },
  });
}

/** Other formats go further. */
const within = (value: number | undefined, least: number, most: number): number | undefined =>
  value === undefined ? undefined : Math.min(Math.max(value, least), most);

/** One tool alone cannot be chosen, so it is the only one. */
function toolsOf({ tools, toolChoice }: Conversation): Conversation['tools'] {
  return toolChoice?.mode === 'one' ? tools.filter(({ name }) => name === toolChoice.name) : tools;
}

function choiceOf({ toolChoice }: Conversation): string | undefined {
  switch (toolChoice?.mode) {
    case 'required':
    case 'one':
      return 'REQUIRED';
    case 'none':
      return 'NONE';
    case 'auto':
    case undefined:
      return undefined;
  }
}

function formatOf({ output }: Conversation): object | undefined {
  if (output?.type === 'json') return { type: 'json_object' };
  if (output?.type !== 'json_schema') return undefined;
  return { type: 'json_object', json_schema: raw(output.schema) };
}

/** Formats of answers and tools exclude each other, so beside tools the former is said in words. */
function systemMessages({ system, output }: Conversation, hasTools: boolean): object[] {
  const texts = system.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (output?.type === 'json') texts.push(IN_JSON);
  if (output?.type === 'json_schema' && hasTools) texts.push(inSchema(output.schema));
  return texts.filter((text) => text.trim() !== '').map((content) => ({ role: 'system', content }));
}

function messagesOf({ role, parts }: Turn, takesThoughts: boolean): object[] {
  if (role === 'assistant') return [assistantMessage(parts, takesThoughts)];
  const { results, said } = apartFromResults(parts, ({ type }) => type === 'image');
  const content = contentOf(said);
  const isSilent = content.length === 0;
  return [
    ...results.map((result) => ({
      role: 'tool',
      tool_call_id: result.id,
      content: textsOfResult(result)
        .map(({ text }) => text)
        .join('\n'),
    })),
    ...(isSilent && results.length > 0
      ? []
      : [{ role: 'user', content: isSilent ? [textPart(PLACEHOLDER)] : content }]),
  ];
}

const PLACEHOLDER = '.'; // A message may not be empty, and this says nothing.

/**
 * Beside calls what was thought is their plan, one text, and what was said stands apart from it. Where nothing was
 * thought, what was said is the plan: models of this maker announce their calls there, and read it there.
 */
function assistantMessage(parts: readonly RequestPart[], takesThoughts: boolean): object {
  const calls = parts.filter((part) => part.type === 'tool_call');
  const said = parts.flatMap((part) =>
    part.type === 'text' || part.type === 'refusal' ? filled(part.text) : [],
  );
  // What somebody signed is for nobody else.
  const thought = parts.flatMap((part) =>
    part.type === 'thinking' && !part.signature ? filled(part.text) : [],
  );
  if (calls.length === 0) {
    const thoughts = takesThoughts
      ? thought.map((text) => ({ type: 'thinking', thinking: text }))
      : [];
    const texts = said.length > 0 ? said : [PLACEHOLDER];
    return { role: 'assistant', content: [...thoughts, ...texts.map(textPart)] };
  }
  return {
    role: 'assistant',
    content: thought.length > 0 && said.length > 0 ? said.map(textPart) : undefined,
    tool_plan: (thought.length > 0 ? thought : said).join('\n') || undefined,
    tool_calls: calls.map(({ id, name, input, isCustom }) => ({
      id,
      type: 'function',
      function: {
        name,
        arguments: isCustom ? writeJson({ [CUSTOM_INPUT]: input }) : input || '{}',
      },
    })),
  };
}

const filled = (text: string): string[] => (text.trim() === '' ? [] : [text]);

const textPart = (text: string): object => ({ type: 'text', text });

function contentOf(parts: readonly RequestPart[]): object[] {
  return parts.flatMap((part): object[] => {
    switch (part.type) {
      case 'text':
      case 'refusal':
        return filled(part.text).map(textPart);
      case 'image':
        if (part.source.kind === 'id') throw refused(NO_IDS);
        return [{ type: 'image_url', image_url: { url: urlOf(part.source), detail: part.detail } }];
      case 'audio':
        throw refused('The chosen model takes no audio.');
      case 'file': // Stands among the documents.
      case 'thinking':
      case 'tool_call':
      case 'tool_result':
      case 'opaque':
        return [];
    }
  });
}

type File = Extract<RequestPart, { readonly type: 'file' }>;

/** Those that tools gave, too. */
const filesIn = (part: RequestPart): File[] => {
  if (part.type === 'tool_result') return part.parts.flatMap(filesIn);
  return part.type === 'file' ? [part] : [];
};

/** @throws field_invalid for a document that is no text */
function documentOf({ source, filename, context }: File, index: number): object {
  const text = textIn(source);
  if (text === undefined) throw refused(TEXTS_ALONE);
  return { id: `doc:${index}`, data: { title: filename, text, context } };
}

const refused = (message: string) => refuse('field_invalid', { message, param: 'messages' });
