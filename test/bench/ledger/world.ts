import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AuditModule, fsck, openSigner, Recorder, SealInterceptor } from '#audit';
import { endpointOf, type LookedUpCall } from '#call';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { MeterInterceptor, PriceBook, PriceRepository } from '#metering';
import { Background, OperationsModule } from '#operations';
import { bumpEpoch, FoundationModule, loadConfig, openInstance, type Statement } from '#platform';
import { NO_USAGE } from '#wire';
import {
  aModel,
  anOrganisation,
  anOutcome,
  aProvider,
  aRoute,
  aRoutedCall,
  aWorkload,
} from '../../support/a-call.js';
import { openBooks, type LedgerBooks } from './books.js';

const BUDGET = { nano: 10n ** 18n, period: 'monthly', mode: 'adaptive' } as const;
const CAP = { nano: 10n ** 18n, period: 'monthly' } as const;
const ORGANISATION = {
  currency: 'EUR',
  time_zone: 'UTC',
  protection: { mode: 'allow_log', unscannable: {} },
  residency: { mode: 'off' },
  explicit_prompt_cache: false,
  providers: [],
  aliases: [],
};
const RATES = { rpm: 100_000_000, tpm: 1_000_000_000_000 };

const ADD_ORGANISATION: Statement = {
  name: 'bench-add-organisation',
  text: `INSERT INTO organisation (id, name, currency, time_zone, settings, managed_by)
    VALUES ($1, $2, 'EUR', 'UTC', $3, 'bench')`,
};
const LEFT: Statement = {
  name: 'bench-left',
  text: `SELECT (SELECT count(*) FROM call_intent)::int + (SELECT count(*) FROM audit_pending)::int AS left`,
};
// As gateways do that count a call at a time: lock the row, read, decide, write; without any log.
const NAIVE_ADD: Statement = {
  name: 'bench-naive-add',
  text: `INSERT INTO meter_counter (scope, scope_id, period) VALUES (1, $1, 'naive') ON CONFLICT DO NOTHING`,
};
const NAIVE_LOCK: Statement = {
  name: 'bench-naive-lock',
  text: `SELECT spent FROM meter_counter WHERE scope = 1 AND scope_id = $1 AND period = 'naive' FOR UPDATE`,
};
const NAIVE_SPEND: Statement = {
  name: 'bench-naive-spend',
  text: `UPDATE meter_counter SET spent = spent + 80000 WHERE scope = 1 AND scope_id = $1 AND period = 'naive'`,
};
const NAIVE_FORGET: Statement = {
  name: 'bench-naive-forget',
  text: `DELETE FROM meter_counter WHERE period = 'naive'`,
};

/** What a call passes, without what it is sent with: admission, record, settlement, seal. */
export interface LedgerWorld {
  /** @param at which organisation; resolves when its outcome was handed over, with its milliseconds */
  callOnce(at: number): Promise<{ readonly admittedMs: number }>;
  /** Resolves when nothing is open and everything is sealed. */
  settled(): Promise<void>;
  /** What `fsck` finds. */
  findings(): Promise<readonly string[]>;
  /** By the naive way: a transaction for each call that locks its counter first. */
  lockOnce(at: number): Promise<void>;
  readonly books: LedgerBooks;
  close(): Promise<void>;
}

/** The real modules on a database of their own. @param redisUrl where counters are, if not there */
export async function openWorld(
  organisations: number,
  redisUrl: string | null,
): Promise<LedgerWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'gw-ledger-'));
  await chmod(folder, 0o711); // As root the server is another user, who has to pass through.
  const [clock, entropy] = [new SystemClock(), new SystemEntropy()];
  const config = loadConfig({
    GW_DATA_DIR: folder,
    GW_LOG_LEVEL: 'error',
    ...(redisUrl !== null && { REDIS_URL: redisUrl }),
  });
  const instance = await openInstance(config, clock, entropy, { migrates: true });
  const { database, secrets, redis } = instance;
  const foundation = FoundationModule.forRoot({
    config,
    database,
    secrets,
    redis,
    clock,
    entropy,
  });
  const app = await NestFactory.createApplicationContext(
    { module: OperationsModule, imports: [foundation, AuditModule] },
    { logger: ['error'] },
  );
  const provider = aProvider({ name: 'bench' });
  const model = aModel({ id: 'm' });
  await database.transaction((tx) =>
    app.get(PriceRepository).addBook(tx, null, 'bench', {
      prices: [
        {
          model: 'bench/m',
          unit: 'in',
          tierAbove: 0,
          currency: 'EUR',
          nanoPerMillion: '1000000000',
        },
        {
          model: 'bench/m',
          unit: 'out',
          tierAbove: 0,
          currency: 'EUR',
          nanoPerMillion: '2000000000',
        },
      ],
      exchangeRates: [],
    }),
  );
  const owners = Array.from({ length: organisations }, () => ({
    organisation: anOrganisation({ cap: CAP }),
    workload: aWorkload({ budget: BUDGET, ...RATES }),
  }));
  for (const { organisation } of owners) {
    const settings = { ...ORGANISATION, name: organisation.id };
    await database.transaction(async (tx) => {
      await tx.query(ADD_ORGANISATION, [organisation.id, organisation.id, settings]);
      await bumpEpoch(tx, 'settings', organisation.id);
    });
  }
  const background = app.get(Background);
  await background.start('worker'); // Seals; the calls are made here.
  await app.get(PriceBook).reload();
  const [meter, seal] = [app.get(MeterInterceptor), app.get(SealInterceptor)];
  const endpoints = [endpointOf(provider, model)];
  const ids = new Ids(clock, entropy);

  const books = await openBooks(database.url, join(folder, 'postgres', 'postmaster.pid'));

  return {
    books,
    async callOnce(at) {
      const call: LookedUpCall = aRoutedCall({
        ...owners[at % owners.length],
        callId: ids.callId(),
        receivedAtMs: clock.nowMs(),
        startedMs: clock.monotonicMs(),
        route: aRoute(endpoints),
      });
      const sealed = await seal.enter(call);
      const metered = await meter.enter(sealed.call);
      const admittedMs = clock.monotonicMs() - call.startedMs;
      const usage = { inputTotal: 12, outputTotal: 34 };
      const outcome = anOutcome({
        endpoint: endpoints[0] ?? null,
        usage: { ...NO_USAGE, ...usage },
      });
      await sealed.leave?.((await metered.leave?.(outcome)) ?? outcome);
      return { admittedMs };
    },
    async settled() {
      await app.get(Recorder).flush();
      for (;;) {
        const [row] = await database.query<{ left: number }>(LEFT);
        if (row?.left === 0) return;
        await clock.sleep(50);
      }
    },
    async findings() {
      await database.query(NAIVE_FORGET);
      const report = await fsck(database, openSigner(config, secrets));
      return report.findings.map(({ assertion, cases }) => `${assertion}: ${cases.join(', ')}`);
    },
    async lockOnce(at) {
      const id = owners[at % owners.length]?.workload.id;
      await database.transaction(async (tx) => {
        await tx.query(NAIVE_ADD, [id]);
        await tx.query(NAIVE_LOCK, [id]);
        await tx.query(NAIVE_SPEND, [id]);
      });
    },
    async close() {
      await books.close();
      await background.stop();
      await app.close();
      await instance.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
