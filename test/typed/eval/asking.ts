import { Cancellation, SystemClock } from '#kernel';
import { TypedModelProcesses, type Timed, type TypedKind } from '#local-models';

const NEVER = new Cancellation();

/** A model in one process of its own on one thread, as the gateway runs it. */
export class AskedModel<Job extends object, Result> {
  /** What the process took for each job, in ms. */
  readonly tookMs: number[] = [];

  private constructor(private readonly processes: TypedModelProcesses<Job, Result>) {}

  /** @throws UnusableLocalModel */
  static async start<Job extends object, Result>(
    folder: string,
    kind: TypedKind,
  ): Promise<AskedModel<Job, Result>> {
    const processes = new TypedModelProcesses<Job, Result>({
      folder,
      kind,
      pinned: [],
      processesMax: 1,
      threads: 1,
      clock: new SystemClock(),
    });
    await processes.start();
    return new AskedModel(processes);
  }

  /** @throws Error where the process died over it */
  async ask(job: Job): Promise<Result> {
    const answer: Timed<Result> | null = await this.processes.run(job, NEVER);
    if (!answer) throw new Error('the model gave no answer');
    this.tookMs.push(answer.tookMs);
    return answer.result;
  }

  stop(): Promise<void> {
    return this.processes.stop();
  }
}
