import type { Edit, JsonDocument } from '#kernel';
import type { Vector } from './embedding/vector.js';
import type { Protocol } from './protocol.js';
import type { ServiceTier } from './service-tier.js';
import type { ToldUsage, Untold, Usage } from './usage.js';

/** What a provider answered, on its way to the caller. */
export interface Reply {
  readonly status: number;
  /** Allow-listed response headers, lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The format that the frames' payloads are in; a caller who speaks it gets them spliced. */
  readonly protocol: Protocol;
  readonly body: ReplyBody;
}

/**
 * `json`: one complete frame. `events`: a stream, as the frames that arrived together. `bytes`:
 * anything else (audio, images, files), passed through.
 */
export type ReplyBody =
  | { readonly kind: 'json'; readonly frame: ReplyFrame }
  | { readonly kind: 'events'; readonly batches: AsyncIterable<readonly ReplyFrame[]> }
  | { readonly kind: 'bytes'; readonly chunks: AsyncIterable<Uint8Array> };

/**
 * One JSON payload of the answer and what it means. Interceptors look at `events` and change the
 * payload by adding `edits`; with no edits it goes out byte for byte.
 */
export interface ReplyFrame {
  /** The SSE `event:` name, where the format uses one. */
  readonly name?: string;
  /** The payload as received; null for `[DONE]` and for frames that an interceptor adds. */
  readonly document: JsonDocument | null;
  /** Only in forwarded streams: a payload that is not JSON, `[DONE]` included, as it came. */
  readonly raw?: string;
  readonly edits: readonly Edit[];
  readonly events: readonly ReplyEvent[];
  /** It is known to say no more than the text of its one event: the payload need not be looked through. */
  readonly saysTextAlone?: true;
  /** Of a whole answer that is vectors, in the order of the texts. */
  readonly vectors?: readonly Vector[];
  /** Of a whole answer that is pictures; none where its provider made none. */
  readonly pictures?: readonly Picture[];
}

export interface Picture {
  /** Such as `image/png`. */
  readonly mime: string;
  readonly base64: string;
}

/** What a frame adds to its answer: for when nobody counts it in tokens. */
export interface AnswerLength {
  /** UTF-16 units of text and arguments. */
  readonly text: number;
  /** Characters of base64. */
  readonly speech: number;
  /** Whole images. */
  readonly images?: number;
}

/** Offsets of a string literal in the frame's payload, quotes included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export const spanOf = ({ start, end }: Span): Span => ({ start, end });

/**
 * One growing part of the answer. A reader makes each part once: the same object means the same
 * part, in all frames of an answer.
 */
export interface Part {
  readonly choice: number;
  /** `provider_call`: of a tool that the provider runs itself, which means nothing to anybody else. */
  readonly kind: 'text' | 'thinking' | 'refusal' | 'tool_call' | 'function_call' | 'provider_call';
  /** Counts the parts of this kind within the choice, from 0. */
  readonly index: number;
}

/** A value that only its own maker understands: sent on unchanged to that maker, or not at all. */
export interface Opaque {
  readonly origin: Protocol;
  readonly value: string;
}

/**
 * The canonical stream: what every format's answer decodes to and encodes from. `args` is JSON in
 * a string; the input of a custom tool is `text`. A part starts before its first piece and ends at
 * the latest with its choice. Exactly one `done` or `error` ends an answer, the buffered one too,
 * and nothing follows it.
 */
export type ReplyEvent =
  | { readonly type: 'start'; readonly id: string }
  | { readonly type: 'part_start'; readonly part: Part; readonly tool?: ToolHead }
  | { readonly type: 'text'; readonly part: Part; readonly delta: string; readonly at?: Span }
  | { readonly type: 'args'; readonly part: Part; readonly delta: string; readonly at?: Span }
  | { readonly type: 'signature'; readonly part: Part; readonly value: Opaque }
  | { readonly type: 'opaque'; readonly choice: number; readonly value: Opaque }
  | { readonly type: 'citation'; readonly part: Part; readonly value: Opaque }
  | { readonly type: 'part_end'; readonly part: Part }
  | FinishEvent
  | UsageEvent
  | ErrorEvent
  | { readonly type: 'done' };

/** A tool that its caller runs is called, in either way of the chat format. */
export const isCall = ({ kind }: Part): boolean => kind === 'tool_call' || kind === 'function_call';

export interface ToolHead {
  readonly id: string;
  readonly name: string;
  readonly isCustom: boolean;
}

export interface UsageEvent {
  readonly type: 'usage';
  readonly usage: Usage;
  /** What is paid for, where a provider counts that apart from what it used. */
  readonly billed?: Usage;
  /** Totals that stand as zeros in what is paid for, since the provider left them out. */
  readonly untold?: Untold;
  /** A part of it is nobody's count but the gateway's. */
  readonly hasEstimates?: true;
  /** What it was served at, where the provider tells. */
  readonly tier?: ServiceTier;
  /** Where it was processed, where the provider tells: `us`. */
  readonly geography?: string;
  readonly isWholeFrame: boolean;
}

/** What a frame tells of its usage, as none or one event. @param tier where the frame names one */
export const usageEvents = (
  told: ToldUsage | undefined,
  tier?: ServiceTier,
  isWholeFrame = false,
): readonly UsageEvent[] =>
  told ? [{ type: 'usage', ...told, ...(tier && { tier }), isWholeFrame }] : [];

/** The message and the field may quote the request; both are bounded. */
export interface ErrorEvent {
  readonly type: 'error';
  readonly message: string;
  readonly code: string;
  /** The field at fault, where the provider names one. */
  readonly param?: string;
}

export interface FinishEvent {
  readonly type: 'finish';
  readonly choice: number;
  /** One of `FinishReason`, or the provider's own word where there is none for it. */
  readonly reason: string;
  /** The sequence that ended the answer, where the provider tells. */
  readonly stopSequence?: string;
}

/** What takes more than a few milliseconds to restore; no piece of a growing text is as long. */
const LARGE_FRAME_CHARS = 65_536;

/** Is the payload too large for one turn? */
export const isLargeFrame = ({ document, raw }: ReplyFrame): boolean =>
  (document?.text ?? raw ?? '').length > LARGE_FRAME_CHARS;
