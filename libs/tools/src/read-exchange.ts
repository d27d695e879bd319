import { setImmediate } from 'node:timers/promises';
import {
  failed,
  GatewayError,
  NEVER_ENDED,
  parseAnswer,
  runInSlices,
  type JsonDocument,
} from '#kernel';
import type { AnswerMemory } from '#platform';
import { readMcpAnswer, SseParser, type McpAnswer } from '#wire';

/** Values of an answer: as many to a megabyte as arguments may have. */
export const NODES_MAX = 200_000;
const HANDSHAKE_NODES_MAX = 10_000;
const FREE_CHARS = 16_384; // A megabyte of values at most, with 256 of them at a time.
const EVENTS_MAX = 20_000; // Before an answer; nobody is told of more than a thousand.
const EVENTS_PER_TURN = 256;

/** What a server answered, and the document that it stands in. */
export interface Answered {
  readonly document: JsonDocument;
  readonly answer: McpAnswer;
}

export interface Exchange {
  readonly type: string;
  readonly body: AsyncIterable<Buffer>;
  readonly bytesMax: number;
  /** What its answer takes of the process; left out for a handshake, which is small. */
  readonly memory?: AnswerMemory | undefined;
  /** For messages to people. */
  readonly server: string;
  /** Told whatever else a stream says before its answer. */
  readonly hear?: ((note: JsonDocument) => void) | undefined;
}

/**
 * The answer to a request: all of a JSON body, or the event of a stream that has its id.
 * @throws upstream_failed
 */
export async function readExchange(exchange: Exchange, id: number): Promise<Answered> {
  const found = /^text\/event-stream/i.test(exchange.type)
    ? await inStream(exchange, id)
    : answered(await documentOf(exchange, await whole(exchange)), id);
  if (found) return found;
  throw failed('upstream_failed', {
    message: `The tool server ${exchange.server} sent an answer that cannot be read.`,
    gw: { cause: 'body' },
  });
}

async function inStream(exchange: Exchange, id: number): Promise<Answered | undefined> {
  const parser = new SseParser();
  let events = 0;
  for await (const chunk of bounded(exchange)) {
    for (const { data } of parser.push(chunk)) {
      if (++events > EVENTS_MAX) throw tooMuch(exchange, `${EVENTS_MAX} events`);
      if (events % EVENTS_PER_TURN === 0) await setImmediate();
      const document = await documentOf(exchange, [Buffer.from(data)]);
      const found = answered(document, id);
      if (!found && document) exchange.hear?.(document);
      if (found) return found; // A server may keep the stream open behind its answer.
    }
  }
  const last = parser.end();
  return last && answered(await documentOf(exchange, [Buffer.from(last.data)]), id);
}

function answered(document: JsonDocument | undefined, id: number): Answered | undefined {
  const answer = document && readMcpAnswer(document, id);
  return answer && { document, answer };
}

async function whole(exchange: Exchange): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of bounded(exchange)) chunks.push(chunk);
  return chunks;
}

/** It holds room for what has come, so that many large answers wait for each other. @throws gateway_overloaded */
async function* bounded(exchange: Exchange): AsyncGenerator<Buffer> {
  const { body, bytesMax, memory } = exchange;
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw tooMuch(exchange, `${Math.floor(bytesMax / 1_048_576)} MiB`);
    if (memory && bytes > memory.bytesMax) await memory.growTo(bytes);
    yield chunk;
  }
}

/** @throws upstream_failed for more values than anybody reads, gateway_overloaded */
async function documentOf(
  exchange: Exchange,
  chunks: readonly Buffer[],
): Promise<JsonDocument | undefined> {
  const { memory } = exchange;
  const nodesMax = memory ? NODES_MAX : HANDSHAKE_NODES_MAX;
  const read = async () => runInSlices(parseAnswer(chunks, nodesMax), NEVER_ENDED);
  const chars = chunks.reduce((sum, { length }) => sum + length, 0);
  try {
    if (!memory || chars <= FREE_CHARS) return await read();
    // Twice: what its caller is told of it is read once more.
    return await memory.parse(chars, read, ({ nodes }) => 2 * nodes, 2 * nodesMax);
  } catch (fault) {
    const key = fault instanceof GatewayError ? fault.key : undefined;
    if (key === 'gateway_overloaded') throw fault;
    if (key === 'body_too_large') throw tooMuch(exchange, `${nodesMax} values`);
    return undefined; // No JSON; whoever asked says so.
  }
}

const tooMuch = ({ server }: Exchange, what: string) =>
  failed('upstream_failed', {
    message: `The tool server ${server} answered with more than ${what}. Ask it for less.`,
  });
