import { Injectable } from '@nestjs/common';
import { LocalModels, PriceList } from '#call';
import { Clock } from '#kernel';
import { listModels, type ListedFor, type ListedModel } from './list-models.js';

/** What callers can reach now: by the settings, the prices, and what of this machine is ready. */
@Injectable()
export class ReachableModels {
  constructor(
    private readonly prices: PriceList,
    private readonly localModels: LocalModels,
    private readonly clock: Clock,
  ) {}

  /** Aliases first. */
  listFor(spender: ListedFor): readonly ListedModel[] {
    const { prices, localModels } = this;
    return listModels(spender, { prices, localModels }, this.clock.nowMs());
  }
}
