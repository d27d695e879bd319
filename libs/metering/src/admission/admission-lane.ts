import { failed, type Clock, type GatewayError } from '#kernel';
import { heldCallOf, type AdmissionRequest, type Verdict } from './admission-request.js';
import type { AdmitAnswer, CounterStore, TokenCorrection } from './counter-store.js';
import { decide } from './decide.js';
import type { IntentStore } from './intent-store.js';

const BATCH_MAX = 256; // Larger ones only make their callers wait for each other.
const ROUNDS_MAX = 6; // Each round refuses or admits; only other replicas can make one in vain.

interface Waiting {
  readonly request: AdmissionRequest;
  readonly settle: (verdict: Verdict) => void;
}

/** What was refused although it may be held, or may be later: an answer was lost, or intents failed. */
export type OnUncertain = (requests: readonly AdmissionRequest[]) => void;

/**
 * Calls that are let in together, in natural batches: while one batch is with the store, the next
 * collects. No timer is involved, so a lone call does not wait.
 */
export class AdmissionLane {
  private queue: Waiting[] = [];
  private isRunning = false;
  private corrections: TokenCorrection[] = [];

  constructor(
    private readonly store: CounterStore,
    private readonly intents: IntentStore,
    private readonly clock: Clock,
    private readonly onUncertain: OnUncertain,
  ) {}

  admit(request: AdmissionRequest): Promise<Verdict> {
    return new Promise((settle) => {
      this.queue.push({ request, settle });
      if (this.isRunning) return;
      this.isRunning = true;
      setImmediate(() => void this.run());
    });
  }

  correct(correction: TokenCorrection): void {
    this.corrections.push(correction);
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0) {
      const batch = this.queue.splice(0, BATCH_MAX);
      try {
        await this.admitBatch(batch);
      } catch (cause) {
        this.onUncertain(batch.map(({ request }) => request));
        const error = failed('metering_unavailable', { cause });
        // Those behind would wait for the same timeout, one batch after the other.
        refuseAll([...batch, ...this.queue.splice(0)], error);
      }
    }
    this.isRunning = false;
  }

  private async admitBatch(batch: readonly Waiting[]): Promise<void> {
    let waiting = batch;
    for (let round = 0; round < ROUNDS_MAX && waiting.length > 0; round++) {
      const corrections = this.corrections;
      this.corrections = [];
      const requests = waiting.map(({ request }) => request);
      const answer = await this.store.admit(requests, corrections);
      if (answer.isAdmitted) {
        if (await this.openIntents(requests, answer)) return admitAll(waiting, answer);
        continue;
      }
      const { refused } = decide(requests, answer, this.clock.nowMs());
      waiting = waiting.flatMap((one) => {
        const error = refused.get(one.request);
        if (!error) return one;
        const otherwise = error.key === 'allowance_reached' ? onOtherCounters(one) : undefined;
        if (!otherwise) one.settle({ isAdmitted: false, error });
        return otherwise ?? [];
      });
    }
    refuseAll(
      waiting,
      failed('metering_unavailable', { internal: 'counters changed in every round' }),
    );
  }

  /** False: the counters that let these in are not the ones that count any more, so they ask again. */
  private async openIntents(
    requests: readonly AdmissionRequest[],
    { generation }: AdmitAnswer,
  ): Promise<boolean> {
    if (this.store.opensIntents || (await this.intents.open(requests, generation))) return true;
    await this.store.release(requests.map(heldCallOf));
    await this.store.renew(requests[0]?.organisationId ?? '');
    return false;
  }
}

/** As the same call asks again, in the next round. */
function onOtherCounters({ request, settle }: Waiting): Waiting | undefined {
  const { otherwise } = request;
  return otherwise === null
    ? undefined
    : { request: { ...request, counters: otherwise, otherwise: null }, settle };
}

function admitAll(waiting: readonly Waiting[], answer: AdmitAnswer): void {
  for (const { request, settle } of waiting) {
    const window = answer.windows.get(request.workloadId);
    settle({ isAdmitted: true, counters: request.counters, slot: answer.slot, window });
  }
}

function refuseAll(waiting: readonly Waiting[], error: GatewayError): void {
  for (const { settle } of waiting) settle({ isAdmitted: false, error });
}
