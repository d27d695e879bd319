import { refuse } from '#kernel';

const SECONDS = /^\d{1,4}(?:\.\d{1,3})?$/;

/** `x-gw-upstream-timeout`, in seconds: may shorten the workload's limit, never lengthen it. */
export function readTimeout(header: string | undefined, workloadMs: number): number {
  if (header === undefined) return workloadMs;
  const askedMs = SECONDS.test(header.trim()) ? Number(header) * 1_000 : 0;
  if (askedMs <= 0) {
    throw refuse('header_invalid', {
      param: 'x-gw-upstream-timeout',
      message: 'x-gw-upstream-timeout takes a number of seconds greater than zero.',
    });
  }
  return Math.min(askedMs, workloadMs);
}
