import { hasRateLimit, type AdmissionRequest } from './admission-request.js';
import type { TokenCorrection } from './counter-store.js';
import type { CounterUse } from './counters.js';

export const byKey = (a: CounterUse, b: CounterUse): number => (a.key < b.key ? -1 : 1);

/** Each counter once, in lock order, with what the whole batch adds to it. */
export function sumCounters(batch: readonly AdmissionRequest[]) {
  const sums = new Map<string, { use: CounterUse; nano: bigint }>();
  for (const request of batch) {
    for (const use of request.counters) {
      const sum = sums.get(use.key);
      if (sum) sum.nano += request.holdNano;
      else sums.set(use.key, { use, nano: request.holdNano });
    }
  }
  return [...sums.values()].toSorted((a, b) => byKey(a.use, b.use));
}

/** A correction needs its window, too, although no call of the batch may belong to it. */
export function sumWindows(
  batch: readonly AdmissionRequest[],
  corrections: readonly TokenCorrection[],
) {
  const sums = new Map<
    string,
    { workloadId: string; rpm: number | null; tpm: number | null; requests: number; tokens: number }
  >();
  for (const request of batch) {
    if (!hasRateLimit(request)) continue;
    const { workloadId, rpm, tpm, tokens } = request;
    const sum = sums.get(workloadId);
    if (sum) {
      sum.requests++;
      sum.tokens += tokens;
    } else sums.set(workloadId, { workloadId, rpm, tpm, requests: 1, tokens });
  }
  for (const { workloadId } of corrections) {
    if (sums.has(workloadId)) continue;
    sums.set(workloadId, { workloadId, rpm: null, tpm: null, requests: 0, tokens: 0 });
  }
  return [...sums.values()].toSorted((a, b) => (a.workloadId < b.workloadId ? -1 : 1));
}
