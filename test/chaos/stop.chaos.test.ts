import { PassThrough } from 'node:stream';
import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, type RunnerTask } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import { DatabaseGate } from '../support/database-gate.js';
import { blocksOf, readStream } from '../support/events.js';
import { GatewayHome, GatewayProcess } from '../support/gateway-process.js';
import { idOf, send } from '../support/http.js';
import { testDatabase } from '../support/test-database.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { expectHealed } from './expect-healed.js';
import { FAULTS, type Stand } from './faults.js';
import { startLoad } from './load.js';

const MINUTE_MS = 60_000;
const CALLERS = 8;
// Lag of balancers, drain, what open answers have to say their end, and what is to be recorded; then
// connections are left and the server is ended. As much again is room for a busy machine.
const STOPPED_MS_MAX = 2 * (5_000 + 5_000 + 2_000 + 6_000 + 2_000);
const WORKER_STOPPED_MS_MAX = 2 * (10_000 + 2_000);
const SECOND_SIGNAL_MS = 1_500; // What comes within a second of the first one counts as the first one.
const LONG_STREAM = 'fault/slow=200,tokens=60'; // Longer than a hurried end leaves to a stream.
const SETTINGS = { models: ['fault/slow=2,tokens=40', 'fault/cut=4,tokens=20', LONG_STREAM] };

const sandbox = await TestSandbox.start();
beforeAll(ensureBuilt, 2 * MINUTE_MS);
afterAll(() => sandbox.close());

