/**
 * What a running process needs beside its calls, the same in the API and in the worker: settings in
 * force, leases, recovery, sealing, metrics. The roof, which binds the ports of `call`, is here too.
 *
 * Background tasks are one list, `tasks/background.ts`: started in order, stopped in reverse. A task
 * that does not start stops those before it, and the process with them; one that does not stop is
 * logged, and the others stop all the same.
 *
 * A settings file is applied whole or not at all; a bad edit keeps what is in force. Without the
 * database nothing starts; later the last good settings and prices stay.
 */
export { Housekeeping } from './tasks/housekeeping.js';
export { mayReadMetrics } from './metrics/may-read-metrics.js';
export { Metrics, type MetricsText } from './metrics/metrics.js';
export { OperationsModule } from './operations.module.js';
export { LiveSettings } from './settings/live-settings.js';
export { SettingsBoot } from './settings/settings-boot.js';
export { SettingsEditor } from './settings/settings-editor.js';
export {
  SettingsPlanner,
  type PlannedChange,
  type SettingsPlan,
  type WantedSettings,
} from './settings/settings-planner.js';
export { sendsToken } from './sends-token.js';
export { BackgroundCalls } from './background-calls/background-calls.js';
export { Background } from './tasks/background.js';
export { Telemetry } from './telemetry/telemetry.js';
