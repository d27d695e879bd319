import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { openRedis, type RedisLink, ReplicaId, type Statement } from '#platform';
import { MemoryLogger } from '../../../../../test/support/memory-logger.js';
import { RedisCluster, RedisServer } from '../../../../../test/support/redis-server.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { undisturbedMs } from '../../../../../test/support/undisturbed.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { aBudget, aCaller } from '../../testing/a-request.js';
import { Admission } from '../admission.js';
import { heldCallOf, type AdmissionRequest, type Verdict } from '../admission-request.js';
import { PostgresIntentStore } from '../postgres-intent-store.js';
import { sum } from '../rate-window.js';
import { CounterRebuild } from './counter-rebuild.js';
import { DriftWatch } from './drift-watch.js';
import { readState } from './read-state.js';
import { RedisCounterStore } from './redis-counter-store.js';
import { stateKey } from './state-keys.js';

const REFUSED_MS_MAX = 200;

/** As the statement that records a call does, without its entry. */
const RECORD: Statement = {
  name: 'test-record',
  text: `
    WITH gone AS (DELETE FROM call_intent WHERE id = $1 RETURNING counters)
    SELECT gw_settle(array_agg(counters), array_agg(0::bigint), array_agg($2::bigint)) FROM gone`,
};

const INTENT_OF: Statement = {
  name: 'test-intent-of',
  text: 'SELECT hold_nano::text AS nano FROM call_intent WHERE id = $1',
};

const clock = new SystemClock();
const ids = new Ids(clock, new SystemEntropy());
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

/** One replica: its own way to Redis, and to the database. */
function aReplica(link: RedisLink) {
  const rebuild = new CounterRebuild(link, database.app, clock);
  const store = new RedisCounterStore(link, rebuild, clock);
  const intents = new PostgresIntentStore(database.app, new ReplicaId(ids.callId()));
  const admission = new Admission(store, intents, clock);
  /** The call ends: it is recorded, and then settled. */
  const end = async (request: AdmissionRequest, nano: bigint) => {
    await database.app.query(RECORD, [request.id, nano.toString()]);
    await store.settle([{ ...heldCallOf(request), nano }]);
  };
  return { link, rebuild, store, admission, end };
}

async function counterOf(link: RedisLink, { organisation, counters }: ReturnType<typeof aCaller>) {
  const state = await readState(link, organisation.id);
  const { used = 0n, held = 0n } = state.counters.get(counters[0]?.key ?? '') ?? {};
  return { spent: used - held, held };
}

const keyOf = (verdict: Verdict) => (verdict.isAdmitted ? 'admitted' : verdict.error.key);

