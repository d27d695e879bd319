import { Module } from '@nestjs/common';
import { DatabaseDirectory } from './directory/database-directory.js';
import { DirectoryCredentials } from './directory/directory-credentials.js';
import { StoredSecrets } from './directory/stored-secrets.js';
import { SettingsRepository } from './directory/settings.repository.js';
import { DatabaseObjectOwners } from './objects/database-object-owners.js';
import { IssuedKeys } from './keys/issued-keys.js';
import { KeyUses } from './keys/key-uses.js';
import { KeyHasher } from './keys/key-hasher.js';
import { KeyRepository } from './keys/key.repository.js';
import { SettingsApplier } from './settings-file/apply-settings-file.js';

@Module({
  providers: [
    SettingsRepository,
    KeyRepository,
    KeyHasher,
    IssuedKeys,
    StoredSecrets,
    KeyUses,
    SettingsApplier,
    DatabaseDirectory,
    DirectoryCredentials,
    DatabaseObjectOwners,
  ],
  exports: [
    SettingsRepository,
    KeyRepository,
    KeyHasher,
    IssuedKeys,
    StoredSecrets,
    KeyUses,
    SettingsApplier,
    DatabaseDirectory,
    DirectoryCredentials,
    DatabaseObjectOwners,
  ],
})
export class WorkloadsModule {}
