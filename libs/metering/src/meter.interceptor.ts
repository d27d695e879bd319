import { Injectable } from '@nestjs/common';
import {
  EndedCalls,
  isBackground,
  Interceptor,
  isLimited,
  type Endpoint,
  type Entered,
  type MeteredCall,
  type Outcome,
  type SealedCall,
} from '#call';
import { Clock, refuse, type GatewayError } from '#kernel';
import { answerReaders, type Protocol, type ReplyFrame } from '#wire';
import { Admission } from './admission/admission.js';
import type { AdmissionRequest, Admitted, Verdict } from './admission/admission-request.js';
import { countersOf, hasNothingToPay, onCredit } from './admission/counters.js';
import { PeriodTime } from './admission/period-time.js';
import { rateHeaders } from './admission/rate-window.js';
import { boundOutcome, requestBytes } from './hold/bound-usage.js';
import { NOTHING_HELD, settleCached } from './hold/cached-charge.js';
import { writeTerms } from './hold/background-terms.js';
import { CALL_NANO_MAX, chargeOf } from './hold/charge.js';
import { fillOutcome } from './hold/fill-outcome.js';
import { HoldGrowth } from './hold/hold-growth.js';
import { HoldSizer } from './hold/hold-sizer.js';
import { NO_PROGRESS, progressTokens, type OpenHold } from './hold/open-hold.js';
import { PriceBook } from './price-book/price-book.js';
import type { ModelPrice } from './price-book/price.js';
import { priceOfBatch } from './price-book/batch-price.js';
import { findMissingUnit } from './price-book/needed-unit.js';
import { priceAsked } from './price-book/tier-prices.js';

const SETTLING_MS_MAX = 500; // An outcome takes some ten; a refusal need not wait for an outage.
const HOLD_TOKENS_MAX = 1_000_000_000;
const TOO_MUCH = { message: 'The request asks for more output than can be held on a budget.' };

/** Meter: prices the call, holds the money before dispatch, and settles it once at the end. */
@Injectable()
export class MeterInterceptor extends Interceptor<SealedCall, MeteredCall> {
  private readonly periodTime = new PeriodTime();

  constructor(
    private readonly prices: PriceBook,
    private readonly sizer: HoldSizer,
    private readonly admission: Admission,
    private readonly growth: HoldGrowth,
    private readonly endedCalls: EndedCalls,
    private readonly clock: Clock,
  ) {
    super();
  }

  async enter(call: SealedCall): Promise<Entered<MeteredCall>> {
    const priced = this.pricedEndpoints(call);
    const isKept = call.cache.answer !== null;
    const size = isKept ? NOTHING_HELD : this.sizer.size(call, priced);
    const allTokens = size.sentTokens + size.outputTokens;
    if (size.nano > CALL_NANO_MAX || allTokens > HOLD_TOKENS_MAX)
      throw refuse('field_invalid', TOO_MUCH);
    // A limit by the minute is none of what a provider works off in a day.
    const tokens = call.expected.batch ? 0 : allTokens;
    const { organisation, workload } = call.principal;
    const atMs = this.periodTime.read(call.receivedAtMs, call.startedMs);
    const isFree = isKept || !mayCost(priced);
    if (!isFree && hasNothingToPay(organisation, atMs)) {
      throw refuse('plan_missing', { gw: { limit: { counter: 'plan' } } });
    }
    const counters = isFree ? [] : countersOf(organisation, workload, atMs);
    const request: AdmissionRequest = {
      id: call.callId,
      organisationId: organisation.id,
      workloadId: workload.id,
      holdNano: size.nano,
      counters,
      otherwise: onCredit(counters, organisation),
      rpm: workload.rpm,
      tpm: workload.tpm,
      tokens,
      priceVersion: priced.values().next().value?.version ?? null,
      context: call.seal.context,
      // What goes on without its call is charged in full where nobody can ask how it went.
      progressNano: isBackground(call.operation) ? size.nano : size.inputNano,
    };
    const verdict = await this.admit(request);
    if (!verdict.isAdmitted) throw verdict.error;
    const hold: OpenHold = {
      nano: size.nano,
      inputTokens: size.inputTokens,
      outputTokens: size.outputTokens,
      reservedTokens: tokens,
      outputTokensMax: size.outputTokensMax,
      requestBytes: call.expected.batch ? call.expected.inputTokensMost : requestBytes(call.body),
      endpoints: [...priced.keys(), ...modelless(call)],
      rateHeaders: this.rateHeadersOf(request, verdict),
      counters: verdict.counters,
      prices: priced,
      slot: verdict.slot,
      progress: { ...NO_PROGRESS },
    };
    return this.entered({ ...call, hold }, hold);
  }

  /**
   * A caller who has read an answer to its end may call again before that one is settled. What would
   * not fit beside it waits until it is.
   */
  private async admit(request: AdmissionRequest): Promise<Verdict> {
    const { organisationId } = request;
    const hadEnded = this.endedCalls.has(organisationId);
    const verdict = await this.admission.admit(request);
    if (verdict.isAdmitted || !isForMoney(request, verdict.error)) return verdict;
    const recorded = this.endedCalls.recorded(organisationId);
    // One that stood in the way may have been settled while the refusal was on its way here.
    if (!recorded) return hadEnded ? this.admission.admit(request) : verdict;
    const waiting = new AbortController();
    await Promise.race([recorded, this.clock.sleep(SETTLING_MS_MAX, waiting.signal)]);
    waiting.abort();
    return this.admission.admit(request);
  }

  private rateHeadersOf(request: AdmissionRequest, { window }: Admitted): Record<string, string> {
    const own = { requests: 1, tokens: request.tokens };
    return window ? rateHeaders(request, window, own, this.clock.nowMs()) : {};
  }

