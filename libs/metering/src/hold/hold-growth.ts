import { Injectable } from '@nestjs/common';
import type { MeteredCall } from '#call';
import { refuse, type GatewayError, type Nano } from '#kernel';
import { NO_USAGE } from '#wire';
import { Admission } from '../admission/admission.js';
import type { ModelPrice } from '../price-book/price.js';
import { priceAtMost, priceOfUsage } from '../price-book/price-of-usage.js';
import { CALL_NANO_MAX, usageSoFar } from './charge.js';
import { progressTokens, type OpenHold } from './open-hold.js';
import { TOP_UP_AT, TOP_UP_LEAST_TOKENS, TOP_UP_TOKENS } from './output-to-hold.js';
import { kindsToHold } from './kinds-to-hold.js';
import { ProgressBook } from './progress-book.js';

const NOTE_EVERY_TOKENS = 64; // Progress is saved every few seconds; noting each word is waste.

const CUT = 'The answer was cut: no money is left for the rest of it.';

/** Lets the hold of a running stream grow with its answer. */
@Injectable()
export class HoldGrowth {
  constructor(
    private readonly admission: Admission,
    private readonly book: ProgressBook,
  ) {}

  /** @throws the refusal of the counter that is used up, where the workload wants such streams cut */
  keepUp(call: MeteredCall, hold: OpenHold): Promise<void> | undefined {
    const { progress } = hold;
    const tokens = progressTokens(progress);
    // The next frames will bring about as much, and it must fit, too.
    const next = tokens + tokens - progress.seenTokens;
    progress.seenTokens = tokens;
    if (tokens - progress.notedTokens >= NOTE_EVERY_TOKENS) {
      progress.notedTokens = tokens;
      this.book.note(call.callId, costSoFar(call, hold), tokens);
    }
    const held = heldTokens(hold);
    if (hold.counters.length === 0 || held >= hold.outputTokensMax) return undefined;
    if (!progress.isExhausted) {
      return tokens > held * TOP_UP_AT ? this.topUp(call, hold) : undefined;
    }
    const isCut = call.principal.workload.onExhausted === 'cut';
    return isCut && next >= held ? this.topUpOrCut(call, hold, next) : undefined;
  }

  forget(call: MeteredCall): void {
    this.book.forget(call.callId);
  }

  /** What is left of a budget is used up to its end, and once more what others have given back. */
  private async topUpOrCut(call: MeteredCall, hold: OpenHold, next: number): Promise<void> {
    await this.topUp(call, hold);
    if (next >= heldTokens(hold)) throw await this.limitReached(call, hold);
  }

  /** As the next call would be refused. */
  private async limitReached(call: MeteredCall, hold: OpenHold): Promise<GatewayError> {
    const least = priceOfMore(call, hold, TOP_UP_LEAST_TOKENS);
    const error = await this.admission
      .limitOf(growing(call), hold.counters, least)
      // Whoever cannot be asked gives no more room, and says no more than that.
      .catch(() => undefined);
    if (!error) return refuse('budget_reached', { message: CUT });
    return refuse(error.key, { ...error.details, message: `${CUT} ${error.message}` });
  }

  private async topUp(call: MeteredCall, hold: OpenHold): Promise<void> {
    const tokens = Math.min(TOP_UP_TOKENS, hold.outputTokensMax - heldTokens(hold));
    const nano = priceOfMore(call, hold, tokens);
    const least = priceOfMore(call, hold, Math.min(tokens, TOP_UP_LEAST_TOKENS));
    // An unreachable store is no reason to end an answer that is within its hold.
    const grown = await this.admission
      .topUp(growing(call), { nano, least }, hold.counters)
      .catch(() => 0n);
    hold.progress.isExhausted = grown < nano;
    hold.progress.topUpNano += grown;
    hold.progress.topUpTokens += grown < nano ? Number((BigInt(tokens) * grown) / nano) : tokens;
  }
}

const growing = ({ callId, principal }: MeteredCall) => ({
  callId,
  organisationId: principal.organisation.id,
});

const heldTokens = ({ outputTokens, progress }: OpenHold): number =>
  outputTokens + progress.topUpTokens;

function costSoFar(call: MeteredCall, hold: OpenHold): Nano {
  const usage = usageSoFar(call, hold, true);
  return dearest(hold, (price) => priceOfUsage(price, usage));
}

/** Of so many tokens of output, beyond what is held. */
function priceOfMore(call: MeteredCall, hold: OpenHold, tokens: number): Nano {
  const kinds = kindsToHold(call);
  const input = { ...NO_USAGE, inputTotal: hold.inputTokens };
  const more = { ...input, outputTotal: tokens };
  return dearest(
    hold,
    (price) => priceAtMost(price, more, kinds) - priceAtMost(price, input, kinds),
  );
}

/** Of the hold's endpoints. */
function dearest(hold: OpenHold, nanoOf: (price: ModelPrice) => Nano): Nano {
  let most = 0n;
  for (const price of hold.prices.values()) {
    const nano = nanoOf(price);
    if (nano > most) most = nano;
  }
  return most < CALL_NANO_MAX ? most : CALL_NANO_MAX;
}
