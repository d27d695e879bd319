import type { ErrorKey } from '#kernel';
import type { AdmissionRequest } from './admission-request.js';
import type { CounterUse } from './counters.js';

const LIMITS_MAX = 10_000; // More of them between two looks say nothing new.

/** The counters, by key, that calls were refused for since somebody last asked. */
export class RefusedLimits {
  private keys = new Set<string>();

  note({ counters, otherwise }: AdmissionRequest, refusal: ErrorKey): void {
    const use = [...counters, ...(otherwise ?? [])].find((one) => one.refusal === refusal);
    if (use) this.noteUse(use);
  }

  noteUse({ key }: CounterUse): void {
    if (this.keys.size < LIMITS_MAX) this.keys.add(key);
  }

  take(): ReadonlySet<string> {
    const taken = this.keys;
    this.keys = new Set();
    return taken;
  }
}
