import type { DataSource } from 'typeorm';
import { expect, it } from 'vitest';
import type { SealedCall } from '#call';
import { SystemClock, SystemEntropy } from '#kernel';
import { Database, InstanceSecrets, loadConfig, ReplicaId } from '#platform';
import { EndUserIndex } from '../entry/end-user-index.js';
import { callEntry } from '../entry/build-entry.js';
import { NO_COMMITMENTS } from '../entry/entry.js';
import { RemoteAnchors } from '../anchor/remote-anchors.js';
import { Anchors } from '../seal/anchors.js';
import { SealInterceptor } from '../seal.interceptor.js';
import { anOutcome, aRoutedCall } from '../testing/a-call.js';
import { OutsideCounters } from '../testing/audit-world.js';
import { RecordedSignal } from './recorded-signal.js';
import { Corrections } from './corrections.js';
import { BackgroundRecords } from './background-records.js';
import { OwnCalls } from './own-calls.js';
import { Recorder } from './recorder.js';
import { SentCalls } from './sent-calls.js';
import { rowOf } from './sealed-row.js';

const MIB = 1024 * 1024;

/** Never answers, so whatever is given to the recorder waits. */
class SilentDatabase extends Database {
  constructor() {
    super({ driver: {} } as DataSource);
  }

  override query<Row extends object>(): Promise<Row[]> {
    return new Promise(() => undefined);
  }
}

function aRecorder() {
  const [clock, entropy] = [new SystemClock(), new SystemEntropy()];
  const database = new SilentDatabase();
  const signal = new RecordedSignal(clock);
  const outside = new OutsideCounters();
  const recorder = new Recorder(database, outside, clock, entropy, signal);
  const config = loadConfig({});
  const anchors = new Anchors(database, config, clock, new RemoteAnchors(config, clock));
  const seal = new SealInterceptor(
    recorder,
    anchors,
    entropy,
    clock,
    new ReplicaId('self'),
    new OwnCalls(),
    new Corrections(database, clock, new ReplicaId('self'), outside),
    new SentCalls(loadConfig({}), new ReplicaId('self')),
    new EndUserIndex(database, new InstanceSecrets(Buffer.alloc(32)), entropy),
    new BackgroundRecords(database, recorder, new ReplicaId('self'), clock),
  );
  const call: SealedCall = { ...aRoutedCall(), seal: { context: '{}' } };
  const row = rowOf(callEntry(call, anOutcome(), 'self', NO_COMMITMENTS), {
    hasIntent: true,
    salt: null,
    charge: null,
  });
  const record = (rows: number, bytes = row.bytes) => {
    for (let added = 0; added < rows; added++) void recorder.record({ ...row, bytes });
  };
  return { recorder, record, admit: () => seal.enter(aRoutedCall()) };
}

it.each([
  { what: '10 000 rows', rows: 10_000, bytes: Buffer.alloc(1) },
  { what: '64 MiB', rows: 64, bytes: Buffer.alloc(MIB) },
])('lets no call in while $what wait for the database', async ({ rows, bytes }) => {
  const { recorder, record, admit } = aRecorder();
  record(rows - 1, bytes);
  expect(recorder.isFull).toBe(false);
  await admit();
  record(1, bytes);
  expect(recorder.isFull).toBe(true);
  expect(admit).toThrow(expect.objectContaining({ key: 'gateway_overloaded' }));
});
