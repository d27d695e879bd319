import type { CompleteOperation } from '#call';
import type { Dispatch, Order } from '../family-adapter.js';
import { writeForwardRequest } from './write-request.js';

/** As it came. */
export function writeCompletion(order: Order, { hints }: CompleteOperation): Dispatch {
  const request = writeForwardRequest(order, {
    ...hints,
    kind: 'forward',
    method: 'POST',
    segments: ['v1', 'completions'],
    asksForUsage: order.call.isStreaming,
    providerName: null,
  });
  return { parts: [{ request }], protocol: 'native' };
}
