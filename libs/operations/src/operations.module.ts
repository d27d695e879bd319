import { Module } from '@nestjs/common';
import { AuditModule } from '#audit';
import { ContentModule } from '#content';
import { InsightModule } from '#insight';
import { ProvidersModule } from '#providers';
import { AlertDelivery } from './alerts/alert-delivery.js';
import { Mailer } from './alerts/mailer.js';
import { BackgroundCalls } from './background-calls/background-calls.js';
import { OutageWatch } from './log/outage-watch.js';
import { BackgroundReadings } from './metrics/background-readings.js';
import { InstanceWatch } from './metrics/instance-watch.js';
import { RoofModule } from './roof.module.js';
import { LiveSettings } from './settings/live-settings.js';
import { SettingsBoot } from './settings/settings-boot.js';
import { SettingsPlanner } from './settings/settings-planner.js';
import { SettingsEditor } from './settings/settings-editor.js';
import { Background } from './tasks/background.js';
import { Housekeeping } from './tasks/housekeeping.js';

/** The same in the API and in the worker; `Background` is told which of the two it works for. */
@Module({
  imports: [RoofModule, AuditModule, ContentModule, ProvidersModule, InsightModule],
  providers: [
    LiveSettings,
    SettingsBoot,
    SettingsEditor,
    SettingsPlanner,
    BackgroundReadings,
    InstanceWatch,
    OutageWatch,
    BackgroundCalls,
    Background,
    Housekeeping,
    Mailer,
    AlertDelivery,
  ],
  exports: [
    LiveSettings,
    SettingsBoot,
    SettingsEditor,
    SettingsPlanner,
    Background,
    BackgroundCalls,
  ],
})
export class OperationsModule {}
