import type { Target } from '../targets/target.js';

interface Counted {
  readonly calls: number;
  readonly failures: number;
  readonly faults: readonly string[];
}

/** Every call of a run by target, warm-ups and repeats included: what records must agree with. */
export class CallBooks {
  readonly faults: string[] = [];
  private readonly calls = new Map<Target, number>();

  add(target: Target, { calls, failures, faults }: Counted): void {
    this.calls.set(target, this.callsOf(target) + calls);
    if (failures > 0) this.faults.push(`${target.name}: ${failures} failed calls`);
    this.faults.push(...faults.map((fault) => `${target.name}: ${fault}`));
  }

  callsOf(target: Target): number {
    return this.calls.get(target) ?? 0;
  }
}
