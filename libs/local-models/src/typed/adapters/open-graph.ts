import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions, type Runtime } from '../../runtime.js';
import { UnusableLocalModel } from '../../unusable-local-model.js';

/** What a graph must take and give; what it may take besides. */
export interface Sign {
  readonly inputs: readonly string[];
  readonly optional?: readonly string[];
  readonly outputs: readonly string[];
}

type Values =
  | { readonly type: 'float32'; readonly data: Float32Array }
  | { readonly type: 'int64'; readonly data: BigInt64Array }
  | { readonly type: 'bool'; readonly data: Uint8Array };

export type Feed = Values & { readonly dims: readonly number[] };

/** A graph that was loaded from bytes, and fits its sign. */
export class Graph {
  private constructor(
    private readonly session: InferenceSession,
    private readonly runtime: Runtime,
    private readonly sign: Sign,
  ) {}

  /** @throws UnusableLocalModel */
  static async open(bytes: Buffer, sign: Sign, runtime: Runtime, threads: number): Promise<Graph> {
    const session = await runtime.InferenceSession.create(bytes, sessionOptions(threads)).catch(
      () => {
        throw new UnusableLocalModel(
          'The graph cannot be loaded: it is no ONNX graph, has weights in files of their own, or operators that this runtime does not know. Export it as one file with standard operators.',
        );
      },
    );
    const { inputNames, outputNames } = session;
    const { inputs, optional = [], outputs } = sign;
    const fits =
      inputs.every((name) => inputNames.includes(name)) &&
      inputNames.every((name) => inputs.includes(name) || optional.includes(name)) &&
      outputs.every((name) => outputNames.includes(name));
    if (!fits) {
      throw new UnusableLocalModel(
        `The graph takes ${inputNames.join(', ')} and gives ${outputNames.join(', ')}. It must take ${inputs.join(', ')} and give ${outputs.join(', ')}.`,
      );
    }
    return new Graph(session, runtime, sign);
  }

  /**
   * @param feeds those that the graph does not take are left out
   * @returns the outputs of its sign, in that order @throws Error where one is no float32 of its form
   */
  async run(
    feeds: Readonly<Record<string, Feed>>,
    dims: readonly (readonly number[])[],
  ): Promise<readonly Float32Array[]> {
    const wanted = Object.entries(feeds).filter(([name]) => this.session.inputNames.includes(name));
    const tensors = wanted.map(([name, feed]) => [name, this.tensorOf(feed)] as const);
    const outputs = await this.session.run(Object.fromEntries(tensors), [...this.sign.outputs]);
    return this.sign.outputs.map((name, index) => {
      const output = outputs[name];
      const isAsMeant =
        output?.data instanceof Float32Array && output.dims.join() === dims[index]?.join();
      if (!isAsMeant) {
        throw new UnusableLocalModel(
          `${name} of the graph has the form [${output?.dims.join(', ')}], and not [${dims[index]?.join(', ')}] of float32.`,
        );
      }
      return output.data;
    });
  }

  private tensorOf({ type, data, dims }: Feed): Tensor {
    const { Tensor: Kind } = this.runtime;
    // Its declarations tell the types apart by overloads.
    return new Kind(type as 'float32', data as Float32Array, dims);
  }
}

export const int64 = (values: readonly number[], dims: readonly number[]): Feed => ({
  type: 'int64',
  data: BigInt64Array.from(values, BigInt),
  dims,
});
