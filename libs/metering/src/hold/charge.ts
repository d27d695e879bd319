import type { Charge, MeteredCall, Outcome } from '#call';
import type { Nano } from '#kernel';
import { NO_USAGE, type Usage } from '#wire';
import { priceOfUsage } from '../price-book/price-of-usage.js';
import { progressTokens, type OpenHold } from './open-hold.js';
import { secondsToHold } from './seconds-to-hold.js';

/**
 * The most that a call may hold or cost: a million, in any currency, is beyond every real one. An
 * amount that its column cannot hold would take the whole batch with it.
 */
export const CALL_NANO_MAX: Nano = 10n ** 15n;

/**
 * Resolves a hold. The provider's own count wins, zero included; without it, what was seen of the
 * answer; without any answer, the input that the provider may have billed.
 */
export function chargeOf(call: MeteredCall, hold: OpenHold, outcome: Outcome): Charge {
  const price = outcome.endpoint ? hold.prices.get(outcome.endpoint) : undefined;
  const holdNano = hold.nano + hold.progress.topUpNano;
  const base = {
    holdNano,
    overrunNano: 0n,
    priceVersion: price?.version ?? null,
    currency: call.principal.organisation.currency,
  };
  if (outcome.billable === 'nothing' && !outcome.usage) {
    return { ...base, kind: 'void', nano: 0n, usage: NO_USAGE, usageSource: 'none', basis: 'none' };
  }
  const counted = countUsage(call, hold, outcome);
  const due = price ? priceOfUsage(price, counted.usage) : 0n;
  const nano = due < CALL_NANO_MAX ? due : CALL_NANO_MAX;
  return {
    ...base,
    ...counted,
    kind: 'settle',
    nano,
    overrunNano: nano > holdNano ? nano - holdNano : 0n,
    basis: !price ? 'none' : price.isFree ? 'free' : counted.basis,
  };
}

function countUsage(
  call: MeteredCall,
  hold: OpenHold,
  outcome: Outcome,
): Pick<Charge, 'usage' | 'usageSource' | 'basis'> {
  if (outcome.usage) {
    const usageSource = outcome.isPartial ? 'partial' : 'provider';
    return { usage: outcome.usage, usageSource, basis: 'usage' };
  }
  const { images, pages, toolCalls, output } = call.expected;
  const isAnswered = outcome.billable === 'answer';
  const audioOut = isAnswered ? (output?.spokenTokens ?? 0) : 0;
  const usage: Usage = {
    ...NO_USAGE,
    inputTotal: hold.inputTokens,
    outputTotal: Math.max(progressTokens(hold.progress), audioOut),
    audioOut,
    images: isAnswered ? images : 0,
    seconds: secondsToHold(call),
    pages,
    toolCalls: isAnswered ? toolCalls : 0,
  };
  const basis = isAnswered ? 'progress' : 'input_estimate';
  return { usage, usageSource: 'estimated', basis };
}