  private entered(call: MeteredCall, hold: OpenHold): Entered<MeteredCall> {
    return {
      call,
      ...(call.cache.answer === null && {
        watch: (frame: ReplyFrame, protocol: Protocol) => countAnswer(hold, frame, protocol),
        ready: () => this.growth.keepUp(call, hold),
      }),
      leave: (outcome) => this.settle(call, hold, outcome),
    };
  }

  private settle(call: MeteredCall, hold: OpenHold, claimed: Outcome): Outcome {
    if (call.cache.answer) return settleCached(call, hold, claimed);
    this.growth.forget(call);
    if (claimed.background) {
      const terms = writeTerms(call, hold, claimed);
      return { ...claimed, background: { ...claimed.background, terms } };
    }
    const told = fillOutcome(call, hold, claimed);
    const outcome = boundOutcome(call, hold, told);
    // Nothing is learnt from nonsense.
    if (outcome === told) this.sizer.learn(call, hold, outcome);
    const charge = chargeOf(call, hold, outcome);
    const { organisation, workload } = call.principal;
    if (workload.tpm !== null && !call.expected.batch) {
      const { inputTotal, outputTotal } = charge.usage;
      const tokens = inputTotal + outputTotal - hold.reservedTokens;
      const of = { organisationId: organisation.id, workloadId: workload.id };
      this.admission.correct({ ...of, slot: hold.slot, tokens });
    }
    return { ...outcome, charge };
  }

  /** Endpoints without a price are left out; when none is left the call is refused. */
  private pricedEndpoints(call: SealedCall): ReadonlyMap<Endpoint, ModelPrice> {
    const priced = new Map<Endpoint, ModelPrice>();
    const { organisation } = call.principal;
    const { tier, batch } = call.expected;
    let hasOtherTiers = false;
    let missing: string | undefined;
    for (const endpoint of call.route.endpoints) {
      const { provider, model } = endpoint;
      if (!model) continue;
      const listed = this.prices.priceOf(organisation.id, provider.name, model.id);
      if (!listed) continue;
      const lacked = findMissingUnit(call.operation.kind, listed);
      if (lacked !== undefined) {
        missing = lacked;
        continue;
      }
      const price = priceAsked(listed, tier, provider.family);
      if (price) priced.set(endpoint, batch ? priceOfBatch(price, batch) : price);
      // Nobody's money is kept: the spending is told at the price that there is.
      else if (!isLimited(call.principal)) priced.set(endpoint, listed);
      else hasOtherTiers = true;
    }
    if (priced.size > 0 || modelless(call).length > 0) return priced;
    if (hasOtherTiers) throw tierUnpriced(call);
    if (missing !== undefined) throw unpriced(call, `has no price for ${missing}`);
    throw this.refuseUnpriced(call);
  }

  private refuseUnpriced(call: SealedCall) {
    const name = call.requestedModel ?? '';
    // A provider that lists its models and does not list this one: the caller mistyped it.
    const isUnknown = call.route.endpoints.every(
      ({ provider, model }) => provider.models.size > 0 && !model?.isListed,
    );
    if (isUnknown) {
      return refuse('model_unknown', {
        param: 'model',
        message: `There is no model ${name}. GET /v1/models lists those of this key.`,
      });
    }
    return unpriced(call, 'has no price');
  }
}

const unpriced = ({ requestedModel }: SealedCall, lack: string): GatewayError =>
  refuse('price_unavailable', {
    param: 'model',
    message: `The model ${requestedModel ?? ''} ${lack}, so it cannot be served. An operator adds one in the settings file or with: npx gw price import.`,
  });

/** As no price at all: what nobody can charge is not served. */
function tierUnpriced({ expected, operation, requestedModel }: SealedCall): GatewayError {
  const isGemini = operation.kind === 'chat' && operation.protocol === 'gemini';
  const param = expected.tier === 'fast' ? 'speed' : isGemini ? 'serviceTier' : 'service_tier';
  return refuse('option_unpriced', {
    param,
    message: `The model ${requestedModel ?? ''} has no price for the tier ${expected.tier}, so it is not served at it while a budget, a cap or credit applies. Leave out ${param}; an operator adds the price in the settings file or with: npx gw price import.`,
  });
}

/** Refused by a limit that another call may leave room in when it is settled. */
const isForMoney = ({ counters, otherwise }: AdmissionRequest, { key }: GatewayError): boolean =>
  [...counters, ...(otherwise ?? [])].some(({ refusal }) => refusal === key);

/** Only what is priced free stands on no counter, so that a reached budget does not stop it. */
const mayCost = (priced: ReadonlyMap<Endpoint, ModelPrice>): boolean =>
  [...priced.values()].some((price) => !price.isFree);

const modelless = (call: SealedCall): readonly Endpoint[] =>
  call.route.endpoints.filter((endpoint) => endpoint.model === null);

/** What the provider has said so far, for when it never tells its usage. */
function countAnswer({ progress }: OpenHold, frame: ReplyFrame, protocol: Protocol): ReplyFrame {
  const { text, speech, images = 0 } = answerReaders[protocol].lengthOf(frame);
  progress.received += (frame.document?.text ?? frame.raw ?? '').length;
  progress.characters += text;
  progress.speechCharacters += speech;
  progress.images += images;
  // One that counts no output yet, as some begin with, has counted nothing of what was said.
  if (frame.events.some((event) => event.type === 'usage' && event.usage.outputTotal > 0)) {
    progress.countedTokens = progressTokens(progress);
  }
  return frame;
}
