import type { Runtime } from '../../runtime.js';
import type { QuestionJob, QuestionResult, TypedJob, TypedModel } from '../jobs.js';
import type { NliPairAdapter } from '../manifest/adapter.js';
import type { AnswerMap } from '../manifest/calibration.js';
import { softmax } from '../probabilities.js';
import type { TextPieces } from '../text/text-pieces.js';
import { letterShare, resultOf } from './answers.js';
import { Graph, int64 } from './open-graph.js';

const SIGN = {
  inputs: ['input_ids'],
  optional: ['attention_mask', 'token_type_ids'],
  outputs: ['logits'],
};
/** Of what a question and its option may take of a sequence: the state gets the rest. */
const HYPOTHESIS_SHARE = 0.5;
const HYPOTHESIS_PIECES = 128;

/**
 * A model of an operator's that tells whether a text entails a hypothesis. Each option is a hypothesis of its own
 * and each pair a run of its own, without padding: nothing else of the request can move an answer.
 */
export class NliPairReader implements TypedModel<TypedJob, readonly QuestionResult[]> {
  private constructor(
    private readonly graph: Graph,
    private readonly pieces: TextPieces,
    private readonly adapter: NliPairAdapter,
    private readonly maps: readonly AnswerMap[],
  ) {}

  /** @throws UnusableLocalModel */
  static async open(
    model: Buffer,
    pieces: TextPieces,
    { adapter, maps }: { readonly adapter: NliPairAdapter; readonly maps: readonly AnswerMap[] },
    runtime: Runtime,
    threads: number,
  ): Promise<NliPairReader> {
    const graph = await Graph.open(model, SIGN, runtime, threads);
    return new NliPairReader(graph, pieces, adapter, maps);
  }

  async read({ state, questions }: TypedJob): Promise<readonly QuestionResult[]> {
    const premise = this.pieces.encode(state, this.adapter.tokensMax);
    const letters = letterShare(state, (text) => this.pieces.encode(text, Infinity).length);
    const results: QuestionResult[] = [];
    for (const question of questions) {
      const probabilities = await this.probabilitiesOf(premise, question);
      results.push(resultOf(question, probabilities, this.maps, letters));
    }
    return results;
  }

  private async probabilitiesOf(
    premise: readonly number[],
    { type, instructions, options }: QuestionJob,
  ): Promise<readonly number[]> {
    const { entailment, contradiction } = this.adapter;
    if (options.length === 0) {
      const logits = await this.logitsOf(premise, instructions);
      return softmax([logits[entailment] ?? NaN, logits[contradiction] ?? NaN]).slice(0, 1);
    }
    const entailed: number[] = [];
    for (const option of options) {
      const logits = await this.logitsOf(premise, this.hypothesisOf(instructions, option));
      entailed.push(logits[entailment] ?? NaN);
    }
    const shares = softmax(entailed);
    // What true means against what false means.
    return type === 'noul' ? shares.slice(0, 1) : shares;
  }

  private hypothesisOf(question: string, option: string): string {
    const parts = { question, option };
    return this.adapter.hypothesis.replace(
      /\{(question|option)\}/g,
      (_, name) => parts[name as keyof typeof parts],
    );
  }

  private async logitsOf(premise: readonly number[], text: string): Promise<Float32Array> {
    const { pair, pairTypes } = this.pieces;
    const { front, between, back } = pair;
    const room = this.adapter.tokensMax - front.ids.length - between.ids.length - back.ids.length;
    const most = Math.min(HYPOTHESIS_PIECES, Math.floor(room * HYPOTHESIS_SHARE));
    const hypothesis = this.pieces.encode(text, most);
    const shown = premise.slice(0, room - hypothesis.length);
    const ids = [...front.ids, ...shown, ...between.ids, ...hypothesis, ...back.ids];
    const types = [
      ...front.types,
      ...shown.map(() => pairTypes[0]),
      ...between.types,
      ...hypothesis.map(() => pairTypes[1]),
      ...back.types,
    ];
    const dims = [1, ids.length];
    const feeds = {
      input_ids: int64(ids, dims),
      attention_mask: int64(
        ids.map(() => 1),
        dims,
      ),
      token_type_ids: int64(types, dims),
    };
    const [logits] = await this.graph.run(feeds, [[1, this.adapter.classes]]);
    return logits as Float32Array;
  }
}
