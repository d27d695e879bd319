import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import {
  type HeldCall,
  type ResolvedHold,
  type Entered,
  type Outcome,
  type RoutedCall,
  type SealedCall,
  Settlement,
} from '#call';
import { type Clock, SystemClock, SystemEntropy } from '#kernel';
import {
  type Config,
  type Database,
  InstanceSecrets,
  loadConfig,
  ReplicaId,
  type Statement,
} from '#platform';
import type { ReplyFrame } from '#wire';
import { RecordedSignal } from '../record/recorded-signal.js';
import { Corrections } from '../record/corrections.js';
import { BackgroundRecords } from '../record/background-records.js';
import { OwnCalls } from '../record/own-calls.js';
import { EndUserIndex } from '../entry/end-user-index.js';
import { Recorder } from '../record/recorder.js';
import { SentCalls } from '../record/sent-calls.js';
import { Recovery } from '../recover/recovery.js';
import { SealInterceptor } from '../seal.interceptor.js';
import { RemoteAnchors } from '../anchor/remote-anchors.js';
import { Anchors } from '../seal/anchors.js';
import { openSigner } from '../seal/open-signer.js';
import { SealPass } from '../seal/seal-pass.js';
import { Sealer } from '../seal/sealer.js';
import { aRoutedCall, aWorkloadId, anOutcome, type Owner } from './a-call.js';

/** Counters outside of the database, which keep what they are told. */
export class OutsideCounters extends Settlement {
  readonly keptIn = 'postgres';
  readonly recounted: string[] = [];
  readonly held = new Map<string, HeldCall>();
  readonly settled: ResolvedHold[] = [];
  isAway = false;

  settle(resolved: readonly ResolvedHold[]): Promise<void> {
    if (this.isAway) return Promise.reject(new Error('The counters are away.'));
    for (const hold of resolved) if (this.held.delete(hold.callId)) this.settled.push(hold);
    return Promise.resolve();
  }

  listHeld(): Promise<readonly HeldCall[]> {
    return Promise.resolve([...this.held.values()]);
  }

  recount(organisationId: string): Promise<void> {
    this.recounted.push(organisationId);
    return Promise.resolve();
  }
}

const HOLD_NANO = 1_000;

const HOLD: Statement = {
  name: 'test-hold',
  text: `INSERT INTO meter_counter (scope, scope_id, period, held) VALUES (1, $1, 't', $2)
    ON CONFLICT (scope, scope_id, period) DO UPDATE SET held = meter_counter.held + excluded.held`,
};

const INTENT: Statement = {
  name: 'test-intent',
  text: `INSERT INTO call_intent (id, org_id, workload_id, replica_id, hold_nano, counters,
      price_version, context, progress_nano, progress_tokens, is_counted_here)
    VALUES ($1, $2, $3, $4, $5, $6, 3, $7, $8, $9, $10)`,
};

const secrets = new InstanceSecrets(Buffer.alloc(32, 7));

/** One replica on a test's database. Several worlds on one database are several replicas. */
export function auditWorld(
  database: Database,
  config: Config = aConfig(),
  outside = new OutsideCounters(),
  clock: Clock = new SystemClock(),
) {
  const entropy = new SystemEntropy();
  const replica = new ReplicaId(aWorkloadId());
  const signer = openSigner(config, secrets);
  const signal = new RecordedSignal(clock);
  const remote = new RemoteAnchors(config, clock);
  const anchors = new Anchors(database, config, clock, remote);
  const recorder = new Recorder(database, outside, clock, entropy, signal);
  const own = new OwnCalls();
  const corrections = new Corrections(database, clock, replica, outside);
  const sent = new SentCalls(config, replica);
  const endUsers = new EndUserIndex(database, secrets, entropy);
  const background = new BackgroundRecords(database, recorder, replica, clock);
  const seal = new SealInterceptor(
    recorder,
    anchors,
    entropy,
    clock,
    replica,
    own,
    corrections,
    sent,
    endUsers,
    background,
  );
  const pass = new SealPass(database, signer, anchors, clock);
  const sealer = new Sealer(database, pass, anchors, signal, clock);
  const recovery = new Recovery(database, recorder, outside, clock, replica, own, sent);

  const open = new Map<string, Entered<SealedCall>>();

  /** Ends a call that was admitted here. */
  async function leave({ callId }: SealedCall, outcome: Outcome): Promise<void> {
    await open.get(callId)?.leave?.(outcome);
  }

  /** Shows a frame of the answer to the seal of a call that was admitted here. */
  const watch = ({ callId }: SealedCall, frame: ReplyFrame) =>
    open.get(callId)?.watch?.(frame, 'chat');

  /** Takes a call to where it would be dispatched: sealed, held, with its intent. */
  async function admit(
    owner: Owner,
    change: Partial<RoutedCall> = {},
    { nano = 120n, tokens = 0n, isCountedHere = true } = {},
  ): Promise<SealedCall> {
    const entered = await seal.enter(aRoutedCall(owner, change));
    const { call } = entered;
    open.set(call.callId, entered);
    await insertIntent(owner, call, { context: call.seal.context, nano, tokens, isCountedHere });
    return call;
  }

  /** The intent of a call as its admission writes it, whatever has become of the call. */
  async function insertIntent(
    { organisationId, workloadId }: Owner,
    { callId }: Pick<RoutedCall, 'callId'>,
    { context = '{}', nano = 120n, tokens = 0n, isCountedHere = true } = {},
  ): Promise<void> {
    const counters = `1:${workloadId}:t`;
    await database.transaction(async (tx) => {
      if (isCountedHere) await tx.query(HOLD, [workloadId, HOLD_NANO]);
      else outside.held.set(callId, { callId, organisationId, counters });
      await tx.query(INTENT, [
        callId,
        organisationId,
        workloadId,
        replica.value,
        HOLD_NANO,
        counters,
        context,
        nano,
        tokens,
        isCountedHere,
      ]);
    });
  }

  /** A whole call, recorded. */
  async function serve(owner: Owner, change: Partial<RoutedCall> = {}): Promise<SealedCall> {
    const call = await admit(owner, change);
    await leave(call, anOutcome());
    return call;
  }

  /** One after the other: a busy machine has no connection for all at once. */
  async function admitMany(owner: Owner, count: number): Promise<SealedCall[]> {
    const calls: SealedCall[] = [];
    while (calls.length < count) calls.push(await admit(owner));
    return calls;
  }

  async function serveMany(owner: Owner, count: number): Promise<SealedCall[]> {
    const calls = await admitMany(owner, count);
    await Promise.all(calls.map((call) => leave(call, anOutcome())));
    return calls;
  }

  return {
    database,
    config,
    replica,
    outside,
    signer,
    recorder,
    background,
    corrections,
    seal,
    endUsers,
    leave,
    watch,
    pass,
    anchors,
    remote,
    sealer,
    recovery,
    sent,
    admit,
    admitMany,
    insertIntent,
    serve,
    serveMany,
  };
}

export type AuditWorld = ReturnType<typeof auditWorld>;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

export function aConfig(): Config {
  const folder = mkdtempSync(join(tmpdir(), 'gw-audit-'));
  folders.push(folder);
  return loadConfig({ GW_DATA_DIR: folder });
}
