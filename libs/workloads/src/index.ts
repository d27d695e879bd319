/**
 * Organisations, workloads and virtual keys: the settings file that declares them, the tables that
 * hold them, and the snapshot in memory that every call reads.
 *
 * Invariants: a settings file is applied whole or not at all; a key is stored only as its HMAC.
 * When the database is lost, the last good snapshot stays; admission fails closed by itself.
 */
export { DatabaseDirectory, type EpochListener } from './directory/database-directory.js';
export { SettingsRepository, type StoredSetting } from './directory/settings.repository.js';
export { DirectoryCredentials } from './directory/directory-credentials.js';
export {
  countPauses,
  forgetHealth,
  listPauses,
  pauseEndpoint,
  PAUSES_MAX,
  resumeEndpoint,
  type Pause,
} from './directory/operated-endpoints.js';
export { offlineSettings, type OfflineSettings } from './directory/offline-settings.js';
export { loosenedOrganisation, loosenedProvider, loosenedWorkload } from './policy/loosened.js';
export { raisedLimits } from './policy/raised.js';
export { buildAuto } from './directory/build-auto.js';
export { buildPolicy } from './residency/build-policy.js';
export { toProtection } from './directory/build-protection.js';
export { outdatedFacts } from './residency/outdated-facts.js';
export { StoredSecrets, type SecretMark } from './directory/stored-secrets.js';
export { nameOfRef, readSecret } from './directory/read-secret.js';
export { SecretFiles, secretFilesOf, secretRefsOf } from './directory/secret-files.js';
export { DatabaseObjectOwners } from './objects/database-object-owners.js';
export {
  IssuedKeys,
  KEY_ORDERS,
  KEY_STATUSES,
  type IssuedKey,
  type KeyOrder,
  type KeyStatus,
} from './keys/issued-keys.js';
export { KeyHasher } from './keys/key-hasher.js';
export { KeyRepository, type StoredKey } from './keys/key.repository.js';
export { KeyUses } from './keys/key-uses.js';
export { generateVirtualKey, parseVirtualKey, type VirtualKey } from './keys/virtual-key.js';
export {
  SettingsApplier,
  type ApplyOptions,
  type ApplyPrices,
} from './settings-file/apply-settings-file.js';
export { IsMoment } from './settings-file/decorators.js';
export { findWebhookFaults } from './settings-file/find-webhook-faults.js';
export {
  readSettings,
  readSettingsFile,
  SettingsFault,
} from './settings-file/read-settings-file.js';
export {
  AliasDto,
  OrganisationDto,
  ProviderDto,
  SettingsFile,
  WorkloadDto,
} from './settings-file/settings-file.dto.js';
export { WorkloadsModule } from './workloads.module.js';
