import type { Edit, JsonDocument } from '#kernel';
import type { Usage } from './usage.js';

/** What a provider answered, on its way to the caller. */
export interface Reply {
  readonly status: number;
  /** Allow-listed response headers, lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReplyBody;
}

/**
 * `json`: one complete frame. `events`: server-sent events, one frame each. `bytes`: anything else
 * (audio, images, files), passed through.
 */
export type ReplyBody =
  | { readonly kind: 'json' | 'events'; readonly frames: AsyncIterable<ReplyFrame> }
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
}

/** Offsets of a string literal in the frame's payload, quotes included. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * The canonical stream. `part` names one growing text of the answer: `0/text`, `0/reasoning`,
 * `0/refusal`, `0/function` or `0/tool/1` (choice, kind, position of the call). `args` is JSON in a
 * string; the input of a custom tool is `text`. Exactly one `done` or `error` ends an answer, the
 * buffered one too, and nothing follows it.
 */
export type ReplyEvent =
  | { readonly type: 'text'; readonly part: string; readonly delta: string; readonly at?: Place }
  | { readonly type: 'args'; readonly part: string; readonly delta: string; readonly at?: Place }
  | { readonly type: 'finish'; readonly choice: number; readonly reason: string }
  | { readonly type: 'usage'; readonly usage: Usage; readonly isWholeFrame: boolean }
  | { readonly type: 'error'; readonly message: string; readonly code: string }
  | { readonly type: 'done' };
