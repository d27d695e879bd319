import type { Runtime } from '../../runtime.js';
import type { QuestionJob, QuestionResult, TypedJob, TypedModel } from '../jobs.js';
import type { PackedEncoderAdapter } from '../manifest/adapter.js';
import type { AnswerMap } from '../manifest/calibration.js';
import { sigmoid, softmax } from '../probabilities.js';
import type { TextPieces } from '../text/text-pieces.js';
import { letterShare, resultOf } from './answers.js';
import { Graph, int64, type Feed } from './open-graph.js';

const SIGN = {
  inputs: ['input_ids'],
  optional: ['attention_mask', 'token_type_ids', 'position_ids', 'block_mask'],
  outputs: ['logits'],
};
const QUESTION_PIECES = 64;
const OPTION_PIECES = 32;
/** Of what questions and options may take of a sequence: the state gets the rest. */
const ASKED_SHARE = 0.5;

/** A sequence, and for each token which option it is of; -1 of what all of them see. */
interface Packed {
  readonly ids: readonly number[];
  readonly blocks: readonly number[];
  readonly positions: readonly number[];
  /** Of the markers, in the order of the options. */
  readonly markers: readonly number[];
}

/**
 * A model of an operator's that reads a state, a question and its options in one sequence, and gives a logit at the
 * marker of each option. Each question is a run of its own, so that no other one can move its answer; its options
 * stand in the order of their texts, whatever order they came in.
 */
export class PackedEncoderReader implements TypedModel<TypedJob, readonly QuestionResult[]> {
  private constructor(
    private readonly graph: Graph,
    private readonly pieces: TextPieces,
    private readonly adapter: PackedEncoderAdapter,
    private readonly maps: readonly AnswerMap[],
  ) {}

  /** @throws UnusableLocalModel */
  static async open(
    model: Buffer,
    pieces: TextPieces,
    {
      adapter,
      maps,
    }: { readonly adapter: PackedEncoderAdapter; readonly maps: readonly AnswerMap[] },
    runtime: Runtime,
    threads: number,
  ): Promise<PackedEncoderReader> {
    const graph = await Graph.open(model, SIGN, runtime, threads);
    return new PackedEncoderReader(graph, pieces, adapter, maps);
  }

  async read({ state, questions }: TypedJob): Promise<readonly QuestionResult[]> {
    const context = this.pieces.encode(state, this.adapter.tokensMax);
    const letters = letterShare(state, (text) => this.pieces.encode(text, Infinity).length);
    const results: QuestionResult[] = [];
    for (const question of questions) {
      const probabilities = await this.probabilitiesOf(context, question);
      results.push(resultOf(question, probabilities, this.maps, letters));
    }
    return results;
  }

  private async probabilitiesOf(
    context: readonly number[],
    { type, instructions, options }: QuestionJob,
  ): Promise<readonly number[]> {
    if (options.length === 0) {
      // What is stated is its own option.
      const [logit] = await this.logitsOf(this.pack(context, [], [instructions]));
      return [sigmoid(logit ?? NaN)];
    }
    const order = [...options.keys()].toSorted((one, other) =>
      (options[one] as string) < (options[other] as string) ? -1 : 1,
    );
    const asked = this.pieces.encode(instructions, QUESTION_PIECES);
    const sorted = order.map((index) => options[index] as string);
    const logits = await this.logitsOf(this.pack(context, asked, sorted));
    const shares = softmax(options.map((_, index) => logits[order.indexOf(index)] ?? NaN));
    // What true means against what false means.
    return type === 'noul' ? shares.slice(0, 1) : shares;
  }

  private pack(
    context: readonly number[],
    asked: readonly number[],
    options: readonly string[],
  ): Packed {
    const { front, back } = this.pieces;
    const { tokensMax, optionMarker, questionMarker } = this.adapter;
    const question = [...(questionMarker === null ? [] : [questionMarker]), ...asked];
    const room = tokensMax - front.length - 2 * back.length;
    const share = Math.floor((room * ASKED_SHARE - question.length) / options.length) - 1;
    const most = Math.max(1, Math.min(OPTION_PIECES, share));
    const told = options.map((option) => [optionMarker, ...this.pieces.encode(option, most)]);
    const taken = question.length + told.reduce((sum, { length }) => sum + length, 0);
    const shared = [...front, ...context.slice(0, Math.max(0, room - taken)), ...back, ...question];
    const ids = [...shared];
    const blocks = shared.map(() => -1);
    const positions = shared.map((_, at) => at);
    const markers: number[] = [];
    for (const [block, option] of told.entries()) {
      markers.push(ids.length);
      ids.push(...option);
      blocks.push(...option.map(() => block));
      positions.push(...option.map((_, at) => shared.length + at));
    }
    // What ends a sequence is seen by all, and stands behind each of them.
    positions.push(...back.map((_, at) => shared.length + most + 1 + at));
    return {
      ids: [...ids, ...back],
      blocks: [...blocks, ...back.map(() => -1)],
      positions,
      markers,
    };
  }

  private async logitsOf({ ids, blocks, positions, markers }: Packed): Promise<readonly number[]> {
    const { length } = ids;
    const dims = [1, length];
    const feeds = {
      input_ids: int64(ids, dims),
      attention_mask: int64(
        ids.map(() => 1),
        dims,
      ),
      token_type_ids: int64(
        ids.map(() => 0),
        dims,
      ),
      position_ids: int64(positions, dims),
      block_mask: blockMask(blocks),
    };
    const [logits] = await this.graph.run(feeds, [[1, length, 1]]);
    return markers.map((at) => logits?.[at] ?? NaN);
  }
}

/** Who sees whom: an option what all share and itself, what all share nothing of any option. */
function blockMask(blocks: readonly number[]): Feed {
  const { length } = blocks;
  const data = new Uint8Array(length * length);
  for (const [from, block] of blocks.entries()) {
    for (const [to, other] of blocks.entries()) {
      data[from * length + to] = other === -1 || other === block ? 1 : 0;
    }
  }
  return { type: 'bool', data, dims: [1, length, length] };
}
