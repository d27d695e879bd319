import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A request of a token. */
export interface TokenRequest {
  readonly authorization: string | undefined;
  readonly form: URLSearchParams;
}

export interface TokenEndpoint {
  readonly url: string;
  /** Requests so far, the oldest first. */
  readonly asked: readonly TokenRequest[];
}

/** @param answer `turn` counts from 1 */
type Answering = (response: ServerResponse, turn: number, request: IncomingMessage) => void;

/** A token endpoint of OAuth that answers as it likes; it ends with the file. */
export async function startTokenEndpoint(answer: Answering): Promise<TokenEndpoint> {
  const asked: TokenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const turn = asked.push({ authorization: request.headers.authorization, form });
      answer(response, turn, request);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/token`, asked };
}

/** An answer of JSON. */
export const tells = (status: number, body: object) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
