import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { asGatewayError, refuse, type CallId } from '#kernel';
import type { AnswerWriter } from './answer-writer.js';
import { checkHead } from './check-head.js';
import { answerOnSocket } from './client-error.js';
import { envelopeOf } from './envelope-of.js';

/** One address, as it stands in the request line. */
export interface HotRoute {
  readonly method: string;
  readonly url: string;
  serve(request: IncomingMessage, response: ServerResponse): void;
}

interface FrontDoor {
  readonly route: HotRoute;
  readonly writer: AnswerWriter;
  readonly newId: () => CallId;
}

/**
 * Stands in front of the framework's router and hooks. A request whose head can be read in two ways
 * goes no further. The address of nearly all traffic is served here: the router costs a call 8 µs
 * and decides nothing about it; any other spelling goes through it to the same place. What guards a
 * connection (limits, timeouts, requests per socket, answers to broken HTTP) is the server's, and
 * stays.
 */
export function openFrontDoor(server: Server, { route, writer, newId }: FrontDoor): void {
  const listeners = server.listeners('request') as RequestListener[];
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
    if (request.url === route.url && request.method === route.method) {
      route.serve(request, response);
    } else for (const listener of listeners) listener.call(server, request, response);
  };
  server.removeAllListeners('request');
  server.on('request', take);
  // Node answers these by itself where nobody listens, and not as the API does.
  server.on('checkExpectation', take);
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    answerOnSocket(socket, refuse('method_not_allowed'), newId()),
  );
}
