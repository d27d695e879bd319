/**
 * Every format that crosses the gateway's edges: server-sent events, the chat format's codec, the
 * canonical events that all formats decode to, and usage. Pure: no framework, no I/O.
 */
export type { Place, Reply, ReplyBody, ReplyEvent, ReplyFrame } from './reply.js';
export { NO_USAGE, type Usage, type UsageSource } from './usage.js';
