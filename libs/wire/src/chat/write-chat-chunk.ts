import { assertNever } from '#kernel';
import type { ReplyEvent } from '../reply.js';
import type { Usage } from '../usage.js';

/** What is the same in all chunks of one stream; the values are JSON texts. */
export interface ChunkEnvelope {
  readonly id: string;
  readonly created: string;
  readonly model: string;
  /** Providers have two names for it; a client that reads the one never looks at the other. */
  readonly reasoningKey: 'reasoning_content' | 'reasoning';
}

export type ContentEvent = Extract<ReplyEvent, { readonly type: 'text' | 'args' | 'finish' }>;
type GrowingEvent = Exclude<ContentEvent, { readonly type: 'finish' }>;

/** A chunk from canonical form, for events that an interceptor added to the stream. */
export function writeContentChunk(event: ContentEvent, envelope: ChunkEnvelope): string {
  const choice =
    event.type === 'finish'
      ? { index: event.choice, delta: {}, finish_reason: event.reason }
      : { index: choiceOf(event.part), delta: deltaOf(event, envelope), finish_reason: null };
  return chunk(envelope, JSON.stringify([choice]));
}

/** The frame that `stream_options.include_usage` asks for. @param usage a JSON text */
export const writeUsageChunk = (usage: string, envelope: ChunkEnvelope): string =>
  chunk(envelope, '[]', `,"usage":${usage}`);

/** Usage in chat spelling, with both detail objects, since clients read them unasked. */
export const writeUsage = (usage: Usage): string =>
  JSON.stringify({
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

const chunk = ({ id, created, model }: ChunkEnvelope, choices: string, more = ''): string =>
  `{"id":${id},"object":"chat.completion.chunk","created":${created},"model":${model},` +
  `"choices":${choices}${more}}`;

const choiceOf = (part: string): number => Number.parseInt(part, 10) || 0;

/** The inverse of the part names that the readers give out. */
function deltaOf(event: GrowingEvent, { reasoningKey }: ChunkEnvelope): object {
  const [, kind = 'text', position] = event.part.split('/');
  switch (kind) {
    case 'reasoning':
      return { [reasoningKey]: event.delta };
    case 'refusal':
      return { refusal: event.delta };
    case 'function':
      return { function_call: { arguments: event.delta } };
    case 'tool':
      return { tool_calls: [{ index: Number(position), ...bodyOf(event) }] };
    default:
      return { content: event.delta };
  }
}

function bodyOf(event: GrowingEvent): object {
  switch (event.type) {
    case 'args':
      return { function: { arguments: event.delta } };
    case 'text':
      return { custom: { input: event.delta } };
    default:
      return assertNever(event);
  }
}
