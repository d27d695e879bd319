import type { Principal } from './principal.js';

/** Whether money is counted for this caller: what has no price is not served then. */
export const isLimited = ({ organisation, workload }: Principal): boolean =>
  organisation.cap !== null ||
  organisation.creditNano !== null ||
  organisation.plan !== null ||
  workload.budget !== null;
