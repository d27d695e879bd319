import type { ServerResponse } from 'node:http';

/** Aborts when the connection closes before the answer was complete. */
export function clientGoneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
