import { counted } from '#kernel';
import { aligned } from '../aligned.js';
import { adviceOn, NAMES } from './advice.js';
import { RESOURCES, type Limit } from './limits.js';
import type { SimReport, SweepStep } from './report.js';
import { processesOf } from './setting.js';

const whole = (value: number): string => Math.round(value).toLocaleString('en-GB');
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
const ms = (value: number): string => value.toFixed(1);

/** What the simulation came to, in words and tables. */
export function simText(report: SimReport): string {
  const { setting, result, openStreams, storage, limit, next } = report;
  const { busy } = result;
  const processes = processesOf(setting);
  const busyOf: Partial<Record<string, string>> = {
    gateway: percent(busy.gateway),
    database: percent(busy.database),
    disk: percent(busy.disk),
    sealing: percent(busy.sealing),
    redis: percent(busy.redis),
  };
  const rows = RESOURCES.flatMap((name) => {
    const full = report.fullAt[name];
    const inUse = report.inUse[name];
    return full === null
      ? []
      : [[NAMES[name], inUse === null ? '' : percent(inUse), whole(full), busyOf[name] ?? '']];
  });
  const verdict =
    setting.callsPerSecond <= limit.callsPerSecond
      ? ''
      : 'It does not keep up: queues grow, and calls are refused in the end.\n';
  return `${whole(setting.callsPerSecond)} calls a second of ${counted(setting.organisations, 'organisation')}, ${counted(processes, 'process', 'processes')} of the API, counters in ${setting.store === 'redis' ? 'Redis' : 'PostgreSQL'}. Computed, not run.
${verdict}
Let in after ${ms(result.admittedMs.p50)} ms (p50), ${ms(result.admittedMs.p99)} ms (p99), ${result.batch.toFixed(1)} calls in a statement.
${whole(openStreams.perProcess)} open streams and ${whole(openStreams.mibPerProcess)} MiB in each process; ${report.connections} of ${setting.connectionsMax} connections.
${storage.walMibPerSecond.toFixed(1)} MiB/s of write-ahead log; day and night ${whole(storage.rowsPerMonth)} rows a month: ${whole(storage.partitionGib)} GiB in the month's partition, and ${whole(storage.stayingGib)} GiB that stay. ${whole(storage.keptGib)} GiB after ${counted(setting.monthsKept, 'month')}.

${aligned([['', 'in use', 'full at calls/s', 'busy'], ...rows])
  .map((line) => line.trimEnd())
  .join('\n')}

In use: the rate as a share of that at which it is full. Busy: its time at this rate. A statement of few calls takes more
of a database for each of them than a full one does, so what is busy grows more slowly than the rate.

The next limit: ${NAMES[limit.resource]}, at ${whole(limit.callsPerSecond)} calls a second.
To add: ${adviceOn(limit.resource, setting)}.
After that: ${NAMES[next.resource]}, at ${whole(next.callsPerSecond)} calls a second.
`;
}

const HEAD = ['calls/s', 'p50 ms', 'p99 ms', 'gateway', 'database', 'disk', 'sealing', 'Redis', ''];

/** Rising rates, and what each comes to. */
export function sweepText(steps: readonly SweepStep[], limit: Limit): string {
  const lines = steps.map(({ callsPerSecond, result }) => [
    whole(callsPerSecond),
    ms(result.admittedMs.p50),
    ms(result.admittedMs.p99),
    percent(result.busy.gateway),
    percent(result.busy.database),
    percent(result.busy.disk),
    percent(result.busy.sealing),
    percent(result.busy.redis),
    callsPerSecond <= limit.callsPerSecond ? '' : 'does not keep up',
  ]);
  return `${aligned([HEAD, ...lines])
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}
