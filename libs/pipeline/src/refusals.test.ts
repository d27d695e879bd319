import 'reflect-metadata';
import { setImmediate } from 'node:timers/promises';
import { Global, Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { beforeAll, expect, it } from 'vitest';
import { AuditModule, SealInterceptor } from '#audit';
import { CallObserver, Settlement } from '#call';
import { refuse } from '#kernel';
import { Database, FoundationModule, InstanceSecrets, loadConfig } from '#platform';
import { aReceivedCall } from '../../../test/support/a-call.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { Refusals } from './refusals.js';
import { Settling } from './settling.js';

beforeAll(() => Logger.overrideLogger(false));

/** Answers when it is told to. */
class SlowDatabase extends Database {
  private readonly open = Promise.withResolvers<never[]>();

  constructor() {
    super({ driver: { options: {} } } as DataSource);
  }

  override query<Row extends object>(): Promise<Row[]> {
    return this.open.promise;
  }

  answer(): void {
    this.open.resolve([]);
  }

  fail(code: string): void {
    this.open.reject(Object.assign(new Error('no'), { code }));
  }
}

class NoCounters extends Settlement {
  readonly keptIn = 'postgres';

  settle(): Promise<void> {
    return Promise.resolve();
  }

  listHeld(): Promise<[]> {
    return Promise.resolve([]);
  }

  recount(): Promise<void> {
    return Promise.resolve();
  }
}

class NoObserver extends CallObserver {
  override unauthenticated(): void {}
  override left(): void {}

  ended(): void {}
  refused(): void {}
}

@Global()
@Module({ providers: [{ provide: Settlement, useClass: NoCounters }], exports: [Settlement] })
class Roof {}

/** A refusal on its way through the real recorder, to a database of the test's own. */
async function aRefusal() {
  const [clock, database, settling] = [new FakeClock(), new SlowDatabase(), new Settling()];
  const secrets = new InstanceSecrets(Buffer.alloc(32, 7));
  const foundation = FoundationModule.forRoot({
    config: loadConfig({}),
    database,
    secrets,
    redis: null,
    clock,
  });
  const app = await NestFactory.createApplicationContext(
    { module: AuditModule, imports: [foundation, Roof] },
    { logger: false, abortOnError: false },
  );
  const refusals = new Refusals(app.get(SealInterceptor), settling, new NoObserver(), clock);
  const error = refuse('budget_reached');
  const answer = refusals.record(aReceivedCall(), error);
  let isAnswered = false;
  void answer.then(() => (isAnswered = true));
  const isAnsweredAfter = async (ms: number) => {
    clock.advance(ms);
    await setImmediate();
    return isAnswered;
  };
  return { clock, database, settling, error, answer, isAnsweredAfter };
}

it('answers a refusal once it is durable, and no sooner', async () => {
  const { clock, database, settling, error, answer, isAnsweredAfter } = await aRefusal();
  expect(await isAnsweredAfter(249)).toBe(false);
  const timers = clock.pending;
  database.answer();
  expect(await answer).toBe(error);
  await settling.drained();
  // The wait has ended with it. The minute goes on in which a key's refusals are counted.
  expect(clock.pending).toBe(timers - 1);
});

it('answers after a quarter of a second while the database is silent, and records it later', async () => {
  const { database, settling, error, answer, isAnsweredAfter } = await aRefusal();
  expect(await isAnsweredAfter(249)).toBe(false);
  expect(await isAnsweredAfter(1)).toBe(true);
  expect(await answer).toBe(error);
  expect(settling.size).toBe(1);
  database.answer();
  await settling.drained();
});

it('answers at once when the database does not take the record', async () => {
  const { database, settling, error, answer, isAnsweredAfter } = await aRefusal();
  expect(await isAnsweredAfter(100)).toBe(false);
  database.fail('22021');
  expect(await answer).toBe(error);
  await settling.drained();
});
