/**
 * What happened, read fast: sums of calls by the hour, made of sealed rows; lists of calls; shares and
 * percentiles. Nothing here is evidence, and everything can be made again from the log.
 *
 * Invariant: the sums of an organisation are those of its ledger, to the nano, once everything is sealed.
 */
export { InsightModule } from './insight.module.js';
export { histogramOf, type Histogram } from './audit/histogram.js';
export { listCalls, type CallPlace, type ListedCall } from './audit/list-calls.js';
export { readAutoCalls } from './audit/read-auto-calls.js';
export { readCall, type ReadCall } from './audit/read-call.js';
export type { CallFilters, SeriesFilters } from './filters.js';
export { countKinds, type KindCounts } from './usage/count-kinds.js';
export { readSpend } from './usage/read-spend.js';
export { readCacheUse } from './usage/read-cache-use.js';
export { readTraffic, type TrafficSums } from './usage/read-traffic.js';
export { readLastOfAliases, readLastOfProviders } from './usage/last-used.js';
export { UsageRollUp } from './usage/roll-up.js';
export {
  namesOf,
  readCourse,
  readCourses,
  readTotal,
  readUsage,
  USAGE_GROUPS,
  type UsageAsked,
  type UsageGroup,
  type UsageInterval,
  type UsagePoint,
  type UsageSums,
} from './usage/read-usage.js';
export { listActivity, type Activity } from './audit/list-activity.js';
export { readEndpoints, readQueues, readReplicas } from './health/read-health.js';
