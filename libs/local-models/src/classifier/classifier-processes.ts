import type { Cancellation, Clock } from '#kernel';
import { ModelProcesses, type ModelLoad } from '../processes/model-processes.js';
import type { FoundSpan } from './found-span.js';

const PROCESS = new URL('./process.js', import.meta.url);

export interface ClassifierOptions {
  /** With `model.onnx`, `tokenizer.json`, `config.json` and `gw-model.json`. */
  readonly folder: string;
  /** What its labels may be mapped to. */
  readonly kinds: readonly string[];
  readonly processesMax: number;
  readonly clock: Clock;
}

/** What is known of a model that was loaded. */
export interface ClassifierFacts {
  /** SHA-256 of its manifest, which names that of each file. */
  readonly fingerprint: string;
  /** What it can find. */
  readonly kinds: readonly string[];
  readonly license: string;
}

/** What a process is started with. */
export interface ClassifierOrder {
  readonly folder: string;
  readonly kinds: readonly string[];
  /** Of the first process's model; null for the first. */
  readonly fingerprint: string | null;
}

/** An operator's token classifier, in processes of its own. */
export class ClassifierProcesses {
  private readonly processes: ModelProcesses<
    ClassifierFacts,
    readonly string[],
    readonly FoundSpan[]
  >;

  constructor({ folder, kinds, processesMax, clock }: ClassifierOptions) {
    this.processes = new ModelProcesses({
      script: PROCESS,
      orderOf: (first): ClassifierOrder => ({
        folder,
        kinds,
        fingerprint: first?.fingerprint ?? null,
      }),
      processesMax,
      clock,
    });
  }

  get load(): ModelLoad {
    return this.processes.load;
  }

  /** Checks, loads and tries the model. @throws UnusableLocalModel, with what to do */
  start(): Promise<ClassifierFacts> {
    return this.processes.start();
  }

  /**
   * @param passages some two hundred words together: a job cannot be interrupted
   * @param ended nobody waits for the spans any more
   * @returns null where nobody could read them in time
   */
  find(passages: readonly string[], ended: Cancellation): Promise<readonly FoundSpan[] | null> {
    return this.processes.run(passages, ended);
  }

  stop(): Promise<void> {
    return this.processes.stop();
  }
}
