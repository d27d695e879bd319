/**
 * Seal: the tamper-evident log of every call. One Merkle tree (RFC 6962) per organisation, kept in
 * C2SP form: tiles, checkpoints signed with a key that is not in the database, inclusion proofs.
 *
 * A call is durable before it is sent (its intent), when it ends (entry, ledger entry, settled hold
 * and pending leaf in one transaction) and when it is sealed (leaf, head, checkpoint in another).
 * Killing any process at any point loses no call and settles no hold twice. Where holds stand outside
 * of the database, they are settled after the record, and again from the ledger if that was lost.
 *
 * Without the database, outcomes wait in memory up to a bound; then `Recorder.isFull` asks admission
 * to refuse. When the database holds less than was anchored outside of it, sealing stops and no call is
 * let in until an operator accepts the fork, which the log then tells. Entries hold counts and commitments, never what a caller or a provider wrote.
 */
export { RemoteAnchors } from './anchor/remote-anchors.js';
export { AuditModule } from './audit.module.js';
export type { CallSoFar } from './entry/build-entry.js';
export { EndUserIndex } from './entry/end-user-index.js';
export type { Entry, EntryAuto, EntrySteps } from './entry/entry.js';
export { CheckpointSigner } from './log/checkpoint-signer.js';
export {
  BACKGROUND_MS_MAX,
  BackgroundRecords,
  type BackgroundCall,
} from './record/background-records.js';
export { Corrections } from './record/corrections.js';
export { Recorder } from './record/recorder.js';
export { SentCalls } from './record/sent-calls.js';
export { acceptForks, type AcceptedFork } from './recover/accept-fork.js';
export { callsMadeFor } from './recover/calls-made-for.js';
export { eraseCall, ERASURE_REASON } from './recover/erase-call.js';
export { eraseEndUser } from './recover/erase-end-user.js';
export { rotateKey } from './recover/rotate-key.js';
export { Recovery } from './recover/recovery.js';
export { Anchors, type Rollback } from './seal/anchors.js';
export { openSigner } from './seal/open-signer.js';
export { SealPass } from './seal/seal-pass.js';
export { Sealer, type SealerState } from './seal/sealer.js';
export { SealInterceptor } from './seal.interceptor.js';
export { exportLog, type LogSource } from './verify/export-log.js';
export type { Manifest } from './verify/export-format.js';
export { fsck, type Finding, type FsckReport } from './verify/fsck.js';
export { keptFrom, retainMonths, type Retained } from './retain/retain-months.js';
export { listMonths, MONTH, type MonthSize } from './retain/months.js';
export { readTile } from './serve/read-tile.js';
export { readTilePath } from './serve/tile-path.js';
export {
  consistencyProof,
  inclusionProof,
  newestCheckpoint,
  verifyProof,
  type ProofVerdict,
} from './verify/prove.js';
export { LogWatch } from './verify/log-watch.js';
export { verifyExport, type Trust, type Verdict } from './verify/verify-export.js';
export { verifyRange, type RangeVerdict } from './verify/verify-range.js';
export {
  listHolds,
  releaseHold,
  repairRows,
  writeAdmin,
  type AdminStep,
} from './recover/operator.js';
