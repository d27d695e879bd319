import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { quantile } from '../../support/quantile.js';
import type { Reader } from './reader.js';
import type { Router } from './router.js';
import { shownMs, type Section } from './section.js';

const TIMES = 40;
const WARM_UP = 5;
const WIDTH = 384;
const WORD = 'quarterly';

/** A model in its process beside its graph alone, on one thread each, in turn. */
export async function reportLatency(
  folder: string,
  router: Router | null,
  reader: Reader | null,
): Promise<Section> {
  const lines = [['', 'n', 'process p50', 'p95', 'graph p50', 'p95']];
  const targets = [];
  if (router) {
    const job = { request: words(384), attachments: [], previous: words(48), system: words(48) };
    const graph = await graphOf(folder, 'router');
    const tokens = 96 + 2 + 32 + 1;
    const took = await inTurn(
      () => router.ask(job),
      () => graph.run(routerFeeds(tokens)),
    );
    lines.push(lineOf('router, 384 words', took));
    const value = quantile(took.process, 0.95);
    targets.push({ name: 'router p95 at 384 words, ms', value, aim: 40, isCeiling: true as const });
  }
  if (reader) {
    const options = ['a lost card', 'a loan', 'the weather', 'something else'];
    const question = { type: 'choice' as const, instructions: 'What is it about?', options };
    const job = { state: words(100), questions: Array.from({ length: 16 }, () => question) };
    const graph = isOurs(folder) ? await graphOf(folder, 'typed') : null;
    const took = await inTurn(
      () => reader.ask(job),
      async () => graph?.run(readerFeeds({ state: 102, rows: 64, long: 11, short: 5 })),
    );
    lines.push(lineOf('typed, 16 questions of 4 options, 100 words', took));
    const value = quantile(took.process, 0.95);
    targets.push({
      name: 'typed p95, 16 questions of 4 options, ms',
      value,
      aim: 1_000,
      isCeiling: true as const,
    });
  }
  return {
    title: 'Latency',
    how: 'One thread. In the process: cutting the text into pieces, looking their vectors up, the graph, calibration. Beside it onnxruntime with tensors of the same size, called directly, in turn with it.',
    lines,
    targets,
    plots: [],
  };
}

/** What an operator's graph is fed with hangs on its adapter: it is measured in its process alone. */
function isOurs(folder: string): boolean {
  const manifest = JSON.parse(readFileSync(join(folder, 'typed.json'), 'utf8')) as {
    readonly adapter: string;
  };
  return manifest.adapter === 'word-vectors';
}

const words = (count: number): string => Array<string>(count).fill(WORD).join(' ');

interface Took {
  readonly process: number[];
  readonly graph: number[];
}

async function inTurn(
  process: () => Promise<unknown>,
  graph: () => Promise<unknown>,
): Promise<Took> {
  const took: Took = { process: [], graph: [] };
  for (let round = 0; round < WARM_UP + TIMES; round++) {
    const began = performance.now();
    await process();
    const between = performance.now();
    await graph();
    if (round < WARM_UP) continue;
    took.process.push(between - began);
    took.graph.push(performance.now() - between);
  }
  return took;
}

const lineOf = (name: string, { process, graph }: Took): string[] => [
  name,
  String(process.length),
  ...[process, graph].flatMap((times) => [
    shownMs(quantile(times, 0.5)),
    shownMs(quantile(times, 0.95)),
  ]),
];

const graphOf = (folder: string, kind: string): Promise<InferenceSession> =>
  InferenceSession.create(readFileSync(join(folder, `${kind}.onnx`)), {
    executionProviders: ['cpu'],
    executionMode: 'sequential',
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableMemPattern: false,
  });

const vectors = (...dims: readonly number[]): Tensor => {
  const values = new Float32Array(dims.reduce((product, dim) => product * dim, 1));
  return new Tensor('float32', values.fill(0.01), dims);
};
const ones = (...dims: readonly number[]): Tensor =>
  new Tensor('bool', new Uint8Array(dims.reduce((product, dim) => product * dim, 1)).fill(1), dims);

const routerFeeds = (tokens: number) => ({
  words: vectors(1, tokens, WIDTH),
  types: new Tensor('int64', new BigInt64Array(tokens), [1, tokens]),
  ngrams: new Tensor('int64', new BigInt64Array(100), [100]),
  ngram_weights: vectors(100),
});

const readerFeeds = (size: {
  readonly state: number;
  readonly rows: number;
  readonly long: number;
  readonly short: number;
}) => ({
  context: vectors(1, size.state, WIDTH),
  rows: vectors(size.rows, size.long, WIDTH),
  row_mask: ones(size.rows, size.long),
  options: vectors(size.rows, size.short, WIDTH),
  option_mask: ones(size.rows, size.short),
});
