import type { ReceivedCall } from '#call';

/**
 * How much sound a call may bring, and costs where nobody counts it. Strict: as much as its bytes can
 * hold; adaptive: as much as they usually do.
 */
export const secondsToHold = ({
  expected,
  principal,
}: Pick<ReceivedCall, 'expected' | 'principal'>): number =>
  principal.workload.budget?.mode === 'strict' ? expected.secondsMost : expected.seconds;