describe('one Redis', () => {
  let server: RedisServer;
  let link: RedisLink;
  let other: RedisLink;
  beforeEach(async () => {
    server = await RedisServer.start();
    [link, other] = await Promise.all([openRedis(server.url, clock), openRedis(server.url, clock)]);
    return async () => {
      await Promise.all([link.close(), other.close()]);
      await server.close();
    };
  });

  it('believes nothing that it copied from a server which lacks what came last', async () => {
    const copy = await RedisServer.start({ 'repl-diskless-sync-delay': 0 });
    await server.ask((client) => client.config('SET', 'repl-diskless-sync-delay', 0));
    const follow = async (follower: RedisServer, leader: RedisServer) => {
      await follower.ask((client) => client.replicaof('127.0.0.1', leader.port));
      await waitFor('the copy', () =>
        follower.ask(async (client) =>
          (await client.info('replication')).includes('master_link_status:up'),
        ),
      );
      await follower.ask((client) => client.replicaof('NO', 'ONE'));
    };
    const { admission } = aReplica(link);
    const caller = aCaller(aBudget(100n));
    // A server that is turned round refuses a call or two in between.
    const told = (holdNano: bigint) =>
      waitFor('an answer', async () => {
        const key = keyOf(await admission.admit(caller.request({ holdNano })));
        return key !== 'metering_unavailable' && key;
      });
    expect(await told(60n)).toBe('admitted');
    await follow(copy, server);
    expect(await told(40n)).toBe('admitted');
    await follow(server, copy); // The same process as before, with what it held some time ago.
    expect(await told(1n)).toBe('budget_reached');
    await copy.close();
  });

  it('has what it lost again: what was spent, what is held, and the windows', async () => {
    const { admission, store, end } = aReplica(link);
    const caller = aCaller({ ...aBudget(100n), rpm: 10, tpm: 1_000 });
    const ended = caller.request({ holdNano: 20n, tokens: 50 });
    const open = caller.request({ holdNano: 30n, tokens: 40 });
    for (const call of [ended, open]) expect(keyOf(await admission.admit(call))).toBe('admitted');
    await end(ended, 7n);
    expect(await admission.topUp(heldCallOf(open), { nano: 5n, least: 1n }, caller.counters)).toBe(
      5n,
    );
    await server.ask((client) => client.flushall());
    const next = caller.request({ holdNano: 1n });
    const answer = await store.admit([next], []);
    expect(answer.isAdmitted).toBe(true);
    expect(await counterOf(link, caller)).toEqual({ spent: 7n, held: 36n });
    // The call that ended has no entry in this test, so only the open one is known to the windows.
    const window = answer.windows.get(caller.workload.id);
    expect([sum(window?.requests ?? []), sum(window?.tokens ?? [])]).toEqual([1, 40]);
    await end(open, 35n);
    expect(await counterOf(link, caller)).toEqual({ spent: 42n, held: 1n });
  });

  it('has a hold and its intent agree again when it went away while the hold grew', async () => {
    const { admission } = aReplica(link);
    const caller = aCaller(aBudget(100n));
    const open = caller.request({ holdNano: 30n });
    expect(keyOf(await admission.admit(open))).toBe('admitted');
    const grow = () => admission.topUp(heldCallOf(open), { nano: 5n, least: 1n }, caller.counters);
    const agreeOn = (nano: bigint) =>
      waitFor(`${nano} in both places`, async () => {
        const intents = await database.app.query<{ nano: string }>(INTENT_OF, [open.id]);
        const { held } = await counterOf(link, caller);
        return intents[0]?.nano === String(nano) && held === nano;
      });
    const away = (isAway: boolean) =>
      server.ask((client) => client.config('SET', 'maxmemory', isAway ? 1 : 0)); // It refuses to write.

    await away(true);
    await expect(grow()).rejects.toThrow(/OOM/);
    await expect(grow()).rejects.toThrow(/OOM/);
    await away(false);
    await agreeOn(30n); // Nobody asked for more: it is put right by itself.
    await away(true);
    await expect(grow()).rejects.toThrow(/OOM/);
    await away(false);
    expect(await grow()).toBe(5n); // Nor does one that is asked for at once stand beside the lost one.
    await agreeOn(35n);

    await away(true);
    await expect(grow()).rejects.toThrow(/OOM/);
    await away(false);
    await server.ask((client) => client.flushall()); // What is lost now is made from the intent.
    expect(keyOf(await admission.admit(caller.request({ holdNano: 1n })))).toBe('admitted');
    const [intent] = await database.app.query<{ nano: string }>(INTENT_OF, [open.id]);
    expect(await counterOf(link, caller)).toEqual({
      spent: 0n,
      held: BigInt(intent?.nano ?? 0) + 1n,
    });
  });

  it('spends no more than the budget while it loses everything again and again', async () => {
    const replicas = [aReplica(link), aReplica(other)];
    const caller = aCaller(aBudget(100n));
    const over = new AbortController();
    const losing = (async () => {
      while (!over.signal.aborted) {
        await server.ask((client) => client.flushall());
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    })();
    let [spent, refused] = [0n, 0];
    const calling = replicas.flatMap(({ admission, end }) =>
      Array.from({ length: 10 }, async () => {
        for (let calls = 0; calls < 40; calls++) {
          const request = caller.request({ holdNano: 1n });
          const verdict = await admission.admit(request);
          if (keyOf(verdict) === 'budget_reached') refused++;
          if (!verdict.isAdmitted) continue;
          spent++;
          await end(request, 1n);
        }
      }),
    );
    await Promise.all(calling);
    over.abort();
    await losing;
    expect([spent, refused > 0]).toEqual([100n, true]);
    await replicas[0]?.store.recount(caller.organisation.id);
    const verdict = await replicas[0]?.admission.admit(caller.request({ holdNano: 101n - spent }));
    expect(verdict && keyOf(verdict)).toBe('budget_reached');
    expect(await counterOf(link, caller)).toEqual({ spent, held: 0n });
  });

  it('is not believed when it comes back with what it had saved before', async () => {
    const { admission, end } = aReplica(link);
    const caller = aCaller(aBudget(10n));
    await admission.admit(caller.request({ holdNano: 1n }));
    await server.ask((client) => client.save());
    const later = caller.request({ holdNano: 8n });
    await admission.admit(later);
    await end(later, 8n);
    await server.kill();
    await server.begin();
    expect(await server.ask((client) => client.exists(stateKey(caller.organisation.id)))).toBe(1);
    await waitFor('the connection', () => link.isReady);
    expect(keyOf(await admission.admit(caller.request({ holdNano: 2n })))).toBe('budget_reached');
    expect(keyOf(await admission.admit(caller.request({ holdNano: 1n })))).toBe('admitted');
  });

  it.each(['frozen', 'dead'] as const)('refuses at once while it is %s', async (state) => {
    const { admission } = aReplica(link);
    const caller = aCaller(aBudget(100n));
    expect(keyOf(await admission.admit(caller.request()))).toBe('admitted');
    if (state === 'frozen') server.freeze();
    else await server.kill();
    for (let calls = 0; calls < 5; calls++) {
      const ms = await undisturbedMs(async () => {
        expect(keyOf(await admission.admit(caller.request()))).toBe('metering_unavailable');
      });
      expect(ms).toBeLessThan(REFUSED_MS_MAX);
    }
    if (state === 'frozen') server.thaw();
    else await server.begin();
    await waitFor(
      'calls to be let in again',
      async () => keyOf(await admission.admit(caller.request())) === 'admitted',
    );
  });

  it('changes nothing by what it hears after it was given up', async () => {
    const { store } = aReplica(link);
    const caller = aCaller(aBudget(100n));
    await store.admit([caller.request({ holdNano: 1n })], []);
    server.freeze();
    await expect(store.admit([caller.request({ holdNano: 5n })], [])).rejects.toThrow('Redis');
    await new Promise((resolve) => setTimeout(resolve, 1_100)); // Longer than anybody waits.
    server.thaw();
    await waitFor('an answer', () => readState(other, caller.organisation.id).catch(() => false));
    expect(await counterOf(other, caller)).toEqual({ spent: 0n, held: 1n });
  });

  it('opens no intent on counters that were made anew in between', async () => {
    const { store, rebuild } = aReplica(link);
    const intents = new PostgresIntentStore(database.app, new ReplicaId(ids.callId()));
    const caller = aCaller(aBudget(100n));
    const call = caller.request();
    const { generation } = await store.admit([call], []);
    await rebuild.recount(caller.organisation.id);
    expect(await intents.open([call], generation)).toBe(false);
    const again = await store.admit([caller.request()], []);
    expect(again.generation).not.toBe(generation);
  });

  it('is made anew where it differs from the ledger for long', async () => {
    const { admission, end, rebuild } = aReplica(link);
    const watch = new DriftWatch(rebuild, clock);
    const caller = aCaller(aBudget(100n));
    const call = caller.request({ holdNano: 9n });
    await admission.admit(call);
    await end(call, 9n);
    expect([await watch.look(), watch.driftNano]).toEqual([[], 0n]);
    const field = `u:${caller.counters[0]?.key}`;
    await server.ask((client) => client.hincrby(stateKey(caller.organisation.id), field, -5));
    expect([await watch.look(), watch.driftNano]).toEqual([[], 5n]);
    expect(await watch.look()).toEqual([]);
    expect(await watch.look()).toEqual([caller.organisation.id]);
    expect(keyOf(await admission.admit(caller.request({ holdNano: 92n })))).toBe('budget_reached');
    expect([await watch.look(), watch.driftNano]).toEqual([[], 0n]);
  });

  it('is made anew once by many that need it at once', async () => {
    const replicas = [aReplica(link), aReplica(other), aReplica(link)];
    const caller = aCaller(aBudget(100n));
    const verdicts = await Promise.all(
      replicas.flatMap(({ admission }) => [1, 2, 3].map(() => admission.admit(caller.request()))),
    );
    expect(verdicts.map(keyOf)).toEqual(verdicts.map(() => 'admitted'));
    expect((await counterOf(link, caller)).held).toBe(9n);
  });
});

describe('a cluster', () => {
  let cluster: RedisCluster;
  let link: RedisLink;
  beforeAll(async () => {
    cluster = await RedisCluster.start();
    link = await openRedis(cluster.url, clock);
  });
  afterAll(async () => {
    await link.close();
    await cluster.close();
  });

  it('does not believe the replica that takes the place of a dead node', async () => {
    const { admission, end } = aReplica(link);
    const caller = aCaller(aBudget(10n));
    const call = caller.request({ holdNano: 8n });
    expect(keyOf(await admission.admit(call))).toBe('admitted');
    await end(call, 8n);
    const before = await readState(link, caller.organisation.id);
    await (await cluster.masterOf(stateKey(caller.organisation.id)))?.kill();
    const verdict = await waitFor('the replica to serve', async () => {
      const one = await admission.admit(caller.request({ holdNano: 3n }));
      return keyOf(one) === 'metering_unavailable' ? undefined : one;
    });
    expect(keyOf(verdict)).toBe('budget_reached');
    const after = await readState(link, caller.organisation.id);
    expect([after.isGood, after.generation === before.generation]).toEqual([true, false]);
  });
});

describe('what is refused at the start', () => {
  it.each([
    [{ maxmemory: '10mb', 'maxmemory-policy': 'allkeys-lru' }, 'Set it to noeviction'],
    [{ requirepass: 'a password' }, 'does not let the gateway in'],
  ])('a server with %o', async (options, words) => {
    const server = await RedisServer.start(options);
    await expect(openRedis(server.url, clock)).rejects.toThrow(words);
    await server.close();
  });

  it('not a server without a bound, whose policy is said all the same', async () => {
    const server = await RedisServer.start({ 'maxmemory-policy': 'volatile-lru' });
    // As where it is managed: a user who may not ask for its configuration.
    await server.ask((client) =>
      client.call('ACL', 'SETUSER', 'gw', 'on', '>pw', '~*', '&*', '+@all', '-config'),
    );
    const log = new MemoryLogger();
    Logger.overrideLogger(log);
    try {
      const link = await openRedis(server.url.replace('//', '//gw:pw@'), clock);
      await link.close();
      expect(log.lines).toEqual([expect.stringMatching(/^warn .*maxmemory-policy volatile-lru/)]);
    } finally {
      Logger.overrideLogger(false);
      await server.close();
    }
  });

  it('no server at all', async () => {
    await expect(openRedis('redis://127.0.0.1:1', clock)).rejects.toThrow('Check REDIS_URL');
  });
});
