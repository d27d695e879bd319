import type { Costs } from './costs.js';
import { randomOf } from './random.js';
import { processesOf, type Setting } from './setting.js';
import { admissionHere, admissionThere, commit, install, recording, type Call } from './stages.js';
import { Timeline } from './timeline.js';
import { SEAL_PAUSE_MS, SEAL_ROWS_MAX, WAL_SHARES } from './work-of.js';

const SEED = 20_260_101; // Any; the same for every run, so that two settings meet the same arrivals.
const WARM_MS = 500; // Until batches have the size that they keep.
const WINDOW_MS = 2_000;
const WINDOW_MS_MIN = 400;
const CALLS_MAX = 60_000; // Some seconds of work for whoever waits for the simulation.
const ENTER_SHARE = 0.5; // Of a call's processor time, before it is let in.
// Calls end as often as they begin, however long they take: when they do is spread, and no more.
const END_SPREAD_MS = 100;

/** What a run came to. Shares are of what there is of it, 1 is all. */
export interface SimResult {
  /** Recorded. */
  readonly callsPerSecond: number;
  readonly admittedMs: { readonly p50: number; readonly p99: number };
  /** Calls in a statement that lets in, mean. */
  readonly batch: number;
  /** Calls that came, and by how many more were under way at the end than before. */
  readonly arrived: number;
  readonly growth: number;
  readonly busy: {
    readonly gateway: number;
    readonly database: number;
    readonly disk: number;
    readonly redis: number;
    readonly sealing: number;
  };
}

/**
 * The way of calls through gateway, counters, records and seal, event by event.
 *
 * @param callers so many that call again as soon as their call is recorded, in place of arrivals that
 *   come independently at the setting's rate
 */
export function simulate(setting: Setting, costs: Costs, callers = 0): SimResult {
  const { organisations, callsPerSecond, store } = setting;
  const time = new Timeline();
  const random = randomOf(SEED);
  const parts = install(setting, costs, time);
  const processes = processesOf(setting);
  const { gateway, database, redis, disk, work } = parts;
  const seen = { admitted: 0, recorded: 0, sealed: 0, batches: 0, batched: 0, sealMs: 0 };
  const latencies: number[] = [];
  let isCounting = false;

  const letIn = (batch: readonly Call[]) => {
    seen.admitted += batch.length;
    seen.batches++;
    seen.batched += batch.length;
    for (const call of batch) {
      if (isCounting) latencies.push(time.nowMs - call.queuedMs);
      const end = () =>
        gateway[call.process]?.work(work.gateway * (1 - ENTER_SHARE), () => record(call));
      if (callers > 0) end();
      else time.after(random.next() * END_SPREAD_MS, end);
    }
  };
  const record = recording(parts, (batch) => {
    seen.recorded += batch.length;
    if (callers > 0) for (const call of batch) begin(call);
  });
  const admit = (store === 'postgres' ? admissionHere : admissionThere)(parts, letIn);
  const begin = (call: Call) =>
    gateway[call.process]?.work(work.gateway * ENTER_SHARE, () => {
      call.queuedMs = time.nowMs;
      admit(call);
    });
  const aCall = (process: number): Call => ({
    process,
    organisation: random.below(organisations),
    queuedMs: 0,
  });

  const seal = () => {
    const rows = Math.min(SEAL_ROWS_MAX, seen.recorded - seen.sealed);
    if (rows === 0) return time.after(SEAL_PAUSE_MS, seal);
    const begunMs = time.nowMs;
    database.work(work.seal(rows), () =>
      commit(parts, WAL_SHARES.seal, rows, () => {
        seen.sealed += rows;
        seen.sealMs += time.nowMs - begunMs;
        time.after(rows === SEAL_ROWS_MAX ? 0 : SEAL_PAUSE_MS, seal);
      }),
    );
  };
  seal();

  let arrived = 0;
  const arrive = () => {
    arrived++;
    begin(aCall(random.below(processes)));
    time.after(random.gap(1_000 / callsPerSecond), arrive);
  };
  if (callers > 0) for (let at = 0; at < callers; at++) begin(aCall(at % processes));
  else arrive();

  const windowMs = Math.max(
    WINDOW_MS_MIN,
    Math.min(WINDOW_MS, (CALLS_MAX / callsPerSecond) * 1_000),
  );
  time.runUntil(WARM_MS);
  isCounting = true;
  const busyOf = () => ({
    gateway: gateway.reduce((sum, { busyMs }) => sum + busyMs, 0) / processes,
    database: database.busyMs / setting.databaseCores,
    disk: disk.busyMs,
    redis: redis.busyMs,
    sealing: seen.sealMs,
  });
  const [before, start] = [busyOf(), { ...seen, arrived }];
  time.runUntil(WARM_MS + windowMs);
  const after = busyOf();
  const share = (name: keyof typeof before) => Math.min(1, (after[name] - before[name]) / windowMs);
  latencies.sort((a, b) => a - b);
  const quantile = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0;
  return {
    callsPerSecond: ((seen.recorded - start.recorded) / windowMs) * 1_000,
    admittedMs: { p50: quantile(0.5), p99: quantile(0.99) },
    batch: seen.batched / Math.max(1, seen.batches),
    arrived: arrived - start.arrived,
    growth: arrived - seen.recorded - (start.arrived - start.recorded),
    busy: {
      gateway: share('gateway'),
      database: share('database'),
      disk: share('disk'),
      redis: share('redis'),
      sealing: share('sealing'),
    },
  };
}
