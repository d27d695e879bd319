import type { CompleteOperation, DrawOperation } from '#call';
import type { Dispatch, Order } from '../family-adapter.js';
import { writeForwardRequest } from './write-request.js';

/** As it came, to the path that the format has for it. */
const asAsked =
  (...segments: readonly string[]) =>
  (order: Order, { kind, hints }: CompleteOperation | DrawOperation): Dispatch => {
    const request = writeForwardRequest(order, {
      ...hints,
      kind: 'forward',
      method: 'POST',
      segments,
      // Streams of pictures send their usage unasked.
      asksForUsage: kind === 'complete' && order.call.isStreaming,
      providerName: null,
    });
    return { parts: [{ request }], protocol: 'native' };
  };

export const writeCompletion = asAsked('v1', 'completions');
export const writeImages = asAsked('v1', 'images', 'generations');
