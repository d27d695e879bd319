/**
 * Every format that crosses the gateway's edges: server-sent events, the chat format's codec, the
 * canonical events that all formats decode to, usage, and provider errors. Pure: no framework, no
 * I/O.
 *
 * The way of an answer: `readSse` -> `readChatStream` -> interceptors -> `writeChatStream`, or
 * `readChatAnswer` -> interceptors -> `writeJsonAnswer`; any other path has `readNativeStream` and
 * `writeNativeStream`. Frames carry the provider's own text; without edits it goes out unchanged.
 *
 * Invariants: the last event of an answer, and no other, is `done` or `error`; a cut stream is an
 * error and never a finish; counts of usage are whole and not negative; readers accept whatever
 * providers were seen to send. A failing source throws through the readers unchanged.
 */
export { readChatAnswer } from './chat/read-chat-answer.js';
export { readChatRequest, type ChatRequest } from './chat/read-chat-request.js';
export { readChatStream } from './chat/read-chat-stream.js';
export { writeChatStream, type ChatStreamOptions } from './chat/write-chat-stream.js';
export { readProviderError, type ProviderError } from './errors/read-provider-error.js';
export { estimateInputTokens } from './estimate-input-tokens.js';
export { readNativeStream } from './native/read-native-stream.js';
export { readNativeUsage } from './native/read-native-usage.js';
export { writeNativeStream } from './native/write-native-stream.js';
export type { Place, Reply, ReplyBody, ReplyEvent, ReplyFrame } from './reply.js';
export { readSse, type SseEvent } from './sse/read-sse.js';
export { SSE_KEEPALIVE } from './sse/write-sse.js';
export { NO_USAGE, type Usage, type UsageSource } from './usage.js';
export { writeJsonAnswer } from './write-json-answer.js';
export { writeStreamError } from './write-stream-error.js';
