import { Injectable } from '@nestjs/common';
import type { MeteredCall } from '#call';
import { refuse, type Nano } from '#kernel';
import { NO_USAGE } from '#wire';
import { CounterStore } from '../admission/counter-store.js';
import { priceOfUsage } from '../price-book/price-of-usage.js';
import { progressTokens, type OpenHold } from './open-hold.js';
import { TOP_UP_AT, TOP_UP_TOKENS } from './output-to-hold.js';
import { ProgressBook } from './progress-book.js';

const NOTE_EVERY_TOKENS = 64; // Progress is saved every few seconds; noting each word is waste.

/** Lets the hold of a running stream grow with its answer. */
@Injectable()
export class HoldGrowth {
  constructor(
    private readonly store: CounterStore,
    private readonly book: ProgressBook,
  ) {}

  /** @throws budget_reached when a top-up was refused and the workload wants such streams cut */
  keepUp(call: MeteredCall, hold: OpenHold): Promise<void> | undefined {
    const { progress } = hold;
    const tokens = progressTokens(progress);
    if (tokens - progress.notedTokens >= NOTE_EVERY_TOKENS) {
      progress.notedTokens = tokens;
      this.book.note(call.callId, costOf(hold, hold.inputTokens, tokens), tokens);
    }
    const held = hold.outputTokens + progress.topUpTokens;
    const room = hold.outputTokensMax - held;
    if (hold.nano === 0n || progress.isExhausted || room <= 0) return undefined;
    if (tokens <= held * TOP_UP_AT) return undefined;
    return this.topUp(call, hold, Math.min(TOP_UP_TOKENS, room));
  }

  forget(call: MeteredCall): void {
    this.book.forget(call.callId);
  }

  private async topUp(call: MeteredCall, hold: OpenHold, tokens: number): Promise<void> {
    const nano = costOf(hold, 0, tokens);
    // An unreachable store is no reason to cut an answer that is already under way.
    const held = { callId: call.callId, organisationId: call.principal.organisation.id };
    const fits = await this.store.topUp(held, nano, hold.counters).catch(() => false);
    if (fits) {
      hold.progress.topUpNano += nano;
      hold.progress.topUpTokens += tokens;
      return;
    }
    hold.progress.isExhausted = true;
    if (call.principal.workload.onExhausted === 'cut') {
      throw refuse('budget_reached', { message: 'The budget was reached while the answer came.' });
    }
  }
}

/** At the dearest price of the hold's endpoints. */
function costOf(hold: OpenHold, inputTotal: number, outputTotal: number): Nano {
  let most = 0n;
  for (const price of hold.prices.values()) {
    const nano = priceOfUsage(price, { ...NO_USAGE, inputTotal, outputTotal });
    if (nano > most) most = nano;
  }
  return most;
}
