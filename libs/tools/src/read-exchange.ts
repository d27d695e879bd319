import { Cancellation, failed, parseAnswer, runInSlices, type JsonDocument } from '#kernel';
import { readMcpAnswer, SseParser, type McpAnswer } from '#wire';

const NEVER_ENDED = new Cancellation();

/** What a server answered, and the document that it stands in. */
export interface Answered {
  readonly document: JsonDocument;
  readonly answer: McpAnswer;
}

export interface Exchange {
  readonly type: string;
  readonly body: AsyncIterable<Buffer>;
  readonly bytesMax: number;
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
    : answered(await documentOf(await whole(exchange)), id);
  if (found) return found;
  throw failed('upstream_failed', {
    message: `The tool server ${exchange.server} sent an answer that cannot be read.`,
    gw: { cause: 'body' },
  });
}

async function inStream(exchange: Exchange, id: number): Promise<Answered | undefined> {
  const parser = new SseParser();
  for await (const chunk of bounded(exchange)) {
    for (const { data } of parser.push(chunk)) {
      const document = await documentOf([Buffer.from(data)]);
      const found = answered(document, id);
      if (!found && document) exchange.hear?.(document);
      if (found) return found; // A server may keep the stream open behind its answer.
    }
  }
  const last = parser.end();
  return last && answered(await documentOf([Buffer.from(last.data)]), id);
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

async function* bounded({ body, bytesMax, server }: Exchange): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      const most = Math.floor(bytesMax / 1_048_576);
      const message = `The tool server ${server} answered with more than ${most} MiB. Ask it for less.`;
      throw failed('upstream_failed', { message });
    }
    yield chunk;
  }
}

async function documentOf(chunks: readonly Buffer[]): Promise<JsonDocument | undefined> {
  try {
    return await runInSlices(parseAnswer(chunks), NEVER_ENDED);
  } catch {
    return undefined; // No JSON; whoever asked says so.
  }
}
