import type { ReceivedCall } from './call.js';

/** Whether a caller gave less time than its workload has: that it was over tells nothing of whoever was asked. */
export const isOwnTime = ({
  timeoutMs,
  principal,
}: Pick<ReceivedCall, 'timeoutMs' | 'principal'>): boolean =>
  timeoutMs < principal.workload.upstreamTimeoutMs;
