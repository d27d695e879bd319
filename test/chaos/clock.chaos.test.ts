import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import { blocksOf, readStream } from '../support/events.js';
import { GatewayHome, type GatewayProcess } from '../support/gateway-process.js';
import { idOf } from '../support/http.js';
import { RedisServer } from '../support/redis-server.js';
import { testDatabase } from '../support/test-database.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { expectHealed } from './expect-healed.js';
import { redisCounters } from './redis-counters.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CLOCK = fileURLToPath(new URL('stepped-clock.mjs', import.meta.url));
const LONG_STREAM = 'fault/slow=500,tokens=180'; // Longer than two judgements of who is silent.
/** As a replica that died leaves it; a replica that judges it silent takes it away. */
const DEAD = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];

beforeAll(ensureBuilt, 2 * MINUTE_MS);

it(
  'the wall clock of a replica, an hour forward and an hour back: nobody is taken for dead',
  async ({ task }) => {
    const sandbox = await TestSandbox.start();
    const redis = await RedisServer.start();
    const { url, owner } = await testDatabase();
    const settings = {
      models: [LONG_STREAM],
      workloads: [{ name: 'default', budget: { amount: '1000.00', period: 'monthly' } }],
    };
    const home = await GatewayHome.make(settings, sandbox.url, { direct: url, through: url });
    const stepFile = join(home.folder, 'step');
    const shared = { REDIS_URL: redis.url };
    try {
      const stepped = await home.start({
        ...shared,
        NODE_OPTIONS: `--import=${CLOCK}`,
        CLOCK_STEP_FILE: stepFile,
      });
      const other = await home.start(shared);
      const streams = await Promise.all([openStream(stepped), openStream(other)]);
      const served: string[] = streams.map(({ id }) => id);
      for (const [place, ms] of [HOUR_MS, -HOUR_MS].entries()) {
        await writeFile(stepFile, String(ms));
        stepped.kill('SIGUSR2');
        served.push(await waitFor('the clock to be stepped', () => servedAt(stepped, ms)));
        // Once it is gone, both have looked for the silent for half a minute, every five seconds.
        await owner.dataSource.query('INSERT INTO replica_lease VALUES ($1, now())', [DEAD[place]]);
        await waitFor(
          'the dead to be found',
          async () => {
            const leases = await home.rows<{ id: string }>(
              'SELECT replica_id AS id FROM replica_lease',
            );
            return leases.every(({ id }) => id !== DEAD[place]);
          },
          MINUTE_MS,
        );
        const { holds } = await redisCounters(home, redis.url);
        expect([...holds.keys()]).toEqual(expect.arrayContaining(streams.map(({ id }) => id)));
      }
      for (const { ended } of streams) expect(await ended).toMatchObject({ isDone: true });
      const { sealed } = await expectHealed(task, home, {
        fault: 'the wall clock of one of two replicas, an hour forward and an hour back',
        inFlight: '2 streams',
        seen: { served },
        heldElsewhere: async () => (await redisCounters(home, redis.url)).holds.size,
      });
      expect([...sealed.values()].flat()).not.toContain('interrupted');
      expect(await redisCounters(home, redis.url)).toMatchObject({ driftNano: 0n });
    } finally {
      await home.remove();
      await redis.close();
      await sandbox.close();
    }
  },
  4 * MINUTE_MS,
);

async function openStream(gateway: GatewayProcess) {
  const answer = await gateway.openStream({ model: `sandbox/${LONG_STREAM}` });
  return { id: idOf(answer), ended: readStream(blocksOf(answer.body)) };
}

/** The id of a call tells when its gateway took it. @returns it, if that is as far from now as the step */
async function servedAt(gateway: GatewayProcess, stepMs: number): Promise<string | undefined> {
  const id = idOf(await gateway.chat({}));
  const atMs = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return Math.abs(atMs - Date.now() - stepMs) < MINUTE_MS ? id : undefined;
}
