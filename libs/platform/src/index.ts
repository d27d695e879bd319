/**
 * What the gateway stands on: configuration from the environment, the instance's secrets, the log,
 * PostgreSQL (the operator's or the embedded one) with its migrations and epochs, and Redis if there is one.
 *
 * Start-up fails loud: an unusable setting, an unreachable database or the schema of another release
 * ends the process with a message that says what to do.
 */
export type { BackupManifest } from './backup/backup-format.js';
export { withPatientClient } from './backup/patient-client.js';
export { readBackup } from './backup/read-backup.js';
export { restoreBackup, type RestoreTarget } from './backup/restore-backup.js';
export { writeBackup, type BackupSource, type OnProgress } from './backup/write-backup.js';
export {
  bigintArray,
  booleanArray,
  byteaArray,
  intArray,
  smallintArray,
  textArray,
  timestampArray,
  uuidArray,
} from './database/binary-array.js';
export { Database, type Queries, type Statement, type Tx } from './database/database.js';
export {
  bumpAllEpochs,
  bumpEpoch,
  readEpochs,
  type EpochName,
  type Epochs,
} from './database/epochs.js';
export {
  ANSWER_FREE_BYTES,
  ANSWERS_MEMORY_MAX,
  AnswerRoom,
  type AnswerMemory,
} from './answer-room.js';
export { assertSchema, migrate } from './database/migrate.js';
export { openDatabase, type DatabaseOptions } from './database/open-database.js';
export { isDatabaseOutage } from './database/is-outage.js';
export { whileReachable } from './database/while-reachable.js';
export { DatabaseUnavailable } from './database/pulse.js';
export type { Bucket, BucketPlace } from './config/bucket.js';
export { Config, loadConfig, type TelemetryConfig } from './config/environment.js';
export { commandFault, commandIn, type ToolCommand } from './config/tool-commands.js';
export { IsOneOf } from './config/is-one-of.js';
export { Networks } from './config/networks.js';
export { openSecrets } from './config/master-key.js';
export { EmbeddedPostgres, type EmbeddedPostgresOptions } from './postgres/embedded-postgres.js';
export { explain } from './explain.js';
export { foldersInUse, freeBytes, hasFreeSpace } from './files/free-space.js';
export { writeWhole } from './files/whole-file.js';
export { FoundationModule, type Foundation } from './foundation.module.js';
export { Jobs, type Job, type JobResult } from './jobs/jobs.js';
export { JsonLogger } from './json-logger.js';
export { switchLevelOnSignal } from './level-switch.js';
export { InstanceSecrets } from './instance-secrets.js';
export { openInstance, type InstanceUse, type OpenInstance } from './open-instance.js';
export {
  TOKEN_ANSWER_BYTES_MAX,
  TokenCache,
  type TokenAnswer,
  type TokenWish,
} from './oauth/token-cache.js';
export { TokenFailure } from './oauth/token-failure.js';
export {
  OutboundClient,
  OutboundFault,
  type OpenAnswer,
  type OutboundFetch,
  type OutboundRequest,
} from './outbound/outbound-client.js';
export { outboundFault } from './outbound/outbound-rules.js';
export { signWebhook } from './outbound/sign-webhook.js';
export { Outbox, type OutboxMessage } from './outbox/outbox.js';
export { Nudges } from './redis/nudges.js';
export { openRedis } from './redis/open-redis.js';
export { isReply, RedisLink, RedisUnavailable } from './redis/redis-link.js';
export { redisScript, type RedisScript } from './redis/redis-script.js';
export { ReplicaId } from './replica-id.js';
export { fieldFaults, joinPath } from './validation/field-faults.js';
export { Vault } from './vault.js';
export { VERSION } from './version.js';
