import { Injectable } from '@nestjs/common';
import { failed } from '#kernel';

const DRAINING_MAX = 256; // Answers read for nobody cost as much as answers read for somebody.

/** Calls whose answer has not ended yet, with the way to end them: what a restart has to wait for. */
@Injectable()
export class OpenCalls {
  private readonly calls = new Set<AbortController>();
  private readonly draining = new Set<AbortController>();

  get size(): number {
    return this.calls.size;
  }

  add(abort: AbortController): void {
    this.calls.add(abort);
  }

  delete(abort: AbortController): void {
    this.calls.delete(abort);
    this.draining.delete(abort);
  }

  /** May one more answer be read to its end although its caller has gone? */
  tryDrain(abort: AbortController): boolean {
    if (this.draining.size >= DRAINING_MAX) return false;
    this.draining.add(abort);
    return true;
  }

  /** Each open answer ends with the event `server_restarting`; its client sends the call again. */
  endAll(): void {
    for (const abort of this.calls) abort.abort(failed('server_restarting'));
  }
}
