import { CallerGone, type MeteredCall } from '#call';
import { failed, GatewayError, parseJson, type JsonDocument } from '#kernel';
import {
  readChatAnswer,
  readChatStream,
  readNativeStream,
  readNativeUsage,
  readSse,
  type Reply,
  type ReplyFrame,
} from '#wire';
import type { HttpExchange } from './http/http-exchange.js';
import { transportOf } from './http/transport-error.js';

const ANSWER_BYTES_MAX = 64 * 1_024 * 1_024; // Base64 images are the largest JSON answers there are.
const PASSED_HEADERS = ['content-type', 'content-disposition', 'content-language'];

/** A success in name only. */
export interface NoAnswer {
  /** The provider's own words, where it sent an error in the answer's place. */
  readonly said: string | null;
}

const UNREADABLE: NoAnswer = { said: null };

/**
 * The answer as frames. A stream is returned when its first frame is there and sound, so that a
 * broken one can still be tried elsewhere.
 */
export async function readReply(
  call: MeteredCall,
  exchange: HttpExchange,
): Promise<Reply | NoAnswer> {
  const type = exchange.headers['content-type'] ?? '';
  const head = { status: exchange.status, headers: pick(exchange.headers) };
  if (/^text\/event-stream/i.test(type)) {
    const read = call.wire === 'chat' ? readChatStream : readNativeStream;
    const frames = await startOf(read(readSse(cutAsError(exchange))));
    return 'said' in frames ? frames : { ...head, body: { kind: 'events', frames } };
  }
  if (call.wire === 'chat' || /[/+]json/i.test(type)) {
    if (call.wire === 'chat' && call.isStreaming) return UNREADABLE;
    const document = await readDocument(exchange);
    if (!document) return UNREADABLE;
    const frame = call.wire === 'chat' ? readChatAnswer(document) : nativeFrame(document);
    const end = frame.events.at(-1);
    if (end?.type === 'error') return { said: end.message };
    return { ...head, body: { kind: 'json', frames: only(frame) } };
  }
  return { ...head, body: { kind: 'bytes', chunks: cutAsError(exchange) } };
}

/** A connection lost in mid-answer is the provider's fault; our own aborts keep their reason. */
async function* cutAsError(exchange: HttpExchange): AsyncGenerator<Uint8Array> {
  try {
    yield* exchange;
  } catch (fault) {
    if (fault instanceof GatewayError || fault instanceof CallerGone) throw fault;
    throw failed('upstream_cut', { cause: fault, gw: { cause: transportOf(fault) } });
  }
}

function pick(headers: Readonly<Record<string, string>>): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of PASSED_HEADERS) if (headers[name]) picked[name] = headers[name];
  return picked;
}

/** None when the very first frame is an error: nothing has gone to the caller yet. */
async function startOf(
  frames: AsyncGenerator<ReplyFrame>,
): Promise<AsyncIterable<ReplyFrame> | NoAnswer> {
  const first = await frames.next();
  if (first.done) return UNREADABLE;
  const end = first.value.events.at(-1);
  if (end?.type === 'error') {
    await frames.return(undefined);
    return { said: end.message };
  }
  return after(first.value, frames);
}

async function* after(first: ReplyFrame, rest: AsyncGenerator<ReplyFrame>) {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

async function readDocument(exchange: HttpExchange): Promise<JsonDocument | undefined> {
  const bytes = await readAll(exchange, ANSWER_BYTES_MAX);
  try {
    return bytes && parseJson(bytes.toString('utf8'));
  } catch {
    return undefined; // Judged as a malformed answer by the caller of this function.
  }
}

/** Undefined when there is more than the limit. */
export async function readAll(
  exchange: HttpExchange,
  bytesMax: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of exchange) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > bytesMax) return undefined;
  }
  return Buffer.concat(chunks, bytes);
}

function nativeFrame(document: JsonDocument): ReplyFrame {
  const usage = readNativeUsage(document);
  return {
    document,
    edits: [],
    events: [...(usage ? [{ type: 'usage', usage, isWholeFrame: false } as const] : []), DONE],
  };
}

const DONE = { type: 'done' } as const;

async function* only(frame: ReplyFrame): AsyncGenerator<ReplyFrame> {
  yield frame;
}
