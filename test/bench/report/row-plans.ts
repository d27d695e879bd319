import type { Measurement, MemoryMeasurement, StreamsMeasurement } from '../measure/measurement.js';
import { CONNECTIONS_MANY } from '../plan.js';

export type Unit = '/s' | 'ms' | 'us' | '%' | 'MB';

export type RowId =
  | 'calls-1'
  | 'calls-16'
  | 'added-p50-1'
  | 'added-p99-1'
  | 'added-p50-16'
  | 'added-p99-16'
  | 'cpu-1'
  | 'cpu-16'
  | 'database-cpu-16'
  | 'streams-16'
  | 'first-token-p50'
  | 'first-token-p99'
  | 'stream-cpu-16'
  | 'stream-database-cpu-16'
  | 'target-core'
  | 'bench-core'
  | 'others'
  | 'memory'
  | 'memory-peak'
  | 'database-memory'
  | 'streams-memory';

interface Named {
  readonly id: RowId;
  readonly label: string;
  readonly unit: Unit;
}

type Kind = Pick<Measurement, 'isStreaming' | 'connections'> & {
  readonly frames?: number;
};
type ReadCalls = (measurement: Measurement, direct: Measurement | undefined) => number | null;
type Latency = 'p50Ms' | 'p99Ms' | 'firstTokenP50Ms' | 'firstTokenP99Ms';

export interface CallsRowPlan extends Named {
  readonly from: 'calls';
  readonly kind: Kind;
  readonly read: ReadCalls;
}

export type RowPlan =
  | CallsRowPlan
  | (Named & {
      readonly from: 'memory';
      readonly read: (of: MemoryMeasurement) => number | null;
    })
  | (Named & {
      readonly from: 'streams';
      readonly read: (of: StreamsMeasurement) => number | null;
    });

const ONE: Kind = { isStreaming: false, connections: 1 };
const MANY: Kind = { isStreaming: false, connections: CONNECTIONS_MANY };
const STREAM: Kind = { isStreaming: true, connections: 1 };
const STREAMS: Kind = { isStreaming: true, connections: CONNECTIONS_MANY };

const rate: ReadCalls = (of) => of.callsPerSecond;
const cpu: ReadCalls = (of) => of.cpuUsPerCall;
const databaseCpu: ReadCalls = (of) => of.databaseCpuUsPerCall;
const percent = (share: number | null) => (share === null ? null : share * 100);

const added =
  (latency: Latency): ReadCalls =>
  (of, direct) => {
    const [through, without] = [of[latency], direct?.[latency] ?? null];
    return through === null || without === null ? null : through - without;
  };

const calls = (named: Named, kind: Kind, read: ReadCalls): RowPlan => ({
  ...named,
  from: 'calls',
  kind,
  read,
});

/** The lines of the table, in its order. */
export const ROW_PLANS: readonly RowPlan[] = [
  calls({ id: 'calls-1', label: 'Calls per second, 1 connection', unit: '/s' }, ONE, rate),
  calls({ id: 'calls-16', label: 'Calls per second, 16 connections', unit: '/s' }, MANY, rate),
  calls({ id: 'added-p50-1', label: 'Added p50, 1 connection', unit: 'ms' }, ONE, added('p50Ms')),
  calls({ id: 'added-p99-1', label: 'Added p99, 1 connection', unit: 'ms' }, ONE, added('p99Ms')),
  calls(
    { id: 'added-p50-16', label: 'Added p50, 16 connections', unit: 'ms' },
    MANY,
    added('p50Ms'),
  ),
  calls(
    { id: 'added-p99-16', label: 'Added p99, 16 connections', unit: 'ms' },
    MANY,
    added('p99Ms'),
  ),
  calls({ id: 'cpu-1', label: 'CPU per call, 1 connection', unit: 'us' }, ONE, cpu),
  calls({ id: 'cpu-16', label: 'CPU per call, 16 connections', unit: 'us' }, MANY, cpu),
  calls({ id: 'database-cpu-16', label: '  PostgreSQL apart', unit: 'us' }, MANY, databaseCpu),
  calls(
    { id: 'streams-16', label: 'Streams per second, 16 connections', unit: '/s' },
    STREAMS,
    rate,
  ),
  calls(
    { id: 'first-token-p50', label: 'Added time to first token, p50', unit: 'ms' },
    STREAM,
    added('firstTokenP50Ms'),
  ),
  calls(
    { id: 'first-token-p99', label: 'Added time to first token, p99', unit: 'ms' },
    STREAM,
    added('firstTokenP99Ms'),
  ),
  calls({ id: 'stream-cpu-16', label: 'CPU per stream, 16 connections', unit: 'us' }, STREAMS, cpu),
  calls(
    { id: 'stream-database-cpu-16', label: '  PostgreSQL apart', unit: 'us' },
    STREAMS,
    databaseCpu,
  ),
  calls({ id: 'target-core', label: 'Target core in use, 16 conn.', unit: '%' }, MANY, (of) =>
    percent(of.targetCoreShare),
  ),
  calls({ id: 'bench-core', label: 'Bench core in use, 16 conn.', unit: '%' }, MANY, (of) =>
    percent(of.benchCoreShare),
  ),
  calls({ id: 'others', label: 'Anything else at work, 16 conn.', unit: '%' }, MANY, (of) =>
    percent(of.othersCoreShare),
  ),
  {
    id: 'memory',
    label: 'Memory after the load',
    unit: 'MB',
    from: 'memory',
    read: (of) => of.nowMb,
  },
  {
    id: 'memory-peak',
    label: 'Memory at its peak',
    unit: 'MB',
    from: 'memory',
    read: (of) => of.peakMb,
  },
  {
    id: 'database-memory',
    label: '  PostgreSQL apart',
    unit: 'MB',
    from: 'memory',
    read: (of) => of.databaseMb,
  },
  {
    id: 'streams-memory',
    label: 'Memory with open streams',
    unit: 'MB',
    from: 'streams',
    read: (of) => of.openMb,
  },
];
