import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { asGatewayError, refuse, type CallId } from '#kernel';
import type { AnswerWriter } from './answer-writer.js';
import type { CallServer } from './call-server.js';
import { checkHead } from './check-head.js';
import { answerOnSocket } from './client-error.js';
import { envelopeOf } from './envelope-of.js';
import type { SurfaceAdapter } from './surface.js';

interface FrontDoor {
  /** Surfaces by the address that calls are posted to, as it stands in the request line. */
  readonly hotRoutes: ReadonlyMap<string | undefined, SurfaceAdapter>;
  readonly server: CallServer;
  readonly writer: AnswerWriter;
  readonly newId: () => CallId;
}

/**
 * Stands in front of the framework's router and hooks. A request whose head can be read in two ways
 * goes no further. The addresses of nearly all traffic are served here: the router costs a call 8 µs
 * and decides nothing about it; any other spelling goes through it to the same place. What guards a
 * connection (limits, timeouts, requests per socket, answers to broken HTTP) is the server's, and
 * stays.
 */
export function openFrontDoor(http: Server, { hotRoutes, server, writer, newId }: FrontDoor): void {
  const listeners = http.listeners('request') as RequestListener[];
  const answer = (request: IncomingMessage, response: ServerResponse, fault: unknown): void => {
    const id = newId();
    const headers = { 'request-id': id, 'x-request-id': id };
    writer.writeError(response, asGatewayError(fault), headers, envelopeOf(request));
  };
  const take: RequestListener = (request, response) => {
    try {
      checkHead(request);
    } catch (fault) {
      return answer(request, response, fault);
    }
    const surface = request.method === 'POST' ? hotRoutes.get(request.url) : undefined;
    if (surface) void server.serve(request, response, newId(), surface);
    else for (const listener of listeners) listener.call(http, request, response);
  };
  http.removeAllListeners('request');
  http.on('request', take);
  // Node answers these by itself where nobody listens, and not as the API does.
  http.on('checkExpectation', take);
  http.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    answerOnSocket(socket, refuse('method_not_allowed'), newId()),
  );
}
