import { SEGMENT_MAX } from './segments.js';

/** What a word is a part of. */
export const NO_NAME = 0;
export const PERSON = 1;
export const PLACE = 2;
export const ORGANISATION_NAME = 3;
export const LABELS = 4;

/** Weights are kept in sixteenths: a byte holds -8 to 8, more than training ever gives a feature. */
export const WEIGHT_SCALE = 16;

/** From each label to each, then from the beginning to each, then from each to the end. */
export const TRANSITIONS = LABELS * LABELS + 2 * LABELS;
const FROM_START = LABELS * LABELS;
const TO_END = FROM_START + LABELS;

/**
 * A linear chain over the words of a segment. Scores are sums of weights; what comes out is how
 * probable each label is for each word, given the whole segment (forward-backward in plain numbers,
 * scaled at each word so that nothing overflows).
 */
export class Chain {
  /** Of each word, the exponentials of the scores of its labels; filled by the caller. */
  readonly scores = new Float64Array(SEGMENT_MAX * LABELS);
  /** Of each word, the probabilities of its labels. */
  readonly posteriors = new Float64Array(SEGMENT_MAX * LABELS);
  private readonly forward = new Float64Array(SEGMENT_MAX * LABELS);
  private readonly backward = new Float64Array(SEGMENT_MAX * LABELS);
  private readonly steps = new Float64Array(TRANSITIONS);

  /** @param transitions scores of steps from label to label */
  constructor(transitions: Float32Array | Float64Array) {
    this.setTransitions(transitions);
  }

  setTransitions(transitions: Float32Array | Float64Array): void {
    for (let at = 0; at < TRANSITIONS; at++) this.steps[at] = Math.exp(transitions[at] as number);
  }

  /** Reads `length` words from `scores`, which are not exponentials yet. */
  infer(length: number): void {
    const { scores, forward, backward, steps, posteriors } = this;
    for (let word = 0; word < length; word++) {
      const at = word * LABELS;
      let most = scores[at] as number;
      for (let label = 1; label < LABELS; label++)
        most = Math.max(most, scores[at + label] as number);
      let sum = 0;
      for (let label = 0; label < LABELS; label++) {
        const own = Math.exp((scores[at + label] as number) - most);
        scores[at + label] = own;
        let reached = 0;
        if (word === 0) reached = steps[FROM_START + label] as number;
        else {
          for (let from = 0; from < LABELS; from++) {
            reached +=
              (forward[at - LABELS + from] as number) * (steps[from * LABELS + label] as number);
          }
        }
        const value = reached * own;
        forward[at + label] = value;
        sum += value;
      }
      for (let label = 0; label < LABELS; label++) {
        forward[at + label] = (forward[at + label] as number) / sum;
      }
    }
    const last = (length - 1) * LABELS;
    for (let label = 0; label < LABELS; label++) {
      backward[last + label] = steps[TO_END + label] as number;
    }
    for (let word = length - 1; word >= 0; word--) {
      const at = word * LABELS;
      let sum = 0;
      for (let label = 0; label < LABELS; label++) {
        const value = (forward[at + label] as number) * (backward[at + label] as number);
        posteriors[at + label] = value;
        sum += value;
      }
      for (let label = 0; label < LABELS; label++) {
        posteriors[at + label] = (posteriors[at + label] as number) / sum;
      }
      if (word > 0) this.stepBack(at);
    }
  }

  /** The expected number of a step from `from` (at `word - 1`) to `to` (at `word`), after `infer`. */
  stepPosterior(word: number, from: number, to: number): number {
    const { scores, forward, backward, steps } = this;
    const at = word * LABELS;
    return (
      (forward[at - LABELS + from] as number) *
      (steps[from * LABELS + to] as number) *
      (scores[at + to] as number) *
      (backward[at + to] as number)
    );
  }

  private stepBack(at: number): void {
    const { scores, backward, steps } = this;
    let sum = 0;
    for (let from = 0; from < LABELS; from++) {
      let value = 0;
      for (let to = 0; to < LABELS; to++) {
        value +=
          (steps[from * LABELS + to] as number) *
          (scores[at + to] as number) *
          (backward[at + to] as number);
      }
      backward[at - LABELS + from] = value;
      sum += value;
    }
    for (let from = 0; from < LABELS; from++) {
      backward[at - LABELS + from] = (backward[at - LABELS + from] as number) / sum;
    }
  }
}
