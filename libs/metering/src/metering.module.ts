import { Module } from '@nestjs/common';
import { Admission } from './admission/admission.js';
import { CounterStore } from './admission/counter-store.js';
import { IntentStore } from './admission/intent-store.js';
import { PostgresCounterStore } from './admission/postgres-counter-store.js';
import { PostgresIntentStore } from './admission/postgres-intent-store.js';
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
    RateWindowKeeper,
    MeterInterceptor,
    { provide: CounterStore, useClass: PostgresCounterStore },
    { provide: IntentStore, useClass: PostgresIntentStore },
  ],
  exports: [
    PriceRepository,
    PriceBook,
    ProgressBook,
    RateWindowKeeper,
    MeterInterceptor,
    CounterStore,
  ],
})
export class MeteringModule {}
