import type { DataSource } from 'typeorm';
import { expect, it } from 'vitest';
import { SystemClock, SystemEntropy } from '#kernel';
import { Database, loadConfig, ReplicaId, type Statement } from '#platform';
import { RecordedSignal } from '../record/recorded-signal.js';
import { OwnCalls } from '../record/own-calls.js';
import { Recorder } from '../record/recorder.js';
import { SentCalls } from '../record/sent-calls.js';
import { OutsideCounters } from '../testing/audit-world.js';
import { Recovery } from './recovery.js';

/** A clock that is put forward by hand; timers fire at each step. */
class HandClock extends SystemClock {
  private now = 0;
  private readonly ticks: (() => void)[] = [];

  override monotonicMs(): number {
    return this.now;
  }

  override every(_ms: number, tick: () => void): () => void {
    this.ticks.push(tick);
    return () => undefined;
  }

  async advance(ms: number): Promise<void> {
    this.now += ms;
    for (const tick of this.ticks) tick();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Empty, and counts how often it was asked for the intents of the dead. */
class EmptyDatabase extends Database {
  isAway = false;
  scans = 0;

  constructor() {
    super({ driver: {} } as DataSource);
  }

  override query<Row extends object>({ name }: Statement): Promise<Row[]> {
    if (this.isAway) return Promise.reject(new Error('The database is away.'));
    if (name === 'recover-find-intents') this.scans++;
    return Promise.resolve([]);
  }
}

async function aRecovery() {
  const [database, clock] = [new EmptyDatabase(), new HandClock()];
  const outside = new OutsideCounters();
  const signal = new RecordedSignal(clock);
  const recorder = new Recorder(database, outside, clock, new SystemEntropy(), signal);
  const recovery = new Recovery(
    database,
    recorder,
    outside,
    clock,
    new ReplicaId('self'),
    new OwnCalls(),
    new SentCalls(loadConfig({}), new ReplicaId('self')),
  );
  await recovery.start();
  const scansIn = async (seconds: number): Promise<number> => {
    const before = database.scans;
    for (let passed = 0; passed < seconds; passed += 5) await clock.advance(5_000);
    return database.scans - before;
  };
  return { database, clock, recovery, scansIn };
}

it('calls no one dead before its own lease has stood for half a minute', async () => {
  const { scansIn } = await aRecovery();
  expect(await scansIn(25)).toBe(0);
  expect(await scansIn(20)).toBe(4);
});

it('begins anew after an outage, in which every lease grew old', async () => {
  const { database, recovery, scansIn } = await aRecovery();
  await scansIn(60);
  database.isAway = true;
  expect(await scansIn(40)).toBe(0);
  database.isAway = false;
  expect(await scansIn(30)).toBe(0);
  expect(await scansIn(10)).toBe(2);
  expect(recovery.counters.failures).toBeGreaterThan(0);
});

it('begins anew after the process itself stood still', async () => {
  const { clock, database, scansIn } = await aRecovery();
  await scansIn(60);
  const before = database.scans;
  await clock.advance(120_000);
  expect(database.scans).toBe(before);
  expect(await scansIn(25)).toBe(0);
  expect(await scansIn(10)).toBe(2);
});
