import { ActivityController } from './activity/activity.controller.js';
import { AnonymizationsController } from './anonymizations/anonymizations.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditJobsController } from './audit/audit-jobs.controller.js';
import { AuditJobs } from './audit/audit-jobs.js';
import { OwnWorkloads } from './audit/own-workloads.js';
import { CacheController } from './cache/cache.controller.js';
import { EventHub } from './events/event-hub.js';
import { EventsController } from './events/events.controller.js';
import { AdminHealthController } from './health/health.controller.js';
import { OperatingController } from './health/operating.controller.js';
import { LimitsController } from './limits/limits.controller.js';
import { Notices } from './overview/notices.js';
import { OverviewController } from './overview/overview.controller.js';
import { PlaygroundController } from './playground/playground.controller.js';
import { PlaygroundWorkload } from './playground/playground-workload.js';
import { SystemController } from './system/system.controller.js';
import { UsageController } from './usage/usage.controller.js';

/** What is read of what happened. Literal paths stand before those with an id. */
export const READ_CONTROLLERS = [
  OverviewController,
  UsageController,
  LimitsController,
  AuditJobsController,
  AuditController,
  AdminHealthController,
  OperatingController,
  ActivityController,
  SystemController,
  PlaygroundController,
  AnonymizationsController,
  CacheController,
  EventsController,
];
export const READ_PROVIDERS = [AuditJobs, OwnWorkloads, Notices, PlaygroundWorkload, EventHub];
