import { EVIDENCE_ROWS } from '../../../libs/dlp/src/scan/names/evidence.js';
import { Chain, LABELS } from '../../../libs/dlp/src/scan/names/tagger.js';
import { seeded } from '../../support/seeded.js';

/** A run as a model that had not seen its text scored it, with what its words' other places say. */
export interface ScoredExample {
  /** `LABELS` for each word. */
  readonly scores: Float32Array;
  /** Two rows for each word. */
  readonly rows: Int32Array;
  readonly labels: Uint8Array;
  /** Of the model that scored it. */
  readonly transitions: Float64Array;
}

const EPOCHS = 6;
const RATE = 0.1;
const DECAY = 1e-4;
const EPSILON = 1e-6;

/** What the other places of a word add to its scores; the scores themselves stay as they are. */
export function trainEvidence(examples: readonly ScoredExample[], seed: number): Float32Array {
  const weights = new Float32Array(EVIDENCE_ROWS * LABELS);
  const squares = new Float64Array(weights.length);
  const random = seeded(seed);
  const order = examples.map((example) => ({ example, key: 0 }));
  const chain = new Chain(new Float64Array(LABELS * LABELS + 2 * LABELS));
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const entry of order) entry.key = random();
    order.sort((a, b) => a.key - b.key);
    for (const { example } of order) learn(example, chain, weights, squares);
  }
  return weights;
}

function learn(
  { scores, rows, labels, transitions }: ScoredExample,
  chain: Chain,
  weights: Float32Array,
  squares: Float64Array,
): void {
  const words = labels.length;
  chain.setTransitions(transitions);
  for (let at = 0; at < words * LABELS; at++) {
    const word = Math.floor(at / LABELS);
    const label = at % LABELS;
    chain.scores[at] =
      (scores[at] as number) +
      (weights[(rows[2 * word] as number) * LABELS + label] as number) +
      (weights[(rows[2 * word + 1] as number) * LABELS + label] as number);
  }
  chain.infer(words);
  for (let index = 0; index < 2 * words; index++) {
    const row = rows[index] as number;
    if (row === 0) continue; // It says nothing, and is to go on saying nothing.
    const word = index >> 1;
    for (let label = 0; label < LABELS; label++) {
      const at = row * LABELS + label;
      const own = labels[word] === label ? 1 : 0;
      const slope =
        (chain.posteriors[word * LABELS + label] as number) - own + DECAY * (weights[at] as number);
      squares[at] = (squares[at] as number) + slope * slope;
      weights[at] = (weights[at] as number) - (RATE * slope) / (Math.sqrt(squares[at]) + EPSILON);
    }
  }
}
