import type { BackgroundReport } from '#call';
import { parseAnswer, runInSlices, type Cancellation, type JsonDocument } from '#kernel';
import type { HttpExchange } from './http/http-exchange.js';
import { Unopened } from './provider-reads.js';

const BYTES_MAX = 32 * 1_024 * 1_024; // Far beyond what a model says, with its reasoning and its pictures.

/** What a provider keeps under an id, or why nobody can say. Rejects when the connection breaks. */
export async function readJson(
  exchange: HttpExchange | Unopened,
  cancellation: Cancellation,
): Promise<
  | { readonly kind: 'document'; readonly document: JsonDocument }
  | Exclude<BackgroundReport, { kind: 'ended' }>
> {
  if (exchange instanceof Unopened) return untold(exchange.why, exchange.isKeyless);
  const chunks = await chunksOf(exchange);
  if (exchange.status === 404) return { kind: 'unknown' };
  if (exchange.status !== 200) return untold(`status ${exchange.status}`);
  if (!chunks) return untold('an answer that is too long');
  try {
    return { kind: 'document', document: await runInSlices(parseAnswer(chunks), cancellation) };
  } catch {
    return untold('an answer that is not JSON');
  }
}

export const untold = (why: string, isKeyless = false) =>
  ({ kind: 'untold', why, isKeyless }) as const;

/** Undefined beyond the bound. */
async function chunksOf(exchange: HttpExchange): Promise<readonly Buffer[] | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of exchange) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) return undefined;
    chunks.push(Buffer.from(chunk));
  }
  return chunks;
}
