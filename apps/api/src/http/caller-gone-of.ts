import type { ServerResponse } from 'node:http';
import { CallerGone } from '#call';
import { Cancellation } from '#kernel';

/** Cancelled when the connection closes before the answer was complete. */
export function callerGoneOf(response: ServerResponse): Cancellation {
  const gone = new Cancellation();
  response.on('close', () => {
    if (!response.writableFinished) gone.cancel(new CallerGone());
  });
  return gone;
}
