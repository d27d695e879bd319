/** What is measured, and for how long. */

export interface Options {
  /** Of one measurement. */
  readonly seconds: number;
  readonly rounds: number;
  /** Times that each kind of call is measured in a round. */
  readonly turns: number;
  readonly isSmoke: boolean;
  /** Waits until nothing else is at work, and repeats what was disturbed. */
  readonly isPatient: boolean;
  readonly jsonFile: string;
  readonly only: readonly Comparison[];
  readonly kinds: readonly Kind[];
  /** Frames with text of the streams of the kind `lengths`. */
  readonly lengths: readonly number[];
  /** The id of another commit, whose build is measured as `before`. */
  readonly against: string | null;
  /** Flags for the gateway's Node, for instance `--cpu-prof`. */
  readonly nodeFlags: readonly string[];
}

/** `caching`: ours once more, with a response cache, whose hits are compared with calls that pass it by. */
export const COMPARISONS = ['bare', 'portkey', 'llms', 'before', 'ours', 'caching'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * Whole answers, streams under load, as many open streams as one process should hold, data protection alone, and streams
 * of several lengths.
 */
export const KINDS = ['whole', 'streams', 'open', 'protection', 'lengths'] as const;
export type Kind = (typeof KINDS)[number];
/** `lengths` takes as long as all others together, and is of use when one asks what a frame costs. */
export const USUAL_KINDS = KINDS.filter((kind) => kind !== 'lengths');

/** Frames with text: far enough apart that a line through them tells a call from its frames. */
export const LENGTHS: readonly number[] = [10, 100, 1_000];

/** Sixteen callers at once fill a core; one shows what a single caller waits for. */
export const CONNECTIONS = [1, 16] as const;
export const CONNECTIONS_MANY = 16;

/**
 * Before the first measurement of a subject in a round. In the first round the engine is still
 * compiling: the processor time per call of a large program falls for some ten thousand calls.
 */
export const WARM_UP_SECONDS = { first: 20, later: 1, smoke: 0.5 };

export interface StreamsPlan {
  readonly streams: number;
  readonly frames: number;
  /** Between two of them: with all frames that is how long a stream stays open. */
  readonly frameMs: number;
  readonly perSecond: number;
}

/** Open and mostly silent, as answers of agents that think. The last one opens after 36 seconds, the first one ends after 120. */
const OPEN_STREAMS: StreamsPlan = { streams: 9_000, frames: 12, frameMs: 10_000, perSecond: 250 };
/** As many as every earlier commit can hold, too. */
const OPEN_STREAMS_AGAINST: StreamsPlan = {
  streams: 2_000,
  frames: 15,
  frameMs: 1_000,
  perSecond: 500,
};
const OPEN_STREAMS_SMOKE: StreamsPlan = {
  streams: 100,
  frames: 3,
  frameMs: 1_000,
  perSecond: 200,
};

export function streamsPlanOf({ isSmoke, against }: Options): StreamsPlan {
  if (isSmoke) return OPEN_STREAMS_SMOKE;
  return against === null ? OPEN_STREAMS : OPEN_STREAMS_AGAINST;
}

/** Of a core, taken by other processes. The kernel's own work for the network is some percent. */
export const NOISE_SHARE = 0.2;
export const QUIET_TIMEOUT_MS = 30_000;
export const REPEATS_MAX = 3; // On a machine that is never quiet the last try has to do.

/** Against Portkey by ratio, because processor time does not compare between machines. */
export const TARGETS = {
  portkeyCpuTimesMin: 2.6,
  portkeyCallsTimesMin: 1.6,
  addedP50MsMax: 2,
  addedFirstTokenMsMax: 4,
  openStreamsMbMax: 600,
  /** Of a translated stream over one that keeps its format. */
  translatedCpuTimesMax: 1.3,
  /** Of a translated stream of ours over one of @musistudio/llms, which keeps no records. */
  llmsCpuTimesMax: 1,
  /** The same of the translation alone: over our own streams of one format, and over a bare proxy's. */
  llmsTranslationTimesMax: 1,
  /** Of a call to an instant upstream over a hit of the response cache, in processor time. */
  cacheHitTimesMin: 5,
} as const;

/** Of `--against`: the most that a number of ours may be of the other commit's. */
export const CHANGE_TARGETS = [
  { id: 'cpu-16', atMost: 0.7 },
  { id: 'database-cpu-16', atMost: 0.8 },
  { id: 'added-p50-1', atMost: 0.9 },
] as const;

/** A change may cost this share of any number; more is named. */
export const WORSE_SHARE_MAX = 0.05;
