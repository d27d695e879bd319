import { Injectable } from '@nestjs/common';
import { RequestJudge, type RequestReading, type RequestSegments } from '#call';
import { Cancellation, Clock } from '#kernel';
import { Config } from '#platform';
import { readingOf } from './reading-of.js';
import { TypedModels } from './typed-models.js';

/** The router, as calls to `gw/auto` ask it: within its budget, or not at all. */
@Injectable()
export class RouterJudge extends RequestJudge {
  private readonly budgetMs: number;

  constructor(
    private readonly models: TypedModels,
    private readonly clock: Clock,
    { autoBudgetMs }: Config,
  ) {
    super();
    this.budgetMs = autoBudgetMs;
  }

  async judge(segments: RequestSegments, ended: Cancellation): Promise<RequestReading | null> {
    const { router } = this.models;
    if (!router?.isReady) return null;
    const over = new Cancellation();
    const alarm = this.clock.after(this.budgetMs, () => over.cancel(new Error('it took too long')));
    const stopListening = ended.onCancel((reason) => over.cancel(reason));
    try {
      return readingOf(await router.ask(segments, { units: 1, ended: over, isRouting: true }));
    } catch {
      return null; // Routing goes on without it, and the entry says so.
    } finally {
      alarm.cancel();
      stopListening();
    }
  }
}
