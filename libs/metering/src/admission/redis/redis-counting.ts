import type { DriftWatch } from './drift-watch.js';
import type { RedisCounterStore } from './redis-counter-store.js';

/** What counts in Redis, where there is one. */
export class RedisCounting {
  constructor(
    readonly parts: { readonly store: RedisCounterStore; readonly watch: DriftWatch } | null,
  ) {}
}