interface Case extends Stand {
  /** Ends the database, or its way; the promise is its healing. */
  strike(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const CASES: Readonly<Record<string, () => Promise<Case>>> = {
  'its PostgreSQL frozen': async () => {
    const home = await GatewayHome.make(SETTINGS, sandbox.url);
    const stand: Case = {
      home,
      gateway: await home.start(),
      strike: () => FAULTS['PostgreSQL is frozen']?.(stand) ?? Promise.reject(new Error()),
      close: () => home.remove(),
    };
    return stand;
  },
  'the database out of reach': () =>
    outside(async (gate) => {
      gate.freeze();
      return async () => gate.thaw();
    }),
  'the database gone': () =>
    outside(async (gate) => {
      gate.shut();
      return async () => gate.open();
    }),
};

async function outside(strike: (gate: DatabaseGate) => ReturnType<Case['strike']>): Promise<Case> {
  const { url: direct } = await testDatabase();
  const gate = await DatabaseGate.before(direct);
  const home = await GatewayHome.make(SETTINGS, sandbox.url, { direct, through: gate.url });
  return {
    home,
    gateway: await home.start(),
    strike: () => strike(gate),
    close: async () => {
      await home.remove();
      gate.close();
    },
  };
}

async function stopUnder(task: RunnerTask, name: string, signals: number): Promise<void> {
  const stand = await CASES[name]?.();
  if (!stand) throw new Error(`there is no case ${name}`);
  const { home } = stand;
  try {
    const load = startLoad(CALLERS, () => stand.gateway);
    await waitFor('some load', () => load.seen.served.length > CALLERS, MINUTE_MS);
    await home.close(); // The test's own connections would freeze, too.
    const { open } = load;
    const heal = await stand.strike();
    const { gateway } = stand;
    stand.gateway = undefined;
    const startedMs = performance.now();
    gateway?.kill('SIGTERM');
    for (let more = 1; more < signals; more++) {
      await pass(SECOND_SIGNAL_MS);
      gateway?.kill('SIGTERM');
    }
    expect(await gateway?.exited).toBe(0);
    const seconds = (performance.now() - startedMs) / 1_000;
    expect(seconds * 1_000).toBeLessThan(STOPPED_MS_MAX);
    await load.stop();
    await heal();
    stand.gateway = await home.start();
    expect((await stand.gateway.chat({})).status).toBe(200);
    await expectHealed(task, home, {
      fault: `SIGTERM ${signals === 1 ? 'once' : 'twice'}, ${name}: ended in ${seconds.toFixed(1)} s`,
      inFlight: `${open} calls`,
      seen: load.seen,
    });
  } finally {
    await stand.close();
  }
}

describe('SIGTERM ends the gateway in bounded time', () => {
  for (const name of Object.keys(CASES)) {
    for (const signals of [1, 2]) {
      it(
        `${signals === 1 ? 'once' : 'twice'}, with ${name}`,
        ({ task }) => stopUnder(task, name, signals),
        4 * MINUTE_MS,
      );
    }
  }
});

it(
  'SIGTERM ends the worker in bounded time, with the database out of reach',
  async ({ task }) => {
    const { url: direct } = await testDatabase();
    const gate = await DatabaseGate.before(direct);
    const home = await GatewayHome.make(SETTINGS, sandbox.url, { direct, through: gate.url });
    try {
      const gateway = await home.start({ GW_ROLE: 'api' });
      const worker = await home.startWorker();
      const first = await gateway.chat({});
      expect(first.status).toBe(200);
      gate.freeze();
      const startedMs = performance.now();
      worker.kill('SIGTERM');
      expect(await worker.exited).toBe(0);
      const seconds = (performance.now() - startedMs) / 1_000;
      expect(seconds * 1_000).toBeLessThan(WORKER_STOPPED_MS_MAX);
      gate.thaw();
      await home.startWorker();
      await expectHealed(task, home, {
        fault: `SIGTERM to the worker, the database out of reach: ended in ${seconds.toFixed(1)} s`,
        inFlight: 'none',
        seen: { served: [idOf(first)] },
      });
    } finally {
      await home.remove();
      gate.close();
    }
  },
  4 * MINUTE_MS,
);

describe('through npm start, one request to stop', () => {
  // A group gets it by all ways at once: the process itself, npm, its shell, and the wrapper.
  for (const [way, signal, group] of [
    ['SIGTERM to npm alone', 'SIGTERM', false],
    ['SIGTERM to the group', 'SIGTERM', true],
    ['Ctrl-C', 'SIGINT', true],
  ] as const) {
    it(
      `${way} answers what was accepted, a stream and an upload, and takes nothing new`,
      async ({ task }) => {
        const home = await GatewayHome.make(SETTINGS, sandbox.url);
        try {
          const gateway = await GatewayProcess.start(
            { ...home.environment, HOME: home.folder, GW_DRAIN_SECONDS: '120' },
            home.key,
            ['npm', 'start'],
          );
          const stream = await gateway.openStream({ model: `sandbox/${LONG_STREAM}` });
          const blocks = blocksOf(stream.body);
          await blocks.next();
          const upload = new PassThrough();
          const body = JSON.stringify({
            model: 'sandbox/small',
            messages: [{ role: 'user', content: 'Hello' }],
          });
          const uploaded = gateway.chatWith(upload);
          upload.write(body.slice(0, 20));
          await waitFor('the upload to be accepted', async () => {
            const { text } = await send(`${gateway.url}/metrics`);
            return /^gw_bodies_in 1$/m.test(text);
          });
          if (group) gateway.killGroup(signal);
          else gateway.kill(signal);
          await waitFor('the port to be closed', () =>
            send(`${gateway.url}/healthz`).then(
              () => false,
              () => true,
            ),
          );
          upload.end(body.slice(20));
          expect((await uploaded).status).toBe(200);
          expect(await readStream(blocks)).toMatchObject({ isDone: true });
          await gateway.exited;
          const again = await home.start();
          expect((await again.chat({})).status).toBe(200);
          await expectHealed(task, home, {
            fault: `npm start, ${way}`,
            inFlight: 'a stream of 12 s, an upload',
            seen: { served: [idOf(stream), idOf(await uploaded)] },
          });
        } finally {
          await home.remove();
        }
      },
      4 * MINUTE_MS,
    );
  }
});
