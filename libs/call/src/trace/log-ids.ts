import type { Arrival } from '../call.js';

/** What a line of the process's log says of the call that it is about. A call of the gateway's own belongs to its caller's request. */
export const logIdsOf = ({
  callId,
  parentId,
  trace,
}: Pick<Arrival, 'callId' | 'parentId' | 'trace'>) => ({
  request_id: parentId ?? callId,
  ...(trace && { trace_id: trace.traceId }),
});
