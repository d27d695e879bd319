import { Module } from '@nestjs/common';
import { AuditModule } from '#audit';
import { OutageWatch } from './log/outage-watch.js';
import { BackgroundReadings } from './metrics/background-readings.js';
import { RoofModule } from './roof.module.js';
import { LiveSettings } from './settings/live-settings.js';
import { SettingsBoot } from './settings/settings-boot.js';
import { Background } from './tasks/background.js';

/** The same in the API and in the worker; `Background` is told which of the two it works for. */
@Module({
  imports: [RoofModule, AuditModule],
  providers: [LiveSettings, SettingsBoot, BackgroundReadings, OutageWatch, Background],
  exports: [LiveSettings, SettingsBoot, Background],
})
export class OperationsModule {}
