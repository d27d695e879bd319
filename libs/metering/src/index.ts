/**
 * Prices, holds and limits. A call's money is held before anything is sent and settled once, in the
 * transaction that records it; amounts are integers of nano-units, rounded up once.
 *
 * Invariants: `held` is the sum of the open calls' holds, `spent` the sum of the ledger. Counters may
 * stand outside of the database (`CounterStore`); intents never do. When either cannot be reached the
 * call is refused with 503 and nothing is sent.
 */
export { chargeOfBackground } from './hold/background-terms.js';
export { CounterStore } from './admission/counter-store.js';
export {
  areCountedElsewhere,
  checkCounters,
  type CounterCheck,
} from './admission/redis/check-counters.js';
export { RedisCounting } from './admission/redis/redis-counting.js';
export { ProgressBook } from './hold/progress-book.js';
export { RateWindowKeeper } from './admission/rate-window-keeper.js';
export { MeterInterceptor } from './meter.interceptor.js';
export { MeteringModule } from './metering.module.js';
export { AlertWatch } from './alerts/alert-watch.js';
export type { LimitAlert } from './alerts/limit-alert.js';
export {
  CREDIT_KINDS,
  CreditFault,
  creditLeft,
  CreditRepository,
  type CreditBalance,
  type CreditEntry,
  type CreditKind,
  type SummedCreditEntry,
} from './credit/credit.repository.js';
export { CreditExpiry } from './credit/credit-expiry.js';
export { LimitsInForce, type MoneyLimit } from './admission/limits-in-force.js';
export { limitUses, type LimitUse } from './admission/limit-use.js';
export { periodEndMs } from './admission/period-end.js';
export {
  comparePrices,
  mergePrices,
  mergeRates,
  type PriceChange,
  type PriceChanges,
} from './price-book/compare-prices.js';
export { importPrices, type ImportedPrices } from './price-book/import-prices.js';
export { PriceBook } from './price-book/price-book.js';
export { readPriceHistory, type PriceChangePoint } from './price-book/price-history.js';
export {
  PriceRepository,
  type PriceBookContent,
  type RateLine,
} from './price-book/price.repository.js';
export { pricesOfSettings } from './price-book/prices-of-settings.js';
