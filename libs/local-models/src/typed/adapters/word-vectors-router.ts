import type { Runtime } from '../../runtime.js';
import type { RouterJob, RouterResult, TypedModel } from '../jobs.js';
import type { RouterCalibration } from '../manifest/calibration.js';
import { sigmoid, softmax } from '../probabilities.js';
import { ngramsOf } from '../text/ngrams.js';
import type { WordPiece } from '../text/word-piece.js';
import type { WordVectors } from '../text/word-vectors.js';
import { Graph, int64 } from './open-graph.js';

/** Pieces of the request: of a longer one the front and the end say what is wanted. */
const REQUEST_PIECES = 96;
const FRONT_PIECES = 63;
/** Of each part of what stands around it. */
const AROUND_PIECES = 16;

const SIGN = {
  inputs: ['words', 'types', 'ngrams', 'ngram_weights'],
  outputs: ['task', 'reasoning', 'complexity'],
};
const DIMS = [
  [1, 8],
  [1, 1],
  [1, 4],
];

/** The router that ships: an encoder over word vectors, beside the n-grams of the request. */
export class WordVectorsRouter implements TypedModel<RouterJob, RouterResult> {
  private constructor(
    private readonly graph: Graph,
    private readonly pieces: WordPiece,
    private readonly vectors: WordVectors,
    private readonly calibration: RouterCalibration,
  ) {}

  /** @throws UnusableLocalModel */
  static async open(
    model: Buffer,
    text: { readonly pieces: WordPiece; readonly vectors: WordVectors },
    calibration: RouterCalibration,
    runtime: Runtime,
  ): Promise<WordVectorsRouter> {
    const graph = await Graph.open(model, SIGN, runtime, 1);
    return new WordVectorsRouter(graph, text.pieces, text.vectors, calibration);
  }

  async read(job: RouterJob): Promise<RouterResult> {
    const { start, separator } = this.pieces;
    const request = [start, ...this.request(job.request), separator];
    const around = this.around(job);
    const context = around.length > 0 ? [...around, separator] : [];
    const ids = [...request, ...context];
    const words = new Float32Array(ids.length * this.vectors.width);
    this.vectors.write(ids, words, 0);
    const ngrams = ngramsOf(job.request);
    const feeds = {
      words: { type: 'float32', data: words, dims: [1, ids.length, this.vectors.width] },
      types: int64([...request.map(() => 0), ...context.map(() => 1)], [1, ids.length]),
      ngrams: int64(ngrams.ids, [ngrams.ids.length]),
      ngram_weights: {
        type: 'float32',
        data: Float32Array.from(ngrams.weights),
        dims: [ngrams.ids.length],
      },
    } as const;
    const [task, reasoning, complexity] = await this.graph.run(feeds, DIMS);
    const { a, b } = this.calibration.reasoning;
    return {
      task: softmax(task ?? [], this.calibration.task),
      reasoning: sigmoid(a * (reasoning?.[0] ?? NaN) + b),
      complexity: softmax(complexity ?? [], this.calibration.complexity),
    };
  }

  private request(text: string): number[] {
    const all = this.pieces.encode(text, Infinity);
    if (all.length <= REQUEST_PIECES) return all;
    return [...all.slice(0, FRONT_PIECES), ...all.slice(FRONT_PIECES - REQUEST_PIECES)];
  }

  private around({ attachments, previous, system }: RouterJob): number[] {
    return [
      ...this.pieces.encode(attachments.join(', '), AROUND_PIECES),
      ...this.pieces.encodeEnd(previous, AROUND_PIECES),
      ...this.pieces.encode(system, AROUND_PIECES),
    ];
  }
}
