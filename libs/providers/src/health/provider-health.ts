import { Injectable } from '@nestjs/common';
import type { Directory, Endpoint, Organisation } from '#call';
import { Clock, type OrganisationId } from '#kernel';
import { Breaker, type BreakerState } from './breaker.js';
import { RetryBudget } from './retry-budget.js';

const ENTRIES_MAX = 10_000; // Models that are served; those of settings long gone leave first.
export const THROTTLE_MS_MAX = 300_000; // What a provider asks for is a claim: after this it is asked again.
/** Many calls are told of one pause, each a little later: the first one tells the other replicas. */
const THROTTLE_NEWS_MS = 1_000;

/** What all models of a provider share: the way to it. */
interface Way {
  readonly breaker: Breaker;
  readonly retries: RetryBudget;
}

/** A breaker that has opened: of one model's answers, or of the way to all models of its provider. */
export interface Opening {
  /** Organisation, provider, address and round. */
  readonly way: string;
  /** Null: of the way. Empty where calls name no model. */
  readonly model: string | null;
  readonly openMs: number;
}

/** A model whose provider wants it left alone. */
export interface Throttle {
  readonly way: string;
  /** Empty where calls name no model. */
  readonly model: string;
  readonly ms: number;
}

/** One model at one provider, as this replica sees it. */
export class Health {
  private throttledUntilMs = 0;

  /** @param throttled told of each pause that goes well beyond what is known here, with its milliseconds */
  constructor(
    private readonly way: Way,
    readonly answers: Breaker,
    private readonly throttled: (ms: number) => void,
  ) {}

  get retries(): RetryBudget {
    return this.way.retries;
  }

  state(nowMs: number): BreakerState {
    const way = this.way.breaker.state(nowMs);
    return way === 'open' ? way : this.answers.state(nowMs);
  }

  isServing(nowMs: number): boolean {
    return this.state(nowMs) !== 'open' && nowMs >= this.throttledUntilMs;
  }

  msUntilServing(nowMs: number): number {
    const { breaker } = this.way;
    return Math.max(
      this.throttledUntilMs - nowMs,
      this.answers.msUntilProbe(nowMs),
      breaker.msUntilProbe(nowMs),
    );
  }

  /** May a call pass now? If so, one of the three below must follow. */
  tryPass(nowMs: number): boolean {
    if (!this.way.breaker.tryPass(nowMs)) return false;
    if (this.answers.tryPass(nowMs)) return true;
    this.way.breaker.release();
    return false;
  }

  /** Tells nothing about the provider. */
  release(): void {
    this.way.breaker.release();
    this.answers.release();
  }

  /** 429: the model is well, and wants to be left alone for a while. Its neighbours need not be. */
  throttle(ms: number, nowMs: number): void {
    this.release();
    const bounded = Math.min(ms, THROTTLE_MS_MAX);
    const isNews = nowMs + bounded > this.throttledUntilMs + THROTTLE_NEWS_MS;
    this.throttledUntilMs = nowMs + bounded;
    if (isNews && bounded > THROTTLE_NEWS_MS) this.throttled(bounded);
  }

  /** The same was said to another replica. @param leftMs what is left of it */
  throttleElsewhere(leftMs: number, nowMs: number): void {
    const untilMs = nowMs + Math.min(leftMs, THROTTLE_MS_MAX);
    this.throttledUntilMs = Math.max(this.throttledUntilMs, untilMs);
  }

  /** A connection that fails fails for all models; an answer that does, for its own. */
  done(result: 'ok' | 'failed' | 'no_connection', nowMs: number): void {
    this.way.breaker.done(result === 'no_connection' ? result : 'ok', nowMs);
    if (result === 'no_connection') this.answers.release();
    else this.answers.done(result, nowMs);
  }
}

export interface EndpointState {
  readonly provider: string;
  readonly model: string;
  readonly state: BreakerState;
  /** Milliseconds until it may be tried again. */
  readonly msUntilServing: number;
}

/** Health of every provider and model as this replica sees it, begun anew when an address or its round changes. */
@Injectable()
export class ProviderHealth {
  private readonly ways = new Map<string, Way>();
  private readonly known = new Map<string, Health>();
  private tell: (opening: Opening) => void = () => undefined;
  private tellThrottle: (throttle: Throttle) => void = () => undefined;

  constructor(private readonly clock: Clock) {}

  /** Told of each breaker that opens by what was seen here. */
  onOpen(listener: (opening: Opening) => void): void {
    this.tell = listener;
  }

