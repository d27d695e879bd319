import { Injectable } from '@nestjs/common';
import type { Endpoint, Provider } from '#call';
import { Clock, type OrganisationId } from '#kernel';
import { Breaker, type BreakerState } from './breaker.js';
import { RetryBudget } from './retry-budget.js';

interface Health {
  readonly breaker: Breaker;
  readonly retries: RetryBudget;
  /** Monotonic time until which the provider asked to be left alone (429 with Retry-After). */
  throttledUntilMs: number;
}

/** Health of every provider as this replica sees it. Replaced with the provider when settings change. */
@Injectable()
export class ProviderHealth {
  private readonly known = new Map<string, Health>();

  constructor(private readonly clock: Clock) {}

  of(organisation: OrganisationId, provider: Provider): Health {
    const key = `${organisation} ${provider.name} ${provider.baseUrl}`;
    let health = this.known.get(key);
    if (!health) {
      health = { breaker: new Breaker(), retries: new RetryBudget(), throttledUntilMs: 0 };
      this.known.set(key, health);
    }
    return health;
  }

  /** Can the endpoint be tried at all right now? */
  isServing(organisation: OrganisationId, endpoint: Endpoint): boolean {
    const health = this.of(organisation, endpoint.provider);
    const nowMs = this.clock.monotonicMs();
    return health.breaker.state(nowMs) !== 'open' && nowMs >= health.throttledUntilMs;
  }

  /** Seconds until the first of them serves again, as far as is known. */
  secondsUntilServing(organisation: OrganisationId, endpoints: readonly Endpoint[]): number {
    const nowMs = this.clock.monotonicMs();
    const waits = endpoints.map(({ provider }) => {
      const { breaker, throttledUntilMs } = this.of(organisation, provider);
      return Math.max(throttledUntilMs - nowMs, breaker.msUntilProbe(nowMs));
    });
    return Math.max(1, Math.ceil(Math.min(...waits) / 1_000));
  }

  states(): { readonly endpoint: string; readonly state: BreakerState }[] {
    const nowMs = this.clock.monotonicMs();
    return [...this.known].map(([key, { breaker }]) => ({
      endpoint: key.split(' ')[1] ?? '',
      state: breaker.state(nowMs),
    }));
  }
}
