import { FEATURES, WORD_FEATURES } from '../../../libs/dlp/src/scan/names/features.js';
import { Chain, LABELS, TRANSITIONS } from '../../../libs/dlp/src/scan/names/tagger.js';
import { seeded } from '../../support/seeded.js';
import type { Example } from './examples.js';

export interface TrainSettings {
  readonly bits: number;
  readonly epochs: number;
  readonly rate: number;
  /** Pulls every weight that is touched towards zero. */
  readonly decay: number;
  /** How often the features that name a word are left out. */
  readonly dropout: number;
  readonly seed: number;
}

export interface Weights {
  /** `LABELS` for each row. */
  readonly rows: Float32Array;
  readonly transitions: Float64Array;
}

const EPSILON = 1e-6;

/**
 * A conditional random field, by stochastic gradients with a rate for each weight (AdaGrad).
 * The same examples and settings give the same weights, to the bit.
 */
export function* trainChain(
  examples: readonly Example[],
  settings: TrainSettings,
): Generator<number, Weights> {
  const { bits, epochs, rate, decay, dropout } = settings;
  const rows = new Float32Array(LABELS << bits);
  const squares = new Float32Array(LABELS << bits);
  const transitions = new Float64Array(TRANSITIONS);
  const transitionSquares = new Float64Array(TRANSITIONS);
  const chain = new Chain(transitions);
  const random = seeded(settings.seed);
  const order = Uint32Array.from(examples, (_, index) => index);
  const used = new Int32Array(FEATURES * 64);
  const gradient = new Float64Array(LABELS);
  const stepGradient = new Float64Array(TRANSITIONS);

  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (let turn = 0; turn < order.length; turn++) {
      if (turn % 4_096 === 0) yield (epoch + turn / order.length) / epochs;
      const example = examples[order[turn] as number] as Example;
      const words = example.labels.length;
      chain.scores.fill(0, 0, words * LABELS);
      for (let word = 0; word < words; word++) {
        const drops = dropout > 0 && random() < dropout;
        for (let feature = 0; feature < FEATURES; feature++) {
          const at = word * FEATURES + feature;
          const row = drops && WORD_FEATURES.has(feature) ? -1 : (example.rows[at] as number);
          used[at] = row;
          if (row < 0) continue;
          for (let label = 0; label < LABELS; label++) {
            const place = word * LABELS + label;
            chain.scores[place] =
              (chain.scores[place] as number) + (rows[row * LABELS + label] as number);
          }
        }
      }
      chain.setTransitions(transitions);
      chain.infer(words);
      for (let word = 0; word < words; word++) {
        let error = 0;
        for (let label = 0; label < LABELS; label++) {
          const own = example.labels[word] === label ? 1 : 0;
          const slope = (chain.posteriors[word * LABELS + label] as number) - own;
          gradient[label] = slope;
          error += Math.abs(slope);
        }
        if (error < 1e-3) continue;
        for (let feature = 0; feature < FEATURES; feature++) {
          const row = used[word * FEATURES + feature] as number;
          if (row < 0) continue;
          for (let label = 0; label < LABELS; label++) {
            const place = row * LABELS + label;
            const weight = rows[place] as number;
            const slope = (gradient[label] as number) + decay * weight;
            const square = (squares[place] as number) + slope * slope;
            squares[place] = square;
            rows[place] = weight - (rate * slope) / (Math.sqrt(square) + EPSILON);
          }
        }
      }
      transitionGradient(chain, example.labels, stepGradient);
      for (let at = 0; at < TRANSITIONS; at++) {
        const slope = stepGradient[at] as number;
        transitionSquares[at] = (transitionSquares[at] as number) + slope * slope;
        transitions[at] =
          (transitions[at] as number) -
          (rate * slope) / (Math.sqrt(transitionSquares[at] as number) + EPSILON);
      }
    }
  }
  return { rows, transitions };
}

/** Expected minus true steps of a run, after `infer`. */
function transitionGradient(chain: Chain, labels: Uint8Array, into: Float64Array): void {
  into.fill(0);
  const words = labels.length;
  for (let word = 1; word < words; word++) {
    let total = 0;
    for (let from = 0; from < LABELS; from++) {
      for (let to = 0; to < LABELS; to++) total += chain.stepPosterior(word, from, to);
    }
    for (let from = 0; from < LABELS; from++) {
      for (let to = 0; to < LABELS; to++) {
        add(into, from * LABELS + to, chain.stepPosterior(word, from, to) / total);
      }
    }
    add(into, (labels[word - 1] as number) * LABELS + (labels[word] as number), -1);
  }
  const start = LABELS * LABELS;
  const end = start + LABELS;
  for (let label = 0; label < LABELS; label++) {
    add(into, start + label, chain.posteriors[label] as number);
    add(into, end + label, chain.posteriors[(words - 1) * LABELS + label] as number);
  }
  add(into, start + (labels[0] as number), -1);
  add(into, end + (labels[words - 1] as number), -1);
}

const add = (into: Float64Array, at: number, value: number): void => {
  into[at] = (into[at] as number) + value;
};

function shuffle(order: Uint32Array, random: () => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const kept = order[at] as number;
    order[at] = order[other] as number;
    order[other] = kept;
  }
}
