import type { TargetName } from '../targets/target.js';
import type { SubjectName } from './subjects.js';

/** One measurement: one subject, one kind of call, one number of connections, one turn of a round. */
export interface Measurement {
  readonly subject: SubjectName;
  readonly round: number;
  readonly turn: number;
  readonly isStreaming: boolean;
  readonly connections: number;
  /** With text, of each stream; null for the answer that every other measurement gets. */
  readonly frames: number | null;
  readonly calls: number;
  readonly failures: number;
  readonly faults: readonly string[];
  readonly callsPerSecond: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly firstTokenP50Ms: number | null;
  readonly firstTokenP99Ms: number | null;
  /** Of the target's process, work that was left after the last answer included. */
  readonly cpuUsPerCall: number | null;
  readonly databaseCpuUsPerCall: number | null;
  /** Seconds from the last answer until target and database rested. */
  readonly restSeconds: number;
  /** Of its core; well below 1, something else was the bottleneck. */
  readonly targetCoreShare: number | null;
  /** Generator and mock upstream together. */
  readonly benchCoreShare: number | null;
  /** Cores that were kept busy by anything but the bench: the noise in these numbers. */
  readonly othersCoreShare: number | null;
}

export interface StreamsMeasurement {
  readonly subject: TargetName;
  readonly streams: number;
  readonly ended: number;
  readonly failures: number;
  readonly faults: readonly string[];
  /** The largest resident set while all of them were open; null when they never were. */
  readonly openMb: number | null;
  readonly beforeMb: number | null;
  readonly databaseMb: number | null;
}

export interface MemoryMeasurement {
  readonly subject: TargetName;
  readonly nowMb: number;
  readonly peakMb: number;
  readonly databaseMb: number | null;
}
