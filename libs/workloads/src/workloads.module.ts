import { Module } from '@nestjs/common';
import { Directory } from '#call';
import { DatabaseDirectory } from './directory/database-directory.js';
import { SettingsRepository } from './directory/settings.repository.js';
import { KeyHasher } from './keys/key-hasher.js';
import { KeyRepository } from './keys/key.repository.js';
import { SettingsApplier } from './settings-file/apply-settings-file.js';

@Module({
  providers: [
    SettingsRepository,
    KeyRepository,
    KeyHasher,
    SettingsApplier,
    DatabaseDirectory,
    { provide: Directory, useExisting: DatabaseDirectory },
  ],
  exports: [KeyRepository, KeyHasher, SettingsApplier, DatabaseDirectory, Directory],
})
export class WorkloadsModule {}
