import type { CallReport } from './caller.js';
import { Latencies } from './latencies.js';
import type { LoadResult } from './protocol.js';

const FAULTS_KEPT = 3;

/** Counts the answers of one measurement. */
export class Tally {
  private readonly latencies = new Latencies();
  private readonly firstTokens = new Latencies();
  private readonly faults: string[] = [];
  private readonly startedMs = performance.now();
  private readonly cpuAtStart = process.cpuUsage();
  private calls = 0;
  private failures = 0;

  get failed(): number {
    return this.failures;
  }

  add({ latencyMs, firstTokenMs, fault }: CallReport): void {
    if (fault !== undefined) {
      this.failures++;
      if (this.faults.length < FAULTS_KEPT) this.faults.push(fault);
      return;
    }
    this.calls++;
    this.latencies.add(latencyMs);
    if (firstTokenMs > 0) this.firstTokens.add(firstTokenMs);
  }

  result(): LoadResult {
    const seconds = (performance.now() - this.startedMs) / 1_000;
    const cpu = process.cpuUsage(this.cpuAtStart);
    const [p50Ms = null, p99Ms = null] = this.latencies.quantiles([0.5, 0.99]);
    const [firstTokenP50Ms = null, firstTokenP99Ms = null] = this.firstTokens.quantiles([
      0.5, 0.99,
    ]);
    return {
      calls: this.calls,
      failures: this.failures,
      faults: this.faults,
      seconds,
      p50Ms,
      p99Ms,
      firstTokenP50Ms,
      firstTokenP99Ms,
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
    };
  }
}
