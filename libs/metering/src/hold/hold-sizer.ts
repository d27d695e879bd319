import { Injectable } from '@nestjs/common';
import type { Endpoint, ExpectedUsage, Outcome, SealedCall } from '#call';
import type { Nano } from '#kernel';
import { NO_USAGE } from '#wire';
import type { ModelPrice } from '../price-book/price.js';
import { priceOfUsage } from '../price-book/price-of-usage.js';
import { Calibration } from './calibration.js';
import type { OpenHold } from './open-hold.js';
import { OutputHistory } from './output-history.js';
import { outputMost, outputToHold } from './output-to-hold.js';
import { secondsToHold } from './seconds-to-hold.js';

// What costs something in units that a request does not tell still needs room on its counters: a
// reached budget refuses it.
const HOLD_NANO_MIN = 1n;

export interface HoldSize {
  readonly nano: Nano;
  /** The input alone: what a call is charged whose answer nobody saw. */
  readonly inputNano: Nano;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Beyond this no hold has to grow. */
  readonly outputTokensMax: number;
}

/** How much to set aside, learning from what calls turn out to use. */
@Injectable()
export class HoldSizer {
  private readonly calibration = new Calibration();
  private readonly history = new OutputHistory();

  /** Enough for the dearest endpoint that may be tried. */
  size(call: SealedCall, prices: ReadonlyMap<Endpoint, ModelPrice>): HoldSize {
    let size: HoldSize = {
      nano: 0n,
      inputNano: 0n,
      inputTokens: call.expected.inputTokens,
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
    if (!outcome.usage || outcome.isPartial || !outcome.endpoint) return;
    const model = modelName(outcome.endpoint);
    this.calibration.learn(model, call.expected.inputTokens, outcome.usage.inputTotal);
    if (hold.outputTokens > 0) {
      this.history.add(pairOf(call, outcome.endpoint), outcome.usage.outputTotal);
    }
  }

  private sizeAt(call: SealedCall, endpoint: Endpoint, price: ModelPrice): HoldSize {
    const { expected } = call;
    const { model } = endpoint;
    const inputTokens = this.calibration.estimate(modelName(endpoint), expected.inputTokens);
    const mode = call.principal.workload.budget?.mode ?? 'adaptive';
    const output = model !== null && bringsTokens(expected, price) ? expected.output : null;
    const audioOut = output?.spokenTokens ?? 0;
    const outputTokens =
      output && model
        ? audioOut ||
          output.choices *
            outputToHold(output, model, mode, () => this.history.p95(pairOf(call, endpoint)))
        : 0;
    const { images, pages, toolCalls } = expected;
    const seconds = secondsToHold(call);
    const input = { ...NO_USAGE, inputTotal: inputTokens, seconds, pages };
    const made = { outputTotal: outputTokens, audioOut, images, toolCalls };
    const nano = priceOfUsage(price, { ...input, ...made });
    return {
      nano: price.isFree || nano >= HOLD_NANO_MIN ? nano : HOLD_NANO_MIN,
      inputNano: priceOfUsage(price, input),
      inputTokens,
      outputTokens,
      outputTokensMax: output && model ? output.choices * outputMost(output, model) : Infinity,
    };
  }
}

/** Images and transcripts may be priced by the piece alone. */
const bringsTokens = ({ images, seconds }: ExpectedUsage, price: ModelPrice): boolean =>
  images + seconds === 0 || price.rates.has('out') || price.rates.has('audio_out');

const modelName = (endpoint: Endpoint): string =>
  `${endpoint.provider.name}/${endpoint.model?.id ?? ''}`;

const pairOf = (call: SealedCall, endpoint: Endpoint): string =>
  `${call.principal.workload.id} ${modelName(endpoint)}`;