  /** Told of each model that is to be left alone, as its provider has said here. */
  onThrottle(listener: (throttle: Throttle) => void): void {
    this.tellThrottle = listener;
  }

  /** @param leftMs what is left of a pause that another replica was asked for */
  throttleElsewhere({ way, model }: Throttle, leftMs: number): void {
    this.healthOf(way, model).throttleElsewhere(leftMs, this.clock.monotonicMs());
  }

  /** @param leftMs what is left of an opening on another replica */
  openElsewhere({ way, model, openMs }: Opening, leftMs: number): void {
    const breaker = model === null ? this.wayTo(way).breaker : this.healthOf(way, model).answers;
    breaker.openElsewhere(openMs, leftMs, this.clock.monotonicMs());
  }

  /** For whoever sends to the endpoint; asking alone makes nothing known. */
  of(organisation: OrganisationId, endpoint: Endpoint): Health {
    return this.healthOf(wayKeyOf(organisation, endpoint), modelOf(endpoint));
  }

  /** Can the endpoint be tried at all right now? */
  isServing(organisation: OrganisationId, endpoint: Endpoint): boolean {
    const nowMs = this.clock.monotonicMs();
    const health = this.known.get(keyOf(organisation, endpoint));
    if (health) return health.isServing(nowMs);
    return this.ways.get(wayKeyOf(organisation, endpoint))?.breaker.state(nowMs) !== 'open';
  }

  /** Seconds until the first of them serves again, as far as is known. */
  secondsUntilServing(organisation: OrganisationId, endpoints: readonly Endpoint[]): number {
    const nowMs = this.clock.monotonicMs();
    const waits = endpoints.map((endpoint) => {
      const health = this.known.get(keyOf(organisation, endpoint));
      if (health) return health.msUntilServing(nowMs);
      return this.ways.get(wayKeyOf(organisation, endpoint))?.breaker.msUntilProbe(nowMs) ?? 0;
    });
    return Math.max(1, Math.ceil(Math.min(...waits) / 1_000));
  }

  /** Of one organisation, as this replica sees them; an empty model is calls that name none. */
  statesOf(organisation: Pick<Organisation, 'id' | 'providers'>): readonly EndpointState[] {
    return [...this.current((id) => (id === organisation.id ? organisation : undefined))];
  }

  /** Of all organisations. */
  states(directory: Pick<Directory, 'organisation'>): readonly EndpointState[] {
    return [...this.current((id) => directory.organisation(id))];
  }

  /** What is known under an address or a round of before holds of nothing any more. */
  private *current(
    find: (id: OrganisationId) => Pick<Organisation, 'providers'> | undefined,
  ): Generator<EndpointState> {
    const nowMs = this.clock.monotonicMs();
    for (const [key, health] of this.known) {
      const [owner, name = ''] = key.split(' ', 2) as [OrganisationId, string?];
      const provider = find(owner)?.providers.get(name);
      const prefix = provider && `${wayKeyOf(owner, { provider })} `;
      if (!prefix || !key.startsWith(prefix)) continue;
      const model = key.slice(prefix.length);
      const msUntilServing = health.msUntilServing(nowMs);
      yield { provider: name, model, state: health.state(nowMs), msUntilServing };
    }
  }

  private healthOf(way: string, model: string): Health {
    const key = `${way} ${model}`;
    let health = this.known.get(key);
    if (!health) {
      const answers = new Breaker((openMs) => this.tell({ way, model, openMs }));
      health = new Health(this.wayTo(way), answers, (ms) => this.tellThrottle({ way, model, ms }));
      addBounded(this.known, key, health);
    }
    return health;
  }

  private wayTo(key: string): Way {
    let way = this.ways.get(key);
    if (!way) {
      const breaker = new Breaker((openMs) => this.tell({ way: key, model: null, openMs }));
      way = { breaker, retries: new RetryBudget() };
      addBounded(this.ways, key, way);
    }
    return way;
  }
}

const wayKeyOf = (organisation: OrganisationId, { provider }: Pick<Endpoint, 'provider'>): string =>
  `${organisation} ${provider.name} ${provider.baseUrl} ${provider.healthRound}`;

const keyOf = (organisation: OrganisationId, endpoint: Endpoint): string =>
  `${wayKeyOf(organisation, endpoint)} ${modelOf(endpoint)}`;

const modelOf = ({ model }: Endpoint): string => model?.id ?? '';

function addBounded<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.set(key, value);
  if (entries.size <= ENTRIES_MAX) return;
  const oldest = entries.keys().next().value;
  if (oldest !== undefined) entries.delete(oldest);
}
