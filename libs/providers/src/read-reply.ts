import { setImmediate } from 'node:timers/promises';
import { CallerGone } from '#call';
import {
  failed,
  GatewayError,
  NEVER_ENDED,
  parseAnswer,
  runInSlices,
  type JsonDocument,
} from '#kernel';
import {
  answerReaders,
  EventStreamParser,
  payloadSteps,
  SseParser,
  statusOfError,
  type EventParser,
  type Protocol,
  type ProviderError,
  type Reply,
  type ReplyFrame,
  type StreamEvent,
  type StreamReader,
} from '#wire';
import { ANSWER_FREE_BYTES, type AnswerMemory } from '#platform';
import type { FamilyAdapter } from './family-adapter.js';
import { timed, type Deadline } from './deadline.js';
import { streamOfWhole, wholeOfStream } from './other-kind.js';
import type { HttpExchange, Pieces } from './http/http-exchange.js';
import { transportOf } from './http/transport-error.js';

const ANSWER_BYTES_MAX = 64 * 1_024 * 1_024; // Base64 images are the largest JSON answers there are.
const BATCH_FRAMES_MAX = 256; // Passed on in a few milliseconds; a packet may hold thousands.
const PASSED_HEADERS = ['content-type', 'content-disposition', 'content-language'];

/** An answer in name only: a success by its status that holds none. */
export interface NoAnswer {
  /** The error that the provider sent in the answer's place; null when it cannot be read. */
  readonly error: ProviderError | null;
  /** What is wrong with it, where that is known. */
  readonly message: string | null;
}

const UNREADABLE: NoAnswer = { error: null, message: null };
const TOO_LARGE: NoAnswer = {
  error: null,
  message: `The provider sent an answer of more than ${ANSWER_BYTES_MAX / 1_048_576} MiB.`,
};

const TOO_FEW: NoAnswer = {
  error: null,
  message: 'The provider did not send one vector for each text.',
};

export interface Expectation {
  readonly isStreaming: boolean;
  /** The format that the provider answers in. */
  readonly protocol: Protocol;
  /** So many, where it brings any. */
  readonly vectors?: number | undefined;
  /** In the place of the format's own reading. */
  readonly readAnswer?: ((document: JsonDocument) => ReplyFrame) | undefined;
  /** How the provider's family tells of errors. */
  readonly readError: FamilyAdapter['readError'];
}

/**
 * The answer as frames. A stream is returned when its first frame is there and sound, so that a
 * broken one can still be tried elsewhere.
 * @throws gateway_overloaded when there is no memory for it
 */
export async function readReply(
  exchange: HttpExchange,
  { isStreaming, protocol, vectors, readError, readAnswer }: Expectation,
  deadline: Deadline,
  memory: AnswerMemory,
): Promise<Reply | NoAnswer> {
  const type = exchange.headers['content-type'] ?? '';
  const head = { status: exchange.status, headers: pick(exchange.headers), protocol };
  const reader = answerReaders[protocol];
  /** Whatever it is, it goes on. */
  const isForwarded = protocol === 'native';
  /** Nothing has gone to the caller yet, so it is as if the error had come with its status. */
  const errorIn = (frame: ReplyFrame | undefined): NoAnswer | undefined => {
    const end = frame?.events.at(-1);
    if (!frame || end?.type !== 'error') return undefined;
    if (!frame.document) return { error: null, message: end.message };
    const { root, text } = frame.document;
    return {
      error: readError(statusOfError(root, end.code), text, exchange.headers),
      message: null,
    };
  };
  const asBytes = (): Reply => ({
    ...head,
    body: { kind: 'bytes', chunks: timed(cutAsError(exchange), deadline) },
  });
  const isJson = /[/+]json/i.test(type);
  const parser = parserOf(type, isForwarded) ?? unnamedParser(type, isStreaming && !isForwarded);
  if (parser && !isStreaming && !isForwarded) {
    const chunks = await exchange.whole(ANSWER_BYTES_MAX, memory);
    if (!chunks) return TOO_LARGE;
    const frame = await wholeOfStream(chunks, parser, reader.newStreamReader());
    return errorIn(frame) ?? { ...head, body: { kind: 'json', frame } };
  }
  if (parser) {
    const batches = readBatches(exchange, parser, reader.newStreamReader(), memory);
    const first = await batches.next();
    const noAnswer = first.done ? UNREADABLE : errorIn(first.value[0]);
    if (first.done || noAnswer) {
      await batches.return(undefined);
      return noAnswer ?? UNREADABLE;
    }
    const rest = timed(withFirst(first.value, batches), deadline);
    return { ...head, body: { kind: 'events', batches: rest } };
  }
  if (!isForwarded || isJson) {
    const chunks = await exchange.whole(ANSWER_BYTES_MAX, memory);
    // To HEAD, or after a deletion: there is nothing to be malformed.
    if (isForwarded && chunks?.length === 0) return asBytes();
    if (!chunks) return TOO_LARGE;
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const document =
      length <= ANSWER_FREE_BYTES
        ? await documentOf(chunks)
        : await memory.parse(
            length,
            () => documentOf(chunks),
            (parsed) => parsed?.nodes ?? 0,
          );
    if (!document) return UNREADABLE;
    const frame = readAnswer?.(document) ?? reader.readAnswer(document);
    const noAnswer = errorIn(frame);
    if (noAnswer) return noAnswer;
    if (vectors !== undefined && frame.vectors?.length !== vectors) return TOO_FEW;
    return isStreaming && !isForwarded
      ? { ...head, body: { kind: 'events', batches: streamOfWhole(frame) } }
      : { ...head, body: { kind: 'json', frame } };
  }
  return asBytes();
}

