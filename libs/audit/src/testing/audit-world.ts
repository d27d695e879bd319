import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type ResolvedHold, type RoutedCall, type SealedCall, Settlement } from '#call';
import { SystemClock, SystemEntropy } from '#kernel';
import {
  type Config,
  type Database,
  InstanceSecrets,
  loadConfig,
  ReplicaId,
  type Statement,
  type Tx,
} from '#platform';
import { RecordedSignal } from '../record/recorded-signal.js';
import { Recorder } from '../record/recorder.js';
import { Recovery } from '../recover/recovery.js';
import { SealInterceptor } from '../seal.interceptor.js';
import { Anchors } from '../seal/anchors.js';
import { openSigner } from '../seal/open-signer.js';
import { SealPass } from '../seal/seal-pass.js';
import { Sealer } from '../seal/sealer.js';
import { aRoutedCall, aWorkloadId, anOutcome, type Owner } from './a-call.js';

const MOVE: Statement = {
  name: 'test-move-counter',
  text: `UPDATE meter_counter SET held = held - $2, spent = spent + $3
    WHERE scope || ':' || scope_id || ':' || period = $1`,
};

const DIE: Statement = { name: 'test-die', text: 'SELECT pg_terminate_backend(pg_backend_pid())' };

/** Settles like the real one, and can be told to break the sealer's transaction in its middle. */
export class TestSettlement extends Settlement {
  next: 'settle' | 'fail' | 'lose connection' = 'settle';

  async settle(tx: Tx, resolved: readonly ResolvedHold[]): Promise<void> {
    for (const { counters, holdNano, nano } of resolved) {
      for (const counter of counters.split(' ')) await tx.query(MOVE, [counter, holdNano, nano]);
    }
    const { next } = this;
    this.next = 'settle';
    if (next === 'fail') throw new Error('The settlement was told to fail.');
    if (next === 'lose connection') await tx.query(DIE);
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
      price_version, context, progress_nano, progress_tokens)
    VALUES ($1, $2, $3, $4, $5, $6, 3, $7, $8, $9)`,
};

const secrets = new InstanceSecrets(Buffer.alloc(32, 7));

/** One replica on a test's database. Several worlds on one database are several replicas. */
export function auditWorld(database: Database, config: Config = aConfig()) {
  const clock = new SystemClock();
  const entropy = new SystemEntropy();
  const replica = new ReplicaId(aWorkloadId());
  const settlement = new TestSettlement();
  const signer = openSigner(config, secrets);
  const signal = new RecordedSignal(clock);
  const recorder = new Recorder(database, clock, entropy, signal);
  const seal = new SealInterceptor(recorder, entropy, clock, replica);
  const pass = new SealPass(database, settlement, signer, clock);
  const anchors = new Anchors(database, config);
  const sealer = new Sealer(database, pass, anchors, signal, clock);
  const recovery = new Recovery(database, recorder, clock, replica);

  /** Takes a call to where it would be dispatched: sealed, held, with its intent. */
  async function admit(
    owner: Owner,
    change: Partial<RoutedCall> = {},
    progress = { nano: 120n, tokens: 0n },
  ): Promise<SealedCall> {
    const call = seal.enter(aRoutedCall(owner, change));
    await database.transaction(async (tx) => {
      await tx.query(HOLD, [owner.workloadId, HOLD_NANO]);
      await tx.query(INTENT, [
        call.callId,
        owner.organisationId,
        owner.workloadId,
        replica.value,
        HOLD_NANO,
        `1:${owner.workloadId}:t`,
        call.seal.context,
        progress.nano,
        progress.tokens,
      ]);
    });
    return call;
  }

  /** A whole call, recorded. */
  async function serve(owner: Owner, change: Partial<RoutedCall> = {}): Promise<SealedCall> {
    const call = await admit(owner, change);
    await seal.leave(call, anOutcome());
    return call;
  }

  async function serveMany(owner: Owner, count: number): Promise<SealedCall[]> {
    const calls = await Promise.all(Array.from({ length: count }, () => admit(owner)));
    await Promise.all(calls.map((call) => seal.leave(call, anOutcome())));
    return calls;
  }

  return {
    database,
    config,
    replica,
    settlement,
    signer,
    recorder,
    seal,
    pass,
    anchors,
    sealer,
    recovery,
    admit,
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
