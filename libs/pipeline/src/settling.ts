import { Injectable } from '@nestjs/common';

/** Ended calls that are still being settled and recorded. A drain waits for all of them. */
@Injectable()
export class Settling {
  private readonly running = new Set<Promise<void>>();

  get size(): number {
    return this.running.size;
  }

  /** @param work must not reject; it reports its own failures */
  add(work: Promise<void>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  async drained(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }
}
