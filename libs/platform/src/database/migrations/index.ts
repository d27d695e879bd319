import { FirstTables1763600000001 } from './0001-first-tables.js';
import { Admission1763600000002 } from './0002-admission-and-record.js';
import { Roles1763600000003 } from './0003-roles.js';
import { SettleWhenRecorded1763600000004 } from './0004-settle-when-recorded.js';
import { EpochByOrganisation1763600000005 } from './0005-epoch-by-organisation.js';
import { MoneyInEveryOrder1763600000006 } from './0006-money-in-every-order.js';
import { ProviderObjects1763600000007 } from './0007-provider-objects.js';
import { KeyAndWorkload1763600000008 } from './0008-key-and-workload.js';
import { CountersInRedis1763600000009 } from './0009-counters-in-redis.js';
import { RolesOfTheLog1763600000010 } from './0010-roles-of-the-log.js';
import { CreditAndPlans1763600000011 } from './0011-credit-and-plans.js';
import { AlertsAndOutbox1763600000012 } from './0012-alerts-and-outbox.js';
import { Retention1763600000013 } from './0013-retention.js';
import { EndUsers1763600000014 } from './0014-end-users.js';
import { BackgroundCalls1763600000015 } from './0015-background-calls.js';
import { MonthsOfManyRuns1763600000016 } from './0016-months-of-many-runs.js';
import { TierPrices1763600000017 } from './0017-tier-prices.js';
import { CreditThatEnds1763600000018 } from './0018-credit-that-ends.js';
import { People1763600000019 } from './0019-people.js';
import { UsageRollups1763600000020 } from './0020-usage-rollups.js';
import { ProviderTests1763600000021 } from './0021-provider-tests.js';
import { KeptForSoLong1763600000023 } from './0023-kept-for-so-long.js';
import { OperatedEndpoints1763600000024 } from './0024-operated-endpoints.js';
import { ApprovedPrices1763600000028 } from './0028-approved-prices.js';
import { BatchPrices1763600000029 } from './0029-batch-prices.js';
import { DocumentJobs1763600000030 } from './0030-document-jobs.js';
import { KeptContent1763600000031 } from './0031-kept-content.js';
import { ResponseCache1763600000032 } from './0032-response-cache.js';
import { Knowledge1763600000033 } from './0033-knowledge.js';
import { KnowledgeIndex1763600000034 } from './0034-knowledge-index.js';
import { VectorsInOneOrder1763600000035 } from './0035-vectors-in-one-order.js';
import { InjectionFacets1763600000036 } from './0036-injection-facets.js';
import { KnowledgeRemnants1763600000037 } from './0037-knowledge-remnants.js';

/** In order; forward only. */
export const MIGRATIONS = [
  FirstTables1763600000001,
  Admission1763600000002,
  Roles1763600000003,
  SettleWhenRecorded1763600000004,
  EpochByOrganisation1763600000005,
  MoneyInEveryOrder1763600000006,
  ProviderObjects1763600000007,
  KeyAndWorkload1763600000008,
  CountersInRedis1763600000009,
  RolesOfTheLog1763600000010,
  CreditAndPlans1763600000011,
  AlertsAndOutbox1763600000012,
  Retention1763600000013,
  EndUsers1763600000014,
  BackgroundCalls1763600000015,
  MonthsOfManyRuns1763600000016,
  TierPrices1763600000017,
  CreditThatEnds1763600000018,
  People1763600000019,
  UsageRollups1763600000020,
  ProviderTests1763600000021,
  KeptForSoLong1763600000023,
  OperatedEndpoints1763600000024,
  ApprovedPrices1763600000028,
  BatchPrices1763600000029,
  DocumentJobs1763600000030,
  KeptContent1763600000031,
  ResponseCache1763600000032,
  Knowledge1763600000033,
  KnowledgeIndex1763600000034,
  VectorsInOneOrder1763600000035,
  InjectionFacets1763600000036,
  KnowledgeRemnants1763600000037,
];
