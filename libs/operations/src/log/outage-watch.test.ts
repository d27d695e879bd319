import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Sealer } from '#audit';
import type { DatabaseDirectory } from '#workloads';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { MemoryLogger } from '../../../../test/support/memory-logger.js';
import { OutageWatch } from './outage-watch.js';

let log: MemoryLogger;
beforeEach(() => {
  log = new MemoryLogger();
  Logger.overrideLogger(log);
});
afterEach(() => Logger.overrideLogger(false));

function aWatch() {
  const clock = new FakeClock();
  const database = { stalenessMs: 0 };
  const sealer = { state: 'sealing', counters: { failures: 0 }, lastFailure: new Error('no disk') };
  const directory = { stalenessMs: () => database.stalenessMs } as DatabaseDirectory;
  new OutageWatch(directory, sealer as unknown as Sealer, clock).start();
  const pass = (seconds: number, each: () => void = () => undefined) => {
    for (let second = 0; second < seconds; second++) {
      each();
      clock.advance(1_000);
    }
  };
  const levels = () => log.lines.map((line) => line.split(';')[0]?.split('\n')[0]);
  return { database, sealer, pass, levels };
}

it('says once that the database is away, and once that it is back', () => {
  const { database, pass, levels } = aWatch();
  pass(10);
  expect(levels()).toEqual([]);
  pass(30, () => (database.stalenessMs += 1_000));
  database.stalenessMs = 200;
  pass(10);
  expect(levels()).toEqual(['error the database is away', 'info the database is back operations']);
});

it('says once that sealing has stopped and why, and once that it goes on', () => {
  const { sealer, pass, levels } = aWatch();
  pass(20, () => sealer.counters.failures++);
  pass(10);
  expect(levels()).toEqual([
    'error sealing has stopped (sealing)',
    'info sealing goes on operations',
  ]);
  expect(log.lines[0]).toContain('no disk');
});

it('does not say that a log which holds too little goes on', () => {
  const { sealer, pass, levels } = aWatch();
  sealer.state = 'audit_rollback_detected';
  pass(60);
  expect(levels()).toEqual(['error sealing has stopped (audit_rollback_detected)']);
});
