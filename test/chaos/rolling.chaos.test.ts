import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, type RunnerTask } from 'vitest';
import { ensureBuilt, ROOT } from '../support/build.js';
import { blocksOf } from '../support/events.js';
import { GatewayHome, type GatewayProcess } from '../support/gateway-process.js';
import { idOf } from '../support/http.js';
import { emptyDatabases } from '../support/test-database.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { expectHealed } from './expect-healed.js';

const MINUTE_MS = 60_000;
const CALLS_PER_SECOND = 200;
/** A machine that has other work is asked for less, and not ever more at once. */
const OPEN_MAX = CALLS_PER_SECOND;
const SECOND_MS = 1_000;
const STREAM_EVERY = 10; // One call in ten is a stream of a second.
const STREAM = 'sandbox/fault/slow=25,tokens=40';
/** Longer than a replica waits when it is stopped (GW_DRAIN_SECONDS=5). */
const LONG_STREAM = 'sandbox/fault/slow=200,tokens=200';
const SETTINGS = {
  models: ['fault/slow=25,tokens=40', 'fault/slow=200,tokens=200'],
  workloads: [{ name: 'default', rpm: 1_000_000 }],
};
const run = promisify(execFile);
const PREVIOUS = process.env['GW_PREVIOUS_BUILD'];
const CLI = join('dist', 'apps', 'cli', 'src', 'main.js');

const sandbox = await TestSandbox.start();
const anEmptyDatabase = emptyDatabases();
beforeAll(ensureBuilt, 2 * MINUTE_MS);
afterAll(() => sandbox.close());

/** Whom a balancer leads callers to: those that it took out get no new calls, and end those they have. */
class Rotation {
  private readonly replicas: GatewayProcess[] = [];
  private turn = 0;

  add(replica: GatewayProcess): void {
    this.replicas.push(replica);
  }

  remove(replica: GatewayProcess): void {
    this.replicas.splice(this.replicas.indexOf(replica), 1);
  }

  next(): GatewayProcess {
    return this.replicas[this.turn++ % this.replicas.length] as GatewayProcess;
  }
}

interface Outcome {
  /** A second, as it came about. */
  rate: number;
  readonly served: string[];
  /** What came in the place of an answer. */
  readonly failures: string[];
}

/** So many calls a second, whether those before were answered or not, as long as they are not too many. */
async function load(rotation: Rotation, signal: AbortSignal): Promise<Outcome> {
  const outcome: Outcome = { rate: 0, served: [], failures: [] };
  const open = new Set<Promise<void>>();
  const startedMs = performance.now();
  for (let number = 0; !signal.aborted; number++) {
    const earlyMs = startedMs + (number * SECOND_MS) / CALLS_PER_SECOND - performance.now();
    if (earlyMs > 0) await pass(earlyMs);
    if (open.size >= OPEN_MAX) await Promise.race(open);
    const call = callOnce(rotation.next(), number % STREAM_EVERY === 0, outcome).catch(
      (fault: unknown) => void outcome.failures.push(String(fault)),
    );
    open.add(call);
    void call.finally(() => open.delete(call));
  }
  outcome.rate = (outcome.served.length * SECOND_MS) / (performance.now() - startedMs);
  await Promise.all(open);
  return outcome;
}

async function callOnce(
  replica: GatewayProcess,
  isStream: boolean,
  { served, failures }: Outcome,
): Promise<void> {
  if (isStream) {
    const { last, id } = await readStream(replica, STREAM);
    if (last.includes('[DONE]')) served.push(id);
    else failures.push(last);
    return;
  }
  const answer = await replica.chat({});
  if (answer.status === 200) served.push(idOf(answer));
  else failures.push(`${answer.status} ${answer.text}`);
}

async function readStream(replica: GatewayProcess, model: string) {
  const { status, headers, body } = await replica.openStream({ model });
  let last = `${status}`;
  let before = '';
  for await (const block of blocksOf(body)) [before, last] = [last, block];
  return { last, before, id: idOf({ headers }) };
}

/** Both replicas, then the worker: the new one serves before the old one is stopped. */
async function roll(task: RunnerTask, fault: string, from: string): Promise<void> {
  const url = await anEmptyDatabase();
  const home = await GatewayHome.make(SETTINGS, sandbox.url, { direct: url, through: url });
  const migrate = (build: string) =>
    run(process.execPath, [join(build, CLI), 'migrate'], {
      env: { PATH: process.env['PATH'], ...home.environment },
    });
  try {
    await migrate(from);
    const api = { GW_ROLE: 'api' };
    const old = [await home.start(api, from), await home.start(api, from)];
    const oldWorker = await home.startWorker({}, from);
    const rotation = new Rotation();
    for (const replica of old) rotation.add(replica);
    const over = new AbortController();
    const loading = load(rotation, over.signal);
    await migrate(ROOT);
    const cut: Awaited<ReturnType<typeof readStream>>[] = [];
    for (const replica of old) {
      const long = readStream(replica, LONG_STREAM);
      rotation.add(await home.start(api));
      rotation.remove(replica);
      expect(await replica.stop()).toBe(0);
      cut.push(await long);
    }
    await home.startWorker();
    expect(await oldWorker.stop()).toBe(0);
    await pass(2 * SECOND_MS); // The new ones alone, under the same load.
    over.abort();
    const { served, failures, rate } = await loading;
    expect(failures).toEqual([]);
    expect(new Set(served).size).toBe(served.length);
    for (const { last, before } of cut) expect(`${before}\n${last}`).toContain('server_restarting');
    const inFlight = `${Math.round(rate)} calls/s`;
    await expectHealed(task, home, { fault, inFlight, seen: { served } });
  } finally {
    await home.remove();
  }
}

describe('two replicas and a worker are replaced one after the other under load', () => {
  it('by the same release', ({ task }) => roll(task, 'rolling restart', ROOT), 5 * MINUTE_MS);

  it(
    'of the release before, which the new one runs beside',
    ({ task }) => {
      expect(PREVIOUS, 'run it by: npm run chaos -- rolling').toBeDefined();
      return roll(task, 'rolling upgrade from the release before', PREVIOUS ?? '');
    },
    5 * MINUTE_MS,
  );
});
