import { Module } from '@nestjs/common';
import { Clock } from '#kernel';
import { Database, RedisLink, ReplicaId } from '#platform';
import { Admission } from './admission/admission.js';
import { AlertWatch } from './alerts/alert-watch.js';
import { CreditRepository } from './credit/credit.repository.js';
import { CreditExpiry } from './credit/credit-expiry.js';
import { CounterStore } from './admission/counter-store.js';
import { LimitsInForce } from './admission/limits-in-force.js';
import { IntentStore } from './admission/intent-store.js';
import { PostgresCounterStore } from './admission/postgres-counter-store.js';
import { PostgresIntentStore } from './admission/postgres-intent-store.js';
import { CounterRebuild } from './admission/redis/counter-rebuild.js';
import { DriftWatch } from './admission/redis/drift-watch.js';
import { RedisCounterStore } from './admission/redis/redis-counter-store.js';
import { RedisCounting } from './admission/redis/redis-counting.js';
import { RateWindowKeeper } from './admission/rate-window-keeper.js';
import { HoldGrowth } from './hold/hold-growth.js';
import { HoldSizer } from './hold/hold-sizer.js';
import { ProgressBook } from './hold/progress-book.js';
import { MeterInterceptor } from './meter.interceptor.js';
import { PriceBook } from './price-book/price-book.js';
import { PriceRepository } from './price-book/price.repository.js';

/** `Directory` comes from the roof, which binds it to the workloads' own. */
@Module({
  providers: [
    PriceRepository,
    PriceBook,
    HoldSizer,
    HoldGrowth,
    ProgressBook,
    Admission,
    LimitsInForce,
    CreditRepository,
    AlertWatch,
    CreditExpiry,
    RateWindowKeeper,
    MeterInterceptor,
    { provide: RedisCounting, inject: [RedisLink, Database, Clock], useFactory: redisCountingOf },
    { provide: CounterStore, inject: [RedisCounting, Database, ReplicaId], useFactory: storeOf },
    { provide: IntentStore, useClass: PostgresIntentStore },
  ],
  exports: [
    LimitsInForce,
    CreditRepository,
    PriceRepository,
    PriceBook,
    ProgressBook,
    AlertWatch,
    CreditExpiry,
    RateWindowKeeper,
    MeterInterceptor,
    CounterStore,
    RedisCounting,
  ],
})
export class MeteringModule {}

function redisCountingOf(redis: RedisLink | null, database: Database, clock: Clock): RedisCounting {
  if (!redis) return new RedisCounting(null);
  const rebuild = new CounterRebuild(redis, database, clock);
  const store = new RedisCounterStore(redis, rebuild, clock);
  return new RedisCounting({ store, watch: new DriftWatch(rebuild, clock) });
}

/** In Redis where there is one, as all replicas have to agree on. */
function storeOf({ parts }: RedisCounting, database: Database, replica: ReplicaId): CounterStore {
  return parts?.store ?? new PostgresCounterStore(database, replica);
}
