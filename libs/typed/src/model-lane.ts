import { Logger } from '@nestjs/common';
import { Cancellation, failed, type Clock, type GatewayError } from '#kernel';
import {
  TypedModelProcesses,
  UnusableLocalModel,
  type ModelLoad,
  type TypedFacts,
  type TypedKind,
} from '#local-models';
import { LEARNING_RATE, type LaneLimits } from './limits.js';

export interface LaneOptions {
  readonly kind: TypedKind;
  readonly folder: string;
  readonly pinned: readonly string[];
  readonly processesMax: number;
  readonly threads: number;
  readonly clock: Clock;
  readonly limits: LaneLimits;
}

export interface Asking {
  /** How much work it is, in units of like cost. */
  readonly units: number;
  /** Nobody waits for it any more. */
  readonly ended: Cancellation;
  /** It takes one of the places that are kept. */
  readonly isRouting: boolean;
}

/** One model with its processes: verified before it answers, and never asked more than it can in time. */
export class ModelLane<Job extends object, Result> {
  private readonly logger = new Logger('typed models');
  private readonly processes: TypedModelProcesses<Job, Result>;
  private known: TypedFacts | null = null;
  private fault: string | null = null;
  private open = 0;
  private openUnits = 0;
  private unitMs = 0;
  /** Turned away because too much was at hand, and asked for nothing because the model gave no numbers. */
  readonly counts = { busy: 0, failed: 0, answered: 0 };

  constructor(private readonly options: LaneOptions) {
    this.processes = new TypedModelProcesses(options);
  }

  /** Resolves once it is known whether the model may answer; never rejects. */
  async start(): Promise<void> {
    const { kind } = this.options;
    try {
      this.known = await this.processes.start();
      const { name, version, license, revision } = this.known;
      this.logger.log(`${kind}: ${name} ${version} (license ${license}) answers, ${revision}`);
    } catch (fault) {
      if (!(fault instanceof UnusableLocalModel)) throw fault;
      this.fault = fault.message;
      this.logger.error(`${kind}: nothing is answered by this model. ${fault.message}`);
    }
  }

  stop(): Promise<void> {
    return this.processes.stop();
  }

  get isReady(): boolean {
    return this.known !== null && this.processes.isReady;
  }

  /** Null until the model was verified. */
  get facts(): TypedFacts | null {
    return this.known;
  }

  /** Why it does not answer, and will not until the gateway starts anew; null while it may. */
  get failure(): string | null {
    return this.fault ?? this.processes.failure;
  }

  get load(): ModelLoad & { readonly unitMs: number } {
    return { ...this.processes.load, unitMs: this.unitMs };
  }

  /** @throws typed_model_unavailable, typed_busy, and why `ended` was cancelled */
  async ask(job: Job, { units, ended, isRouting }: Asking): Promise<Result> {
    if (!this.isReady) throw failed('typed_model_unavailable', { param: 'model' });
    if (!this.hasRoom(isRouting)) throw this.busy();
    const { limits, clock } = this.options;
    const over = new Cancellation();
    const alarm = clock.after(limits.budgetMs, () => over.cancel(new Error('the time is over')));
    const stopListening = ended.onCancel((reason) => over.cancel(reason));
    this.open++;
    this.openUnits += units;
    // Whoever hangs up frees no process: what runs for nobody counts until it is over.
    const whenFree = () => {
      this.open--;
      this.openUnits -= units;
    };
    try {
      const done = await this.processes.run(job, over, whenFree);
      if (done) {
        this.counts.answered++;
        this.learn(done.tookMs / units);
        return done.result;
      }
    } finally {
      alarm.cancel();
      stopListening();
    }
    if (ended.reason) throw ended.reason;
    if (over.isCancelled) throw this.busy();
    this.counts.failed++;
    throw failed('typed_model_unavailable', { param: 'model' });
  }

  private hasRoom(isRouting: boolean): boolean {
    const { limits, processesMax } = this.options;
    const places = limits.openMax * processesMax - (isRouting ? 0 : limits.reserved);
    const waitMs = (this.openUnits * this.unitMs) / processesMax;
    return this.open < places && waitMs <= limits.waitMsMax;
  }

  private learn(unitMs: number): void {
    this.unitMs += (unitMs - this.unitMs) * (this.unitMs === 0 ? 1 : LEARNING_RATE);
  }

  private busy(): GatewayError {
    this.counts.busy++;
    return failed('typed_busy');
  }
}