/** How a stream is framed; undefined for what is none. */
function parserOf(type: string, isForwarded: boolean): EventParser | undefined {
  if (/^text\/event-stream/i.test(type)) return new SseParser();
  // A binary stream that is only forwarded goes on as it came.
  if (!isForwarded && /^application\/vnd\.amazon\.eventstream/i.test(type)) {
    return new EventStreamParser();
  }
  return undefined;
}

/** Some servers name no type for a stream, or that of any text. A page is none. */
const unnamedParser = (type: string, isWanted: boolean): EventParser | undefined =>
  isWanted && /^(?:text\/plain\b.*)?$/i.test(type) ? new SseParser() : undefined;

/** The frames that arrive together, together. */
async function* readBatches(
  exchange: HttpExchange,
  parser: EventParser,
  reader: StreamReader,
  memory: AnswerMemory,
): AsyncGenerator<readonly ReplyFrame[]> {
  try {
    for await (const chunk of cutAsError(exchange)) {
      const held = parser.heldBytes + chunk.length;
      if (held > memory.bytesMax) await memory.growTo(held);
      let frames: ReplyFrame[] = [];
      for (const event of parser.push(chunk)) {
        if (reader.isOver) break; // What a provider sends after its end is not for the caller.
        if (frames.length === BATCH_FRAMES_MAX) {
          yield frames;
          frames = [];
          await setImmediate();
        }
        const frame = isLarge(event) ? await readLarge(event, reader, memory) : reader.read(event);
        if (frame) frames.push(frame);
      }
      if (frames.length > 0) {
        yield frames;
        memory.give(); // Whoever asks for more has written what there was.
      }
      if (reader.isOver) return;
    }
    const cut = parser.end();
    const last = [cut && reader.read(cut), reader.end()].filter((frame) => frame !== undefined);
    if (last.length > 0) yield last;
  } finally {
    memory.give();
  }
}

const isLarge = ({ data }: StreamEvent): boolean => data.length > ANSWER_FREE_BYTES;

const readLarge = (
  event: StreamEvent,
  reader: StreamReader,
  memory: AnswerMemory,
): Promise<ReplyFrame | undefined> =>
  memory.parse(
    event.data.length,
    async () => reader.read(event, await runInSlices(payloadSteps(event.data), NEVER_ENDED)),
    (frame) => frame?.document?.nodes ?? 0,
  );

/** A connection lost in mid-answer is the provider's fault; our own aborts keep their reason. */
function cutAsError(exchange: HttpExchange): Pieces & AsyncIterable<Buffer> {
  const pieces = exchange[Symbol.asyncIterator]();
  return {
    next: () => pieces.next().catch(throwAsCut),
    return: () => pieces.return(),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function throwAsCut(fault: unknown): never {
  if (fault instanceof GatewayError || fault instanceof CallerGone) throw fault;
  throw failed('upstream_cut', { cause: fault, gw: { cause: transportOf(fault) } });
}

function pick(headers: Readonly<Record<string, string>>): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of PASSED_HEADERS) if (headers[name]) picked[name] = headers[name];
  return picked;
}

/** An iterator that was advanced already, with what it gave then. */
function withFirst<Item>(first: Item, rest: AsyncGenerator<Item>): AsyncIterator<Item> {
  let isFirst = true;
  return {
    next() {
      if (!isFirst) return rest.next();
      isFirst = false;
      return Promise.resolve({ done: false, value: first });
    },
    return: () => rest.return(undefined),
  };
}

async function documentOf(chunks: readonly Buffer[]): Promise<JsonDocument | undefined> {
  try {
    return await runInSlices(parseAnswer(chunks), NEVER_ENDED);
  } catch {
    return undefined; // Judged as a malformed answer by the caller of this function.
  }
}
