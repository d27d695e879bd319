import { Injectable } from '@nestjs/common';
import {
  isBackground,
  type Endpoint,
  type ExpectedUsage,
  type Outcome,
  type SealedCall,
} from '#call';
import { Clock, type Nano } from '#kernel';
import { NO_USAGE } from '#wire';
import type { ModelPrice } from '../price-book/price.js';
import { priceAtMost, priceOfUsage } from '../price-book/price-of-usage.js';
import { contextMost } from './bound-usage.js';
import { Calibration } from './calibration.js';
import { CALL_NANO_MIN } from './charge.js';
import { kindsToHold } from './kinds-to-hold.js';
import { namedInputToHold } from './named-input.js';
import type { OpenHold } from './open-hold.js';
import { TokenHistory } from './token-history.js';
import { outputMost, outputToHold } from './output-to-hold.js';
import { secondsToHold } from './seconds-to-hold.js';
import { UnkeptBounds } from './unkept-bounds.js';

export interface HoldSize {
  readonly nano: Nano;
  /** The input alone: what a call is charged whose answer nobody saw. */
  readonly inputNano: Nano;
  readonly inputTokens: number;
  /** Of input that the request brings itself. A limit by the minute knows no more. */
  readonly sentTokens: number;
  readonly outputTokens: number;
  /** Beyond this no hold has to grow. */
  readonly outputTokensMax: number;
}

/** How much to set aside, learning from what calls turn out to use. */
@Injectable()
export class HoldSizer {
  private readonly calibration = new Calibration();
  private readonly history = new TokenHistory();
  private readonly namedHistory = new TokenHistory();
  private readonly unkept: UnkeptBounds;

  constructor(clock: Clock) {
    this.unkept = new UnkeptBounds(clock);
  }

  /** Enough for the dearest endpoint that may be tried. @throws option_unpriced */
  size(call: SealedCall, prices: ReadonlyMap<Endpoint, ModelPrice>): HoldSize {
    let size: HoldSize = {
      nano: 0n,
      inputNano: 0n,
      inputTokens: call.expected.inputTokens,
      sentTokens: call.expected.inputTokens,
      outputTokens: 0,
      outputTokensMax: 0,
    };
    for (const [endpoint, price] of prices) {
      const candidate = this.sizeAt(call, endpoint, price);
      const outputTokensMax = Math.max(size.outputTokensMax, candidate.outputTokensMax);
      size = { ...(candidate.nano >= size.nano ? candidate : size), outputTokensMax };
    }
    return size;
  }

  learn(call: SealedCall, hold: OpenHold, outcome: Outcome): void {
    if (!outcome.usage || outcome.isPartial || outcome.hasEstimates || !outcome.endpoint) return;
    const model = modelName(outcome.endpoint);
    const { inputTokens, named } = call.expected;
    const { inputTotal } = outcome.usage;
    // What was only named says nothing of the estimate of the rest.
    if (named) this.namedHistory.add(pairOf(call, outcome.endpoint), inputTotal);
    else this.calibration.learn(model, inputTokens, inputTotal);
    // A summary is no part of what the caller bounds.
    const output = named === 'passes' ? null : call.expected.output;
    this.unkept.learn(ownModel(call, outcome.endpoint), output, outcome.usage);
    if (hold.outputTokens > 0) {
      this.history.add(pairOf(call, outcome.endpoint), outcome.usage.outputTotal);
    }
  }

  private sizeAt(call: SealedCall, endpoint: Endpoint, price: ModelPrice): HoldSize {
    const { expected } = call;
    const { model } = endpoint;
    // Nothing grows the hold of an answer that comes when its call has ended.
    const mode = isBackground(call.operation)
      ? 'strict'
      : (call.principal.workload.budget?.mode ?? 'adaptive');
    const sentTokens = this.calibration.estimate(modelName(endpoint), expected.inputTokens);
    const namedTokens =
      expected.named && model && !price.isFree
        ? namedInputToHold(expected.named, model, mode, () =>
            this.namedHistory.p95(pairOf(call, endpoint)),
          )
        : 0;
    const inputTokens = Math.max(sentTokens, namedTokens);
    const mostTokens = Math.min(expected.inputTokensMost, contextMost(call.operation, model));
    const heldTokens = mode === 'strict' ? mostTokens : inputTokens;
    const output =
      expected.output && model !== null && bringsTokens(expected, price)
        ? this.unkept.bounded(ownModel(call, endpoint), expected.output)
        : null;
    const usual = () => this.history.p95(pairOf(call, endpoint));
    const { batch } = expected;
    const outputTokens =
      output && model
        ? batch
          ? batch.outputTokens + batch.openChoices * outputToHold(UNBOUNDED, model, mode, usual)
          : output.spokenTokens || output.choices * outputToHold(output, model, mode, usual)
        : 0;
    const { audioTokens, imageTokens, pages, toolCalls } = expected;
    // Where pictures have a price of their own, a model may make one beside its text.
    const images = expected.images || (output && price.rates.has('image') ? output.choices : 0);
    const seconds = secondsToHold(call);
    const parts = { audioIn: audioTokens, imageIn: imageTokens };
    const input = { ...NO_USAGE, inputTotal: inputTokens, ...parts, seconds, pages };
    const made = { outputTotal: outputTokens, images, toolCalls };
    const most = { ...input, ...made, inputTotal: Math.max(inputTokens, heldTokens) };
    const nano = priceAtMost(price, most, kindsToHold(call));
    return {
      nano: price.isFree || nano >= CALL_NANO_MIN ? nano : CALL_NANO_MIN,
      inputNano: priceOfUsage(price, input),
      inputTokens,
      sentTokens,
      outputTokens,
      outputTokensMax: output && model ? output.choices * outputMost(output, model) : Infinity,
    };
  }
}

/** A choice that only its model bounds. */
const UNBOUNDED = { tokensMax: null, choices: 1 } as const;

/** Images and transcripts may be priced by the piece alone. */
const bringsTokens = ({ images, seconds }: ExpectedUsage, price: ModelPrice): boolean =>
  images + seconds === 0 || price.rates.has('out') || price.rates.has('audio_out');

const modelName = (endpoint: Endpoint): string =>
  `${endpoint.provider.name}/${endpoint.model?.id ?? ''}`;

const ownModel = (call: SealedCall, endpoint: Endpoint): string =>
  `${call.principal.organisation.id} ${modelName(endpoint)}`;

const pairOf = (call: SealedCall, endpoint: Endpoint): string =>
  `${call.principal.workload.id} ${modelName(endpoint)}`;
