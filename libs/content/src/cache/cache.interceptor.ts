import { Injectable } from '@nestjs/common';
import {
  Interceptor,
  type CachedAnswer,
  type CacheLook,
  type CacheOrder,
  type Entered,
  type GuardedCall,
  type LookedUpCall,
  type ResponseCachePolicy,
} from '#call';
import { Clock } from '#kernel';
import { AnswerCollector } from './answer-collector.js';
import { nameOf, placeOf, type CachePlace } from './cache-place.js';
import { Flights } from './flights.js';
import type { KeptAnswer } from './kept-answer.js';
import { requestText } from './request-text.js';
import { ResponseCache } from './response-cache.js';

/** For the answer to an equal request; who waits in vain goes on by itself. */
const FLIGHT_MS_MAX = 10_000;

const ASKS_NOTHING: CacheOrder = { reads: true, writes: true, ageSecondsMax: null };

/**
 * Where its workload has a cache: was an equal request answered before, by an endpoint that this call may go to? It comes
 * after all that may refuse a call for what it asks or who asks it, so that an answer is given to nobody who could not have
 * it made. Only its limits follow: a hit counts as a request, and costs nothing.
 */
@Injectable()
export class CacheInterceptor extends Interceptor<GuardedCall, LookedUpCall> {
  private readonly flights = new Flights();

  constructor(
    private readonly cache: ResponseCache,
    private readonly clock: Clock,
  ) {
    super();
  }

  enter(call: GuardedCall): Entered<LookedUpCall> | Promise<Entered<LookedUpCall>> {
    const { responseCache } = call.principal.workload;
    if (!responseCache || call.principal.kind === 'internal') return without(call, 'off');
    const order = call.cacheOrder ?? ASKS_NOTHING;
    if (!order.reads && !order.writes) return without(call, 'bypass');
    const text = requestText(call);
    return text === null ? without(call, 'skip') : this.look(call, responseCache, order, text);
  }

  private async look(
    call: GuardedCall,
    policy: ResponseCachePolicy,
    order: CacheOrder,
    text: string,
  ): Promise<Entered<LookedUpCall>> {
    const { organisation, workload } = call.principal;
    const key = await this.cache.keyOf(organisation.id);
    if (!key) return without(call, 'miss');
    const scopeId = policy.isShared ? organisation.id : workload.id;
    const scope = { organisationId: organisation.id, scopeId };
    const place = placeOf(scope, key, text);
    const answer = order.reads ? await this.find(call, oldest(order, policy), place) : undefined;
    if (answer) {
      this.cache.counters.hits++;
      return { call: { ...call, cache: { state: 'hit', answer } } };
    }
    this.cache.counters.misses++;
    if (!order.writes) return without(call, 'miss');
    // The look may have told that there is another key.
    const keyNow = (await this.cache.keyOf(organisation.id)) ?? key;
    return this.collecting(call, policy, keyNow === key ? place : placeOf(scope, keyNow, text));
  }

  private async find(
    call: GuardedCall,
    ageSecondsMax: number,
    place: CachePlace,
  ): Promise<CachedAnswer | undefined> {
    const first = await this.fitting(call, ageSecondsMax, place);
    const flight = first ? undefined : this.flights.of(nameOf(place));
    if (!flight) return first;
    const over = new AbortController();
    const stopListening = call.callerGone.onCancel(() => over.abort());
    const waited = this.clock.sleep(Math.min(FLIGHT_MS_MAX, call.timeoutMs), over.signal);
    await Promise.race([flight, waited]);
    stopListening();
    over.abort();
    return this.fitting(call, ageSecondsMax, place);
  }

  private async fitting(
    call: GuardedCall,
    ageSecondsMax: number,
    place: CachePlace,
  ): Promise<CachedAnswer | undefined> {
    const kept = await this.cache.find(place);
    return kept && fit(call, ageSecondsMax, kept, this.clock.nowMs());
  }

  private collecting(
    call: GuardedCall,
    { ttlSeconds }: ResponseCachePolicy,
    place: CachePlace,
  ): Entered<LookedUpCall> {
    const land = this.flights.begin(nameOf(place));
    const collector = new AnswerCollector();
    return {
      call: { ...call, cache: { state: 'miss', answer: null } },
      watch: (frame) => {
        collector.see(frame);
        return frame;
      },
      refused: land,
      leave: (outcome) => {
        const answer = collector.finish(call, outcome);
        const storedAtMs = this.clock.nowMs();
        const expiresAtMs = storedAtMs + ttlSeconds * 1_000;
        if (answer) this.cache.put(place, { ...answer, storedAtMs, expiresAtMs });
        land();
        return outcome;
      },
    };
  }
}

const without = (
  call: GuardedCall,
  state: Exclude<CacheLook['state'], 'hit'>,
): Entered<LookedUpCall> => ({ call: { ...call, cache: { state, answer: null } } });

/**
 * By the policy of now as well: the one that an answer was kept by may have been of another day, or of another workload that
 * shares its answers.
 */
const oldest = ({ ageSecondsMax }: CacheOrder, { ttlSeconds }: ResponseCachePolicy): number =>
  Math.min(ageSecondsMax ?? ttlSeconds, ttlSeconds);

/** Young enough for who asks, and made where this call may go now: allow-lists and residency have said so. */
function fit(
  { route }: GuardedCall,
  ageSecondsMax: number,
  { provider, model, storedAtMs, usage, events }: KeptAnswer,
  nowMs: number,
): CachedAnswer | undefined {
  const endpoint = route.endpoints.find(
    (one) => one.provider.name === provider && one.model?.id === model,
  );
  const ageSeconds = Math.max(0, Math.floor((nowMs - storedAtMs) / 1_000));
  return endpoint && ageSeconds < ageSecondsMax
    ? { endpoint, ageSeconds, usage, events }
    : undefined;
}
