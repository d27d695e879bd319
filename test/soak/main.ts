/**
 * `npm run soak`: a burst of large bodies on an idle gateway, and what of its memory is left two minutes
 * later; then load for as long as asked, with a live line, and a page with plots at the end; then such a
 * burst again. Fails when memory grows or stays, when a hold does, or when `fsck` finds something.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pass } from 'node:timers/promises';
import { startLoad } from '../chaos/load.js';
import { GatewayHome, type GatewayProcess } from '../support/gateway-process.js';
import { residentMib } from '../support/processes.js';
import { RedisServer } from '../support/redis-server.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { readOptions } from './options.js';
import { judgeMemory } from './judge.js';
import { reportOf, type Verdict } from './report.js';
import { median, quantile } from '../support/quantile.js';
import type { Sample } from './sample.js';

const SECOND_MS = 1_000;
const INTERVAL_MS = 5_000;
const PROBE_MS = 100;
const BURST = 64;
const BURST_CHARACTERS = 120 * 1_024;
const IDLE_MS = 120_000;

const { minutes, callers, isWithRedis, pageFile } = readOptions(process.argv.slice(2));

const sandbox = await TestSandbox.start();
const redis = isWithRedis ? await RedisServer.start() : undefined;
const home = await GatewayHome.make(
  { models: ['fault/slow=2,tokens=40', 'fault/cut=4,tokens=20'] },
  sandbox.url,
);
const gateway = await home.start(redis ? { REDIS_URL: redis.url } : {});
await gateway.chat({});
const idle = await settledMb(gateway);
const idleAfterBurst = await afterBurst(gateway);

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
  const probed = (share: number) => (probes.length > 0 ? quantile(probes, share) : null);
  const { served, interrupted, refused } = load.seen;
  const ended = served.length + interrupted + refused;
  const sample: Sample = {
    atS: (performance.now() - startedMs) / SECOND_MS,
    callsPerSecond: ((ended - before) / (performance.now() - begunMs)) * SECOND_MS,
    p50Ms: probed(0.5),
    p99Ms: probed(0.99),
    rssMb: residentMib(gateway.pid),
    driftNano: await driftOf(gateway),
  };
  before = ended;
  samples.push(sample);
  tell(sample);
}
await load.stop();
await pass(INTERVAL_MS);
const calm = await settledMb(gateway);
process.stderr.write('\n');
const calmAfterBurst = await afterBurst(gateway);

const [held] = await home.rows<{ count: string }>(
  'SELECT count(*) FROM meter_counter WHERE held <> 0',
);
const { findings } = await home.fsck();
const verdicts: readonly Verdict[] = [
  ...judgeMemory(minutes, samples, { idle, idleAfterBurst, calm, calmAfterBurst }),
  { what: 'No hold is left', measured: held?.count ?? '?', isMet: held?.count === '0' },
  {
    what: 'fsck',
    measured: findings.map(({ assertion }) => assertion).join('; ') || 'no findings',
    isMet: findings.length === 0,
  },
];
const rate = median(samples.map(({ callsPerSecond }) => callsPerSecond));
const heading = `Soak: ${minutes} min, ${callers} callers, counters in ${redis ? 'Redis' : 'PostgreSQL'}, ${rate.toFixed(0)} calls/s`;
await writeFile(pageFile, reportOf(heading, samples, verdicts));
process.stdout.write(`${heading}\n`);
for (const { what, measured, isMet } of verdicts) {
  const mark = isMet === null ? '      ' : isMet ? 'met   ' : 'missed';
  process.stdout.write(`${mark}  ${what}: ${measured}\n`);
}
process.stdout.write(`The page: ${pageFile}\n`);
await home.remove();
await redis?.close();
await sandbox.close();
process.exit(verdicts.every(({ isMet }) => isMet !== false) ? 0 : 1);

/** The least of some looks: what is only garbage is not counted twice. */
async function settledMb({ pid }: GatewayProcess): Promise<number> {
  const looks: number[] = [];
  for (let look = 0; look < 5; look++) {
    looks.push(residentMib(pid));
    await pass(SECOND_MS);
  }
  return Math.min(...looks);
}

async function afterBurst(target: GatewayProcess): Promise<number> {
  process.stderr.write('a burst of large bodies, and two minutes of nothing …\n');
  const content = 'word '.repeat(BURST_CHARACTERS / 5);
  const messages = [{ role: 'user', content }];
  const answers = await Promise.all(Array.from({ length: BURST }, () => target.chat({ messages })));
  const served = answers.filter(({ status }) => status === 200).length;
  process.stderr.write(`${served} of ${BURST} were served\n`);
  await pass(IDLE_MS);
  return settledMb(target);
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
