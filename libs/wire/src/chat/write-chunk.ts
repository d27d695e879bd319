import { assertNever } from '#kernel';
import type { FinishEvent, Part, ReplyEvent, ToolHead } from '../reply.js';
import { writeFinishReason } from './finish-reason.js';
import { extraContent } from './thought-signature.js';
import { cachedUsage, type Usage } from '../usage.js';

/** Of an answer whose provider gives it no id. @param requestId the call's own */
export const chatId = (requestId: string): string => `chatcmpl-${requestId}`;

/** What is the same in all chunks of one stream; the values are JSON texts. */
export interface ChunkEnvelope {
  readonly id: string;
  readonly created: string;
  readonly model: string;
  /** Providers have two names for it; a client that reads the one never looks at the other. */
  readonly thinkingKey: ThinkingKey;
}

export type ThinkingKey = 'reasoning_content' | 'reasoning';

export type PieceEvent = Extract<ReplyEvent, { readonly type: 'text' | 'args' }>;
export type PartStartEvent = Extract<ReplyEvent, { readonly type: 'part_start' }>;

/** The first chunk of a stream that began in another format. */
export const writeStartChunk = (envelope: ChunkEnvelope): string =>
  choiceChunk(envelope, 0, { role: 'assistant', content: '' }, null);

/** A piece of a text or of a call's arguments. */
export const writePieceChunk = (event: PieceEvent, envelope: ChunkEnvelope): string =>
  choiceChunk(envelope, event.part.choice, deltaOf(event, envelope.thinkingKey), null);

/** The head of a tool call: id and name come once, before its arguments. */
export function writeToolChunk(part: Part, tool: ToolHead, envelope: ChunkEnvelope): string {
  if (part.kind === 'function_call') {
    const delta = { function_call: { name: tool.name, arguments: '' } };
    return choiceChunk(envelope, part.choice, delta, null);
  }
  const body = tool.isCustom
    ? { type: 'custom', custom: { name: tool.name, input: '' } }
    : { type: 'function', function: { name: tool.name, arguments: '' } };
  const delta = { tool_calls: [{ index: part.index, id: tool.id, ...body }] };
  return choiceChunk(envelope, part.choice, delta, null);
}

/** What the call was signed with, beside what came of it. */
/** A piece of a call that says nothing of its function is none to some clients. */
export const writeSignatureChunk = (part: Part, value: string, envelope: ChunkEnvelope): string =>
  choiceChunk(
    envelope,
    part.choice,
    { tool_calls: [{ index: part.index, function: { arguments: '' }, ...extraContent(value) }] },
    null,
  );

export const writeFinishChunk = (event: FinishEvent, envelope: ChunkEnvelope): string =>
  choiceChunk(envelope, event.choice, {}, writeFinishReason(event.reason));

/** The frame that `stream_options.include_usage` asks for. @param usage a JSON text */
export const writeUsageChunk = (usage: string, envelope: ChunkEnvelope): string =>
  chunk(envelope, '[]', `,"usage":${usage}`);

/** Usage in chat spelling, with both detail objects, since clients read them unasked. */
export const writeUsage = (usage: Usage, cached?: Usage): string =>
  JSON.stringify({ ...countsOf(usage), ...cachedUsage(cached, countsOf) });

const countsOf = (usage: Usage): object => ({
  prompt_tokens: usage.inputTotal,
  completion_tokens: usage.outputTotal,
  total_tokens: usage.inputTotal + usage.outputTotal,
  prompt_tokens_details: {
    cached_tokens: usage.cacheRead,
    cache_write_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    audio_tokens: usage.audioIn,
    image_tokens: usage.imageIn,
  },
  completion_tokens_details: {
    reasoning_tokens: usage.reasoning,
    audio_tokens: usage.audioOut,
  },
});

const choiceChunk = (
  envelope: ChunkEnvelope,
  index: number,
  delta: object,
  reason: string | null,
): string => chunk(envelope, JSON.stringify([{ index, delta, finish_reason: reason }]));

const chunk = ({ id, created, model }: ChunkEnvelope, choices: string, more = ''): string =>
  `{"id":${id},"object":"chat.completion.chunk","created":${created},"model":${model},` +
  `"choices":${choices}${more}}`;

function deltaOf(event: PieceEvent, thinkingKey: ThinkingKey): object {
  const { part, delta } = event;
  switch (part.kind) {
    case 'text':
      return { content: delta };
    case 'thinking':
      return { [thinkingKey]: delta };
    case 'refusal':
      return { refusal: delta };
    case 'provider_call':
      return {};
    case 'function_call':
      return { function_call: { arguments: delta } };
    case 'tool_call': {
      const body =
        event.type === 'args' ? { function: { arguments: delta } } : { custom: { input: delta } };
      return { tool_calls: [{ index: part.index, ...body }] };
    }
    default:
      return assertNever(part.kind);
  }
}
