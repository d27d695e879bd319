import type { Runtime } from '../../runtime.js';
import type { QuestionJob, QuestionResult, TypedJob, TypedModel } from '../jobs.js';
import type { AnswerMap } from '../manifest/calibration.js';
import { sigmoid, softmax } from '../probabilities.js';
import type { WordPiece } from '../text/word-piece.js';
import type { WordVectors } from '../text/word-vectors.js';
import { letterShare, resultOf } from './answers.js';
import { Graph, type Feed } from './open-graph.js';

/** Special pieces among them. */
const CONTEXT_PIECES = 384;
const ROW_PIECES = 64;
const OPTION_PIECES = 32;
/** Rows with their padding in one run: more make it no faster, and take more memory at once. */
const RUN_PIECES = 4_096;

const SIGN = {
  inputs: ['context', 'rows', 'row_mask', 'options', 'option_mask'],
  outputs: ['logits'],
};
/** What a row's logits say: that the option fits the state, and that what is asked is true of it. */
const LOGITS = 2;

interface Row {
  /** Of the question with its option, and of the option by itself. */
  readonly whole: readonly number[];
  readonly option: readonly number[];
}

/** The typed model that ships: reads the state once, and each option of each question against it by itself. */
export class WordVectorsReader implements TypedModel<TypedJob, readonly QuestionResult[]> {
  private constructor(
    private readonly graph: Graph,
    private readonly pieces: WordPiece,
    private readonly vectors: WordVectors,
    private readonly maps: readonly AnswerMap[],
  ) {}

  /** @throws UnusableLocalModel */
  static async open(
    model: Buffer,
    text: { readonly pieces: WordPiece; readonly vectors: WordVectors },
    maps: readonly AnswerMap[],
    runtime: Runtime,
    threads: number,
  ): Promise<WordVectorsReader> {
    const graph = await Graph.open(model, SIGN, runtime, threads);
    return new WordVectorsReader(graph, text.pieces, text.vectors, maps);
  }

  async read({ state, questions }: TypedJob): Promise<readonly QuestionResult[]> {
    const context = this.framed(this.pieces.encode(state, CONTEXT_PIECES - 2));
    const rows = questions.map((question) => this.rowsOf(question));
    const logits = await this.logitsOf(context, rows.flat());
    const letters = letterShare(state, (text) => this.pieces.encode(text, Infinity).length);
    let next = 0;
    return questions.map((question, index) => {
      const count = (rows[index] as readonly Row[]).length;
      const own = logits.slice(next, (next += count));
      return resultOf(question, probabilitiesOf(question, own), this.maps, letters);
    });
  }

  private rowsOf({ instructions, options }: QuestionJob): readonly Row[] {
    const asked = this.pieces.encode(instructions, ROW_PIECES - 2);
    if (options.length === 0) {
      const alone = asked.slice(0, OPTION_PIECES - 2);
      return [{ whole: this.framed(asked), option: this.framed(alone) }];
    }
    return options.map((option) => {
      const told = this.pieces.encode(option, ROW_PIECES - 3);
      const room = ROW_PIECES - 3 - told.length;
      return {
        whole: this.framed([...asked.slice(0, room), this.pieces.separator, ...told]),
        option: this.framed(told.slice(0, OPTION_PIECES - 2)),
      };
    });
  }

  private framed(pieces: readonly number[]): readonly number[] {
    return [this.pieces.start, ...pieces, this.pieces.separator];
  }

  /** In as few runs as their size allows, rows of like length together. @returns in the order of the rows */
  private async logitsOf(
    context: readonly number[],
    rows: readonly Row[],
  ): Promise<readonly (readonly [match: number, truth: number])[]> {
    const state = this.padded([context], context.length).vectors;
    const logits = Array<readonly [number, number]>(rows.length);
    for (const run of runsOf(rows)) {
      const whole = this.paddedRows(run.map((index) => (rows[index] as Row).whole));
      const option = this.paddedRows(run.map((index) => (rows[index] as Row).option));
      const feeds = {
        context: state,
        rows: whole.vectors,
        row_mask: whole.mask,
        options: option.vectors,
        option_mask: option.mask,
      };
      const [values] = await this.graph.run(feeds, [[run.length, LOGITS]]);
      for (const [at, index] of run.entries()) {
        logits[index] = [values?.[at * LOGITS] ?? NaN, values?.[at * LOGITS + 1] ?? NaN];
      }
    }
    return logits;
  }

  private paddedRows(rows: readonly (readonly number[])[]) {
    return this.padded(rows, Math.max(...rows.map(({ length }) => length)));
  }

  private padded(
    rows: readonly (readonly number[])[],
    length: number,
  ): { readonly vectors: Feed; readonly mask: Feed } {
    const { width } = this.vectors;
    const data = new Float32Array(rows.length * length * width);
    const mask = new Uint8Array(rows.length * length);
    for (const [row, ids] of rows.entries()) {
      this.vectors.write(ids, data, row * length);
      mask.fill(1, row * length, row * length + ids.length);
    }
    return {
      vectors: { type: 'float32', data, dims: [rows.length, length, width] },
      mask: { type: 'bool', data: mask, dims: [rows.length, length] },
    };
  }
}

/** Indices of rows, shortest first, as many in a run as its bound lets. */
function runsOf(rows: readonly Row[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  const lengthOf = (index: number): number => (rows[index] as Row).whole.length;
  for (const index of [...rows.keys()].toSorted((a, b) => lengthOf(a) - lengthOf(b))) {
    const last = runs.at(-1);
    if (last && (last.length + 1) * lengthOf(index) <= RUN_PIECES) last.push(index);
    else runs.push([index]);
  }
  return runs;
}

function probabilitiesOf(
  { type, options }: QuestionJob,
  logits: readonly (readonly [match: number, truth: number])[],
): readonly number[] {
  if (options.length === 0) return [sigmoid(logits[0]?.[1] ?? NaN)];
  const shares = softmax(logits.map(([match]) => match));
  // What true means against what false means.
  return type === 'noul' ? shares.slice(0, 1) : shares;
}
