/**
 * Every format that crosses the gateway's edges: server-sent events, one codec a format, the
 * canonical conversation and events that all of them decode to, usage, and provider errors. Pure:
 * no framework, no I/O.
 *
 * The way of an answer: `SseParser` -> `StreamReader` -> interceptors -> `StreamWriter`, or
 * `readAnswer` -> interceptors -> `writeAnswer`, each step a plain call for each frame. Frames carry
 * the provider's own text; a caller who speaks its format gets it unchanged but for the edits, any
 * other caller gets what the events say in its own format.
 *
 * Invariants: the last event of an answer, and no other, is `done` or `error`; a cut stream is an
 * error and never a finish; counts of usage are whole and not negative; readers accept whatever
 * providers were seen to send. A failing source throws through the readers unchanged.
 */
export { codecs, conversations } from './codecs.js';
export { cumulativeTexts, namesTool, saysUntold, untoldTexts } from './chat/untold-texts.js';
export { readChatRequest, type ChatRequest } from './chat/read-request.js';
export { readProviderError, type ProviderError } from './errors/read-provider-error.js';
export { statusOfError } from './errors/status-of-error.js';
export { writeStreamError } from './errors/write-error-event.js';
export { estimateInputTokens, IMAGE_TOKENS } from './estimate-input-tokens.js';
export type {
  AnswerCodec,
  AnswerOptions,
  ConversationCodec,
  StreamReader,
  StreamWriter,
} from './codec.js';
export type { ConversationProtocol, Protocol } from './protocol.js';
export {
  endsItsTexts,
  growingTexts,
  growsTexts,
  payloadType,
  speaksOfSameItem,
  type GrowingText,
} from './native/growing-texts.js';
export type {
  Opaque,
  Part,
  Reply,
  ReplyBody,
  ReplyEvent,
  ReplyFrame,
  Span,
  ToolHead,
} from './reply.js';
export { SseParser, type SseEvent } from './sse/sse-parser.js';
export { SSE_KEEPALIVE } from './sse/write-sse.js';
export type { Place, Unreadable } from './texts/place.js';
export type { TextGrammar } from './texts/text-grammar.js';
export { RequestWalk, type RequestVisitor } from './texts/walk-request.js';
export { NO_USAGE, type Usage, type UsageSource } from './usage.js';
