import { DriftWatch } from '../../libs/metering/src/admission/redis/drift-watch.js';
import { CounterRebuild } from '../../libs/metering/src/admission/redis/counter-rebuild.js';
import { readState } from '../../libs/metering/src/admission/redis/read-state.js';
import { SystemClock } from '#kernel';
import { openRedis } from '#platform';
import type { GatewayHome } from '../support/gateway-process.js';

/** The counters of a gateway in Redis, as the test reads them. */
export interface RedisCounters {
  /** What they and the ledger differ by. */
  readonly driftNano: bigint;
  /** What is held for each call, by its id. */
  readonly holds: ReadonlyMap<string, bigint>;
  /** Nothing is let in on them as they are. */
  readonly isLost: boolean;
}

/** @param url straight to the server, whatever stands between it and the gateway */
export async function redisCounters(home: GatewayHome, url: string): Promise<RedisCounters> {
  const clock = new SystemClock();
  const link = await openRedis(url, clock);
  try {
    const { database } = await home.open();
    const rebuild = new CounterRebuild(link, database, clock);
    const watch = new DriftWatch(rebuild, clock);
    await watch.look();
    const states = await Promise.all(
      (await rebuild.organisations()).map((organisation) => readState(link, organisation)),
    );
    return {
      driftNano: watch.driftNano,
      holds: new Map(
        states.flatMap(({ holds }) => holds.map(({ callId, nano }) => [callId, nano] as const)),
      ),
      isLost: states.some(({ isGood }) => !isGood),
    };
  } finally {
    await link.close();
  }
}
