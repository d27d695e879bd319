import { cpuSeconds } from '../process/accounting.js';
import { Child } from '../process/child.js';
import { BENCH_CORE } from '../process/pinning.js';
import type {
  CallPlan,
  LoadAnswer,
  LoadQuestion,
  LoadResult,
  StreamsResult,
} from '../load/protocol.js';
import type { StreamsPlan } from '../plan.js';
import type { MockAnswer, MockQuestion } from '../mock/protocol.js';

const START_TIMEOUT_MS = 15_000;
const ANSWER_TIMEOUT_MS = 60_000; // On top of the time that was asked for.

/** Mock upstream and load generator: both on the core that the targets do not use. */
export class BenchProcesses {
  readonly upstreamPort: number;
  private readonly mock: Child;
  private readonly load: Child;

  private constructor(mock: Child, load: Child, upstreamPort: number) {
    this.mock = mock;
    this.load = load;
    this.upstreamPort = upstreamPort;
  }

  static async start(): Promise<BenchProcesses> {
    const mock = Child.startOwn(
      'The mock upstream',
      new URL('../mock/upstream.ts', import.meta.url),
      BENCH_CORE,
    );
    const { port } = await mock.receive<MockAnswer, 'ready'>('ready', START_TIMEOUT_MS);
    const load = Child.startOwn(
      'The load generator',
      new URL('../load/generator.ts', import.meta.url),
      BENCH_CORE,
    );
    await load.receive<LoadAnswer, 'ready'>('ready', START_TIMEOUT_MS);
    return new BenchProcesses(mock, load, port);
  }

  /** @param perSecond calls that begin at their time; null: as many as the target serves */
  async measure(
    plan: CallPlan,
    connections: number,
    seconds: number,
    perSecond: number | null = null,
  ): Promise<LoadResult> {
    this.ask({ kind: 'measure', plan, connections, seconds, perSecond });
    const timeoutMs = seconds * 1_000 + ANSWER_TIMEOUT_MS;
    return (await this.load.receive<LoadAnswer, 'measured'>('measured', timeoutMs)).result;
  }

  /** Opens slow streams; the promises tell when all are open and when all have ended. */
  async holdStreams(
    plan: CallPlan,
    { streams, frames, frameMs, perSecond }: StreamsPlan,
  ): Promise<{ allOpen: Promise<unknown>; ended: Promise<StreamsResult> }> {
    await this.askMock({ kind: 'slow-frames', frames, frameMs });
    // Where only half of them fit, the others follow when those have ended; the result says so.
    const timeoutMs = (streams / perSecond) * 1_000 + 2 * frames * frameMs + ANSWER_TIMEOUT_MS;
    const allOpen = this.load.receive<LoadAnswer, 'all-open'>('all-open', timeoutMs);
    const ended = this.load
      .receive<LoadAnswer, 'streams-ended'>('streams-ended', timeoutMs)
      .then(({ result }) => result);
    this.ask({ kind: 'hold-streams', plan, streams, perSecond });
    return { allOpen, ended };
  }

  /** From now on a streamed answer has so many frames with text. */
  async setFrames(frames: number): Promise<void> {
    await this.askMock({ kind: 'frames', frames });
  }

  async mockCounters(): Promise<{ readonly requests: number; readonly leaks: number }> {
    return this.askMock({ kind: 'counters' });
  }

  mockCpuSeconds(): number | null {
    return cpuSeconds(this.mock.pid);
  }

  async stop(): Promise<void> {
    await Promise.all([this.mock.stop(), this.load.stop()]);
  }

  private ask(question: LoadQuestion): void {
    this.load.send(question);
  }

  private askMock(question: MockQuestion) {
    const answer = this.mock.receive<MockAnswer, 'counters'>('counters', START_TIMEOUT_MS);
    this.mock.send(question);
    return answer;
  }
}
