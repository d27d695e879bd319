import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** One address, as it stands in the request line. */
export interface HotRoute {
  readonly method: string;
  readonly url: string;
  serve(request: IncomingMessage, response: ServerResponse): void;
}

/**
 * Serves the address of nearly all traffic in front of the framework's router and hooks, which cost
 * a call 8 µs and decide nothing about it. What guards a connection (limits, timeouts, requests per
 * socket, answers to broken HTTP) is the server's, and stays; any other spelling of the address
 * goes through the router to the same place.
 */
export function serveAhead(server: Server, route: HotRoute): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (request.url === route.url && request.method === route.method) {
      route.serve(request, response);
    } else for (const listener of listeners) listener.call(server, request, response);
  });
}
