import type { Cancellation, Clock } from '#kernel';
import { ModelProcesses, type ModelLoad } from '../processes/model-processes.js';
import type { TypedKind } from './jobs.js';

const PROCESS = new URL('./process.js', import.meta.url);

/** Who fails this often has a fault that another start does not mend. */
const GIVES_UP = { deaths: 3, withinMs: 600_000 };

export interface TypedProcessesOptions {
  /** With the manifest of the kind, and the files that it names. */
  readonly folder: string;
  readonly kind: TypedKind;
  /** Revisions of which it must be one; none: any. */
  readonly pinned: readonly string[];
  readonly processesMax: number;
  /** That a run takes. */
  readonly threads: number;
  readonly clock: Clock;
}

/** What is known of a model that was loaded. */
export interface TypedFacts {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** SHA-256 of its weights: 64 hexadecimal digits. */
  readonly revision: string;
  /** Options of all questions that it reads in its time; null where any request is. */
  readonly rowsMax: number | null;
  /** Of its manifest. */
  readonly fingerprint: string;
}

/** What a process is started with. */
export interface TypedOrder extends Omit<TypedProcessesOptions, 'clock' | 'processesMax'> {
  /** Of the first process's model; null for the first. */
  readonly fingerprint: string | null;
}

/** An answer, and how long the process took for it. */
export interface Timed<Result> {
  readonly result: Result;
  readonly tookMs: number;
}

/** A typed model in processes of its own, each of which has verified its files from the disk. */
export class TypedModelProcesses<Job extends object, Result> {
  private readonly processes: ModelProcesses<TypedFacts, Job, Timed<Result>>;

  constructor({ processesMax, clock, ...order }: TypedProcessesOptions) {
    this.processes = new ModelProcesses({
      script: PROCESS,
      orderOf: (first): TypedOrder => ({ ...order, fingerprint: first?.fingerprint ?? null }),
      processesMax,
      clock,
      givesUp: GIVES_UP,
    });
  }

  get isReady(): boolean {
    return this.processes.isReady;
  }

  /** Why it will not be ready until the gateway starts anew; null while it may. */
  get failure(): string | null {
    return this.processes.failure;
  }

  get load(): ModelLoad {
    return this.processes.load;
  }

  /** Verifies, loads and tries the model. @throws UnusableLocalModel, with what to do */
  start(): Promise<TypedFacts> {
    return this.processes.start();
  }

  /**
   * @param whenFree is called once, when no process works on the job any more, nor will
   * @returns null where it was not done: nobody waits any more, no process is alive, or it failed
   */
  run(job: Job, ended: Cancellation, whenFree?: () => void): Promise<Timed<Result> | null> {
    return this.processes.run(job, ended, whenFree);
  }

  stop(): Promise<void> {
    return this.processes.stop();
  }
}
