import { failed, GatewayError, type Clock } from '#kernel';
import { Breaker } from '#providers';

const ENTRIES_MAX = 1_000; // Judges of organisations; those of settings long gone leave first.

/**
 * Refusals of the inner call that say nothing of its judge: the caller's money or rate is at its end. A
 * provider that says the same of the gateway's account has no verdict, and is no matter of the caller's.
 */
export const isOfCaller = (fault: unknown): boolean =>
  fault instanceof GatewayError &&
  fault.details.upstream === undefined &&
  (fault.spec.status === 402 || fault.spec.status === 429);

/** A judge that fails again and again is not waited for by every call. */
export class JudgeBreakers {
  private readonly breakers = new Map<string, Breaker>();

  constructor(private readonly clock: Clock) {}

  /** @param name of the judge, with whose it is @throws upstream_unhealthy while it is left alone */
  async pass<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const breaker = this.breakerOf(name);
    if (!breaker.tryPass(this.clock.monotonicMs())) throw failed('upstream_unhealthy');
    try {
      const result = await work();
      breaker.done('ok', this.clock.monotonicMs());
      return result;
    } catch (fault) {
      if (isOfCaller(fault)) breaker.release();
      // Five in a row will do, as where nobody answers at all: a judge has no other way to be told ill.
      else breaker.done('no_connection', this.clock.monotonicMs());
      throw fault;
    }
  }

  private breakerOf(name: string): Breaker {
    let breaker = this.breakers.get(name);
    if (!breaker) {
      this.breakers.set(name, (breaker = new Breaker()));
      const oldest = this.breakers.keys().next().value;
      if (this.breakers.size > ENTRIES_MAX && oldest !== undefined) this.breakers.delete(oldest);
    }
    return breaker;
  }
}
