import { QUEUED_FAULTS_MAX } from '../limits.js';
import { invalid } from '../provider-error.js';
import { parseFault, type Fault } from './fault.js';

/** Faults for the next POST requests, in order; `ok` lets one request pass unharmed. */
export class FaultQueue {
  private readonly faults: Fault[] = [];

  get length(): number {
    return this.faults.length;
  }

  push(scripts: readonly string[]): void {
    if (this.faults.length + scripts.length > QUEUED_FAULTS_MAX) {
      throw invalid(`At most ${QUEUED_FAULTS_MAX} faults can wait.`);
    }
    this.faults.push(...scripts.map(parseFault));
  }

  take(): Fault | undefined {
    return this.faults.shift();
  }

  clear(): void {
    this.faults.length = 0;
  }
}
