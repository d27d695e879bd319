/**
 * `npm run bench:ledger`: the whole life of a call without the call itself. Hold and intent, outcome and
 * settlement, seal: the real modules, on the embedded PostgreSQL, with counters there and in Redis, in
 * turns, beside a transaction for each call that locks its counter and logs nothing.
 */
import { RedisServer } from '../../support/redis-server.js';
import { Latencies } from '../load/latencies.js';
import { Progress } from '../report/progress.js';
import { median } from '../../support/quantile.js';
import { table } from '../report/table.js';
import { measureGateway } from './gateway-costs.js';
import { measureCosts } from './measure-costs.js';
import { readOptions } from './options.js';
import { openWorld, type LedgerWorld } from './world.js';

const SECOND_MS = 1_000;
const LANES = ['PostgreSQL', 'Redis', 'a lock for each call'] as const;
const ORGANISATIONS = [1, 50];

interface Run {
  readonly callsPerSecond: number;
  readonly admittedMs: readonly (number | null)[];
  readonly cpuMicros: number;
}

const { seconds, rounds, callers, isForCosts } = readOptions(process.argv.slice(2));

/** Each caller calls again as soon as its call is handed over; what is left then is waited for. */
async function measure(world: LedgerWorld, isNaive: boolean): Promise<Run> {
  const latencies = new Latencies();
  const startedMs = performance.now();
  const cpu = process.cpuUsage();
  const endMs = startedMs + seconds * SECOND_MS;
  let calls = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, at) => {
      for (let turn = at; performance.now() < endMs; turn++) {
        const begunMs = performance.now();
        if (isNaive) await world.lockOnce(turn);
        else await world.callOnce(turn);
        latencies.add(performance.now() - begunMs);
        calls++;
      }
    }),
  );
  if (!isNaive) await world.settled();
  const tookMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(cpu);
  return {
    callsPerSecond: (calls / tookMs) * SECOND_MS,
    admittedMs: latencies.quantiles([0.5, 0.99]),
    cpuMicros: (user + system) / calls,
  };
}

const redis = await RedisServer.start();
if (isForCosts) {
  const tell = (text: string) => void process.stderr.write(`${text}\n`);
  const gateway = await measureGateway(tell);
  const { costs, runs } = await measureCosts(redis, seconds, tell);
  await redis.close();
  const plain = (_: string, value: unknown) =>
    value instanceof Map ? Object.fromEntries(value) : value;
  process.stdout.write(`${JSON.stringify({ costs: { ...gateway, ...costs }, runs }, plain, 2)}\n`);
  process.exit(0);
}
const progress = new Progress();
progress.expect(ORGANISATIONS.length * LANES.length * rounds);
const rows: string[][] = [
  ['counters in', 'organisations', 'calls/s', 'lowest', 'p50 ms', 'p99 ms', 'CPU µs a call'],
];
let findings: readonly string[] = [];
for (const organisations of ORGANISATIONS) {
  const there = await openWorld(organisations, null);
  const elsewhere = await openWorld(organisations, redis.url);
  const runs = new Map<string, Run[]>(LANES.map((lane) => [lane, []]));
  for (let round = 0; round < rounds; round++) {
    for (const lane of LANES) {
      progress.step(`${lane}, ${organisations} organisations, round ${round + 1}`);
      const world = lane === 'Redis' ? elsewhere : there;
      runs.get(lane)?.push(await measure(world, lane === LANES[2]));
    }
  }
  findings = [...findings, ...(await there.findings()), ...(await elsewhere.findings())];
  await there.close();
  await elsewhere.close();
  for (const [lane, all] of runs) {
    const of = (pick: (run: Run) => number) => median(all.map(pick));
    rows.push([
      lane,
      String(organisations),
      of((run) => run.callsPerSecond).toFixed(0),
      Math.min(...all.map((run) => run.callsPerSecond)).toFixed(0),
      of((run) => run.admittedMs[0] ?? 0).toFixed(1),
      of((run) => run.admittedMs[1] ?? 0).toFixed(1),
      of((run) => run.cpuMicros).toFixed(0),
    ]);
  }
}
progress.end();
await redis.close();
process.stdout.write(
  `The whole life of a call, ${callers} callers at once, median of ${rounds} rounds of ${seconds} s:\n\n${table(rows)}\n\n`,
);
process.stdout.write(findings.length === 0 ? 'fsck: no findings.\n' : `${findings.join('\n')}\n`);
process.exit(findings.length === 0 ? 0 : 1);
