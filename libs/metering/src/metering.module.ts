import { Module } from '@nestjs/common';
import { Admission } from './admission/admission.js';
import { CounterStore } from './admission/counter-store.js';
import { PostgresCounterStore } from './admission/postgres-counter-store.js';
import { HoldGrowth } from './hold/hold-growth.js';
import { HoldSizer } from './hold/hold-sizer.js';
import { ProgressBook } from './hold/progress-book.js';
import { MeterInterceptor } from './meter.interceptor.js';
import { PriceBook } from './price-book/price-book.js';
import { PriceRepository } from './price-book/price.repository.js';
import { PostgresSettlement } from './settlement/postgres-settlement.js';

/** `Directory` comes from the roof, which binds it to the workloads' own. */
@Module({
  providers: [
    PriceRepository,
    PriceBook,
    HoldSizer,
    HoldGrowth,
    ProgressBook,
    Admission,
    MeterInterceptor,
    { provide: CounterStore, useClass: PostgresCounterStore },
    PostgresSettlement,
  ],
  exports: [PriceRepository, PriceBook, ProgressBook, MeterInterceptor, PostgresSettlement],
})
export class MeteringModule {}
