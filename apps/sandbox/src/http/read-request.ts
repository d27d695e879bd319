import type { IncomingMessage } from 'node:http';
import { BODY_BYTES_MAX } from '../limits.js';
import { invalid, ProviderError } from '../provider-error.js';

/** @throws ProviderError 413 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const piece = chunk as Buffer;
    bytes += piece.length;
    if (bytes > BODY_BYTES_MAX) {
      request.resume(); // The rest is read and dropped, or the client would miss the answer.
      throw tooLarge();
    }
    chunks.push(piece);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

const tooLarge = () =>
  new ProviderError(413, {
    message: `Maximum content size limit (${BODY_BYTES_MAX}) exceeded.`,
    type: 'invalid_request_error',
    param: null,
    code: 'request_too_large',
  });

/** A JSON value or a FormData. @throws ProviderError 400 */
export async function parseBody(bytes: Buffer, contentType = ''): Promise<unknown> {
  if (contentType.startsWith('multipart/form-data')) return parseForm(bytes, contentType);
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw invalid('We could not parse the JSON body of your request.');
  }
}

async function parseForm(bytes: Buffer, contentType: string): Promise<FormData> {
  const headers = { 'content-type': contentType };
  try {
    return await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    throw invalid('We could not parse the multipart form of your request.');
  }
}

/** The model a body names, wherever the format keeps it. */
export function modelOf(body: unknown): string {
  const model =
    body instanceof FormData ? body.get('model') : (body as { model?: unknown } | null)?.model;
  return typeof model === 'string' ? model : '';
}
