import {
  batchOf,
  isBackground,
  type Charge,
  type MeteredCall,
  type Outcome,
  type Spent,
} from '#call';
import type { Nano } from '#kernel';
import { NO_USAGE, sumUsage, type Usage } from '#wire';
import type { ModelPrice } from '../price-book/price.js';
import { priceServed, tierOfCharge } from '../price-book/tier-prices.js';
import { priceOfUsage } from '../price-book/price-of-usage.js';
import { imagesMost } from './bound-usage.js';
import { NO_PROGRESS, progressTokens, speechTokens, type OpenHold } from './open-hold.js';
import { secondsToHold } from './seconds-to-hold.js';

/**
 * The most that a call may hold or cost: a million, in any currency, is beyond every real one. An
 * amount that its column cannot hold would take the whole batch with it.
 */
export const CALL_NANO_MAX: Nano = 10n ** 15n;

// What costs something in units that a request does not tell still needs room on its counters: a
// reached budget refuses it.
export const CALL_NANO_MIN: Nano = 1n;

/**
 * Resolves a hold. The provider's own count wins, zero included; without it, what was seen of the
 * answer; without any answer, the input that the provider may have billed. What was spent beside it is
 * added, each at the price of its own endpoint.
 */
export function chargeOf(call: MeteredCall, hold: OpenHold, outcome: Outcome): Charge {
  const answered = chargeOfAnswer(call, hold, outcome);
  return outcome.spent.reduce((charge, spent) => withSpent(call, hold, charge, spent), answered);
}

function withSpent(call: MeteredCall, hold: OpenHold, charge: Charge, spent: Spent): Charge {
  const price = hold.prices.get(spent.endpoint); // Nobody told the tier, so that which was asked for.
  const due = spent.usage ?? usageSoFar(call, { ...hold, progress: NO_PROGRESS }, false);
  const sum = charge.nano + (price ? dueOf(price, due) : 0n);
  const nano = sum > CALL_NANO_MAX ? CALL_NANO_MAX : sum;
  const isFirst = charge.kind === 'void';
  const source = spent.usage ? 'partial' : 'estimated';
  const isPaid = charge.basis !== 'none' && charge.basis !== 'free';
  const basis = spent.usage ? 'usage' : 'input_estimate';
  return {
    ...charge,
    kind: 'settle',
    nano,
    overrunNano: nano > charge.holdNano ? nano - charge.holdNano : 0n,
    priceVersion: charge.priceVersion ?? price?.version ?? null,
    usage: sumUsage([charge.usage, due]),
    usageSource: isFirst
      ? source
      : charge.usageSource === 'provider'
        ? 'partial'
        : charge.usageSource,
    basis: isPaid || !price ? charge.basis : price.isFree ? 'free' : basis,
  };
}

function chargeOfAnswer(call: MeteredCall, hold: OpenHold, outcome: Outcome): Charge {
  const asked = outcome.endpoint ? hold.prices.get(outcome.endpoint) : undefined;
  const price = asked && priceServed(asked, outcome.tier);
  const holdNano = hold.nano + hold.progress.topUpNano;
  const base = {
    holdNano,
    overrunNano: 0n,
    priceVersion: price?.version ?? null,
    ...tierOfCharge(price),
    currency: call.principal.organisation.currency,
  };
  if (outcome.billable === 'nothing' && !outcome.usage) {
    return { ...base, kind: 'void', nano: 0n, usage: NO_USAGE, usageSource: 'none', basis: 'none' };
  }
  // Of a batch that nobody can ask about, nobody knows what its answer counts.
  const isTold = outcome.usage && !batchOf(call.operation);
  if (isBackground(call.operation) && !isTold) return chargeInFull(call, hold, base, price);
  const counted = countUsage(call, hold, outcome);
  const nano = price ? dueOf(price, counted.usage) : 0n;
  return {
    ...base,
    ...counted,
    kind: 'settle',
    nano,
    overrunNano: nano > holdNano ? nano - holdNano : 0n,
    basis: !price ? 'none' : price.isFree ? 'free' : counted.basis,
  };
}

/** The provider may be at work on it, and nobody knows under which id. */
function chargeInFull(
  call: MeteredCall,
  hold: OpenHold,
  base: Pick<Charge, 'holdNano' | 'overrunNano' | 'priceVersion' | 'currency'>,
  price: ModelPrice | undefined,
): Charge {
  const usage = { ...usageSoFar(call, hold, true), outputTotal: hold.outputTokens };
  const basis = !price ? 'none' : price.isFree ? 'free' : 'bound';
  const nano = price?.isFree ? 0n : base.holdNano;
  return { ...base, kind: 'settle', nano, usage, usageSource: 'estimated', basis };
}

/** What is not free costs something, also in units that nobody told: as its hold does. */
export function dueOf(price: ModelPrice, usage: Usage): Nano {
  const due = priceOfUsage(price, usage);
  if (due > CALL_NANO_MAX) return CALL_NANO_MAX;
  return due > 0n || price.isFree ? due : CALL_NANO_MIN;
}

/** With the pictures that came: no provider counts those that a model makes beside its text. */
function countUsage(call: MeteredCall, hold: OpenHold, outcome: Outcome): Counted {
  const counted = countTokens(call, hold, outcome);
  const images = Math.min(hold.progress.images, imagesMost(call.expected));
  if (images <= counted.usage.images) return counted;
  return { ...counted, usage: { ...counted.usage, images } };
}

type Counted = Pick<Charge, 'usage' | 'usageSource' | 'basis'>;

function countTokens(call: MeteredCall, hold: OpenHold, outcome: Outcome): Counted {
  if (outcome.usage && !outcome.isPartial) {
    const usageSource = outcome.hasEstimates ? 'partial' : 'provider';
    return { usage: outcome.usage, usageSource, basis: 'usage' };
  }
  const { progress } = hold;
  if (outcome.usage) {
    // Its last word may be that of its first frame: what came since is not in it.
    const since = progressTokens(progress) - progress.countedTokens;
    const usage = { ...outcome.usage, outputTotal: outcome.usage.outputTotal + since };
    return { usage, usageSource: 'partial', basis: 'usage' };
  }
  const isAnswered = outcome.billable === 'answer';
  const usage = usageSoFar(call, hold, isAnswered);
  return { usage, usageSource: 'estimated', basis: isAnswered ? 'progress' : 'input_estimate' };
}

/** What a call has used, by the gateway's own reading. @param isAnswered an answer has begun */
export function usageSoFar(
  { expected, principal }: MeteredCall,
  { inputTokens, progress }: OpenHold,
  isAnswered: boolean,
): Usage {
  const { audioTokens, imageTokens, images, pages, toolCalls, output } = expected;
  const spokenTokens = isAnswered ? (output?.spokenTokens ?? 0) : 0;
  return {
    ...NO_USAGE,
    inputTotal: inputTokens,
    audioIn: audioTokens,
    imageIn: imageTokens,
    outputTotal: Math.max(progressTokens(progress), spokenTokens),
    audioOut: Math.max(speechTokens(progress), spokenTokens),
    images: isAnswered ? images : 0,
    seconds: secondsToHold({ expected, principal }),
    pages,
    toolCalls: isAnswered ? toolCalls : 0,
  };
}
