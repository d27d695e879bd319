import { Module } from '@nestjs/common';
import { DatabaseDirectory } from './directory/database-directory.js';
import { SettingsRepository } from './directory/settings.repository.js';
import { KeyHasher } from './keys/key-hasher.js';
import { KeyRepository } from './keys/key.repository.js';
import { SettingsApplier } from './settings-file/apply-settings-file.js';

@Module({
  providers: [SettingsRepository, KeyRepository, KeyHasher, SettingsApplier, DatabaseDirectory],
  exports: [KeyRepository, KeyHasher, SettingsApplier, DatabaseDirectory],
})
export class WorkloadsModule {}
