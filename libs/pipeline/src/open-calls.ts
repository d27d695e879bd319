import { Injectable } from '@nestjs/common';
import { OPEN_CALLS_MAX, type Principal } from '#call';
import { failed, refuse, type Cancellation, type OrganisationId } from '#kernel';

const DRAINING_MAX = 256; // Answers read for nobody cost as much as answers read for somebody.

/** Calls whose answer has not ended yet, with the way to end them: what a restart has to wait for. */
@Injectable()
export class OpenCalls {
  private readonly calls = new Map<Cancellation, Principal>();
  private readonly draining = new Set<Cancellation>();
  private hasEndedAll = false;

  get size(): number {
    return this.calls.size;
  }

  /**
   * Beyond the bound a call would wait for a connection until its deadline.
   * @throws gateway_overloaded, server_restarting
   */
  assertRoom(): void {
    if (this.hasEndedAll) throw failed('server_restarting');
    if (this.calls.size >= OPEN_CALLS_MAX) throw refuse('gateway_overloaded');
  }

  add(call: Cancellation, principal: Principal): void {
    this.calls.set(call, principal);
  }

  delete(call: Cancellation): void {
    this.calls.delete(call);
    this.draining.delete(call);
  }

  /** May one more answer be read to its end although its caller has gone? */
  tryDrain(call: Cancellation): boolean {
    if (this.draining.size >= DRAINING_MAX) return false;
    this.draining.add(call);
    return true;
  }

  /**
   * Each open answer ends with the event `server_restarting`, and no further call is let in; their
   * clients send them again.
   */
  endAll(): void {
    this.hasEndedAll = true;
    for (const call of this.calls.keys()) call.cancel(failed('server_restarting'));
  }

  /** Those of an organisation whose workloads want them to end with their key, by its public id. */
  cutWithKey(organisation: OrganisationId): ReadonlyMap<string, readonly Cancellation[]> {
    const found = new Map<string, Cancellation[]>();
    for (const [call, principal] of this.calls) {
      if (principal.kind !== 'key' || principal.organisation.id !== organisation) continue;
      if (principal.workload.onKeyRevoked !== 'cut') continue;
      const calls = found.get(principal.keyId) ?? [];
      calls.push(call);
      found.set(principal.keyId, calls);
    }
    return found;
  }
}
