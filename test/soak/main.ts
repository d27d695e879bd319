/**
 * `npm run soak`: a gateway under load for as long as asked, with a live line, and a page with plots at the
 * end. Then a burst of large bodies, and what of its memory is left two minutes later. Fails when memory
 * grows, when a hold stays, or when `fsck` finds something.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pass } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startLoad } from '../chaos/load.js';
import { GatewayHome, type GatewayProcess } from '../support/gateway-process.js';
import { RedisServer } from '../support/redis-server.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { reportOf, type Verdict } from './report.js';
import { growthOf, median, quantile, rssMbOf, type Sample } from './sample.js';

const SECOND_MS = 1_000;
const INTERVAL_MS = 5_000;
const PROBE_MS = 100;
const BURST = 64;
const BURST_CHARACTERS = 120 * 1_024;
const GROWTH_MAX = 0.1; // Of ten minutes; the noise between two medians is some percent.
const AFTER_BURST_MAX = 0.2;
const IDLE_MS = 120_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    callers: { type: 'string', default: '8' },
    redis: { type: 'boolean', default: false },
    out: { type: 'string', default: 'soak.html' },
  },
});
const [minutes, callers] = [Number(values.minutes), Number(values.callers)];

const sandbox = await TestSandbox.start();
const redis = values.redis ? await RedisServer.start() : undefined;
const home = await GatewayHome.make(
  { models: ['fault/slow=2,tokens=40', 'fault/cut=4,tokens=20'] },
  sandbox.url,
);
const gateway = await home.start(redis ? { REDIS_URL: redis.url } : {});
await gateway.chat({});
const idleMb = await settledMb(gateway);

const samples: Sample[] = [];
const load = startLoad(callers, () => gateway);
const startedMs = performance.now();
const endMs = startedMs + minutes * 60 * SECOND_MS;
let before = 0;
while (performance.now() < endMs) {
  const begunMs = performance.now();
  const probes: number[] = [];
  while (performance.now() - begunMs < INTERVAL_MS) {
    const sentMs = performance.now();
    const { status } = await gateway.chat({});
    if (status === 200) probes.push(performance.now() - sentMs);
    await pass(PROBE_MS);
  }
  const { served, interrupted, refused } = load.seen;
  const ended = served.length + interrupted + refused;
  const sample: Sample = {
    atS: (performance.now() - startedMs) / SECOND_MS,
    callsPerSecond: ((ended - before) / (performance.now() - begunMs)) * SECOND_MS,
    p50Ms: quantile(probes, 0.5),
    p99Ms: quantile(probes, 0.99),
    rssMb: await rssMbOf(gateway.pid),
    driftNano: await driftOf(gateway),
  };
  before = ended;
  samples.push(sample);
  tell(sample);
}
await load.stop();
await pass(INTERVAL_MS);
const calmMb = await settledMb(gateway);

process.stderr.write('\na burst of large bodies, and two minutes of nothing …\n');
await burst(gateway);
await pass(IDLE_MS);
const afterMb = await settledMb(gateway);

const [held] = await home.rows<{ count: string }>(
  'SELECT count(*) FROM meter_counter WHERE held <> 0',
);
const { findings } = await home.fsck();
const growth = growthOf(samples);
const verdicts: readonly Verdict[] = [
  {
    what: `Memory does not grow by more than ${GROWTH_MAX * 100} % under load`,
    measured: `${(growth * 100).toFixed(1)} %`,
    isMet: growth <= GROWTH_MAX,
  },
  {
    what: `Memory after a burst of ${BURST} × 120 KiB, two minutes later, within ${AFTER_BURST_MAX * 100} % of before`,
    measured: `${calmMb.toFixed(0)} MB before, ${afterMb.toFixed(0)} MB after (${idleMb.toFixed(0)} MB when it had started)`,
    isMet: afterMb <= calmMb * (1 + AFTER_BURST_MAX),
  },
  { what: 'No hold is left', measured: held?.count ?? '?', isMet: held?.count === '0' },
  {
    what: 'fsck',
    measured: findings.map(({ assertion }) => assertion).join('; ') || 'no findings',
    isMet: findings.length === 0,
  },
];
const rate = median(samples.map(({ callsPerSecond }) => callsPerSecond));
const heading = `Soak: ${minutes} min, ${callers} callers, counters in ${redis ? 'Redis' : 'PostgreSQL'}, ${rate.toFixed(0)} calls/s`;
await writeFile(values.out, reportOf(heading, samples, verdicts));
process.stdout.write(`${heading}\n`);
for (const { what, measured, isMet } of verdicts) {
  process.stdout.write(`${isMet ? 'met   ' : 'missed'}  ${what}: ${measured}\n`);
}
process.stdout.write(`The page: ${values.out}\n`);
await home.remove();
await redis?.close();
await sandbox.close();
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1);

/** The least of some looks: what is only garbage is not counted twice. */
async function settledMb({ pid }: GatewayProcess): Promise<number> {
  const looks: number[] = [];
  for (let look = 0; look < 5; look++) {
    looks.push(await rssMbOf(pid));
    await pass(SECOND_MS);
  }
  return Math.min(...looks);
}

async function burst(target: GatewayProcess): Promise<void> {
  const content = 'word '.repeat(BURST_CHARACTERS / 5);
  const messages = [{ role: 'user', content }];
  await Promise.all(Array.from({ length: BURST }, () => target.chat({ messages })));
}

/** As the gateway itself finds it, where counters are in Redis; in PostgreSQL there is none. */
async function driftOf(target: GatewayProcess): Promise<number> {
  if (!redis) return 0;
  const { text } = await target.send('/metrics', {});
  return Number(/^gw_counter_drift_nano (\S+)$/m.exec(text)?.[1] ?? 0);
}

function tell({ atS, callsPerSecond, p99Ms, rssMb }: Sample): void {
  const line = `${clockOf(atS)} of ${clockOf(minutes * 60)}  ${callsPerSecond.toFixed(0)} calls/s  p99 ${p99Ms?.toFixed(0) ?? '–'} ms  ${rssMb.toFixed(0)} MB`;
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
}

function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
