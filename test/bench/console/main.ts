/**
 * `npm run bench:console`: the p99 of calls with and without administrators who look at live views, in turns.
 * Prints a table, fails on errors only.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PLAIN_ANSWER, PLAIN_PROMPT, requestBody } from '../conversation.js';
import type { CallPlan, LoadResult } from '../load/protocol.js';
import { SETUP_ENVIRONMENT } from '../../support/first-owner.js';
import { BenchProcesses } from '../measure/bench-processes.js';
import { Child } from '../process/child.js';
import { BENCH_CORE } from '../process/pinning.js';
import { median } from '../../support/quantile.js';
import { table } from '../report/table.js';
import { startGateway } from '../targets/gateway.js';
import { readOptions } from './options.js';
import type { AdministratorsAnswer, LookReport } from './protocol.js';
import { signUp } from './sign-up.js';

const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url));
const CONNECTIONS = 64; // So many that a call seldom waits for one.
const RATIO_MAX = 1.1;
const REACHED_SHARE = 0.95;
const WARM_UP_SECONDS = 5;
const SETTLE_MS = 2_000; // What people ask for when they come is no live view yet.
const ANSWER_MS = 120_000;

interface Round {
  readonly alone: LoadResult;
  readonly beside: LoadResult;
  readonly looked: LookReport;
}

const options = readOptions(process.argv.slice(2));
const bench = await BenchProcesses.start();
const gateway = await startGateway(
  { name: 'ours', folder: CHECKOUT, nodeFlags: [], env: SETUP_ENVIRONMENT },
  bench.upstreamPort,
);
const url = `http://127.0.0.1:${gateway.port}`;
const administrators = Child.startOwn(
  'The administrators',
  new URL('administrators.ts', import.meta.url),
  BENCH_CORE,
);

const plan: CallPlan = {
  port: gateway.port,
  format: 'chat',
  headers: gateway.headers,
  body: requestBody('chat', gateway.modelName('small'), PLAIN_PROMPT, false).toString(),
  isStreaming: false,
  expected: PLAIN_ANSWER,
};
const measure = (seconds = options.seconds) =>
  bench.measure(plan, CONNECTIONS, seconds, options.callsPerSecond);

async function beside(cookies: readonly string[]): Promise<Omit<Round, 'alone'>> {
  const looking = administrators.receive<AdministratorsAnswer, 'looking'>('looking', ANSWER_MS);
  administrators.send({ kind: 'look', url, cookies });
  await looking;
  await sleep(options.isSmoke ? 0 : SETTLE_MS);
  const result = await measure();
  const left = administrators.receive<AdministratorsAnswer, 'left'>('left', ANSWER_MS);
  administrators.send({ kind: 'leave' });
  return { beside: result, looked: (await left).report };
}

async function rounds(): Promise<readonly Round[]> {
  await administrators.receive<AdministratorsAnswer, 'ready'>('ready', ANSWER_MS);
  const cookies = await signUp(url, options.sessions);
  await measure(options.isSmoke ? 1 : WARM_UP_SECONDS);
  const all: Round[] = [];
  for (let round = 0; round < options.rounds; round++) {
    // Who is first in a round changes: a machine that grows slower is slower for both.
    const isAloneFirst = round % 2 === 0;
    const before = isAloneFirst ? await measure() : undefined;
    const looked = await beside(cookies);
    all.push({ ...looked, alone: before ?? (await measure()) });
  }
  return all;
}

const ms = (value: number | null): string => value?.toFixed(1) ?? 'n/a';
const ratioOf = ({ alone, beside: with50 }: Round): number =>
  (with50.p99Ms ?? 0) / (alone.p99Ms ?? Number.NaN);

function report(all: readonly Round[]): boolean {
  const { sessions, callsPerSecond } = options;
  const lines = all.map((round, at) => [
    `round ${at + 1}`,
    ms(round.alone.p50Ms),
    ms(round.beside.p50Ms),
    ms(round.alone.p99Ms),
    ms(round.beside.p99Ms),
    ratioOf(round).toFixed(2),
    (round.looked.answers / round.beside.seconds).toFixed(1),
    ms(round.looked.p95Ms),
  ]);
  const head = ['', 'p50', 'p50 beside', 'p99', 'p99 beside', 'ratio', 'answers/s', 'their p95'];
  process.stdout.write(
    `${callsPerSecond} calls a second, beside ${sessions} sessions with live views; milliseconds\n${table([head, ...lines])}\n`,
  );
  const reached = Math.min(
    ...all.flatMap(({ alone, beside: busy }) =>
      [alone, busy].map((one) => one.calls / one.seconds),
    ),
  );
  if (reached < REACHED_SHARE * callsPerSecond) {
    process.stdout.write(
      `This machine served ${reached.toFixed(0)} calls a second at worst: queues were measured, not the views.\n`,
    );
  }
  const ratio = median(all.map(ratioOf));
  process.stdout.write(
    `p99 beside them: ${ratio.toFixed(2)} times, aim < ${RATIO_MAX}: ${ratio < RATIO_MAX ? 'met' : 'missed'}\n`,
  );
  const faults = all.flatMap(({ alone, beside: busy, looked }) => [
    ...alone.faults,
    ...busy.faults,
    ...looked.faults,
    ...(looked.events === 0 ? ['Nobody was told of a call.'] : []),
  ]);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  return faults.length === 0;
}

let isGood = false;
try {
  isGood = report(await rounds());
} finally {
  await administrators.stop();
  await gateway.child?.stop();
  await gateway.discard();
  await bench.stop();
}
process.exit(isGood ? 0 : 1);
