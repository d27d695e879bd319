import { loadRuntime, type Runtime } from '../runtime.js';
import { UnusableLocalModel } from '../unusable-local-model.js';
import { NliPairReader } from './adapters/nli-pair-reader.js';
import { PackedEncoderReader } from './adapters/packed-encoder-reader.js';
import { WordVectorsReader } from './adapters/word-vectors-reader.js';
import { WordVectorsRouter } from './adapters/word-vectors-router.js';
import type { QuestionResult, RouterJob, RouterResult, TypedJob, TypedModel } from './jobs.js';
import type { WordVectorsAdapter } from './manifest/adapter.js';
import type { CheckedModel } from './manifest/manifest.js';
import { routerNumbers, type SelfTest } from './manifest/self-test.js';
import { TextPieces } from './text/text-pieces.js';
import { WordPiece } from './text/word-piece.js';
import { WordVectors } from './text/word-vectors.js';

type Reader = TypedModel<TypedJob, readonly QuestionResult[]>;
export type OpenedModel = TypedModel<RouterJob, RouterResult> | Reader;

type TypedParts = Pick<
  Extract<CheckedModel, { kind: 'typed' }>,
  'adapter' | 'files' | 'calibration'
>;

/**
 * Loads a model from the bytes that were verified, and puts it to its own tests.
 * @param threads that one run of a typed model takes
 * @throws UnusableLocalModel
 */
export async function openModel(checked: CheckedModel, threads: number): Promise<OpenedModel> {
  const runtime = await loadRuntime();
  if (checked.kind === 'router') {
    const { adapter, files } = checked;
    const graph = files.get(adapter.graph) as Buffer;
    const text = wordVectors(adapter, files);
    const router = await WordVectorsRouter.open(graph, text, checked.calibration, runtime);
    await passTests(router, checked.selfTests, routerNumbers);
    return router;
  }
  const reader = await openReader(checked, runtime, threads);
  await passTests(reader, checked.selfTests, (results) =>
    results.flatMap(({ probabilities }) => probabilities),
  );
  return reader;
}

/** A typed model that no test has been asked of. @throws UnusableLocalModel */
export function openReader(
  { adapter, files, calibration: maps }: TypedParts,
  runtime: Runtime,
  threads: number,
): Promise<Reader> {
  const graph = files.get(adapter.graph) as Buffer;
  const tokenizer = (name: string): Buffer => files.get(name) as Buffer;
  switch (adapter.name) {
    case 'word-vectors': {
      const text = wordVectors(adapter, files);
      return WordVectorsReader.open(graph, text, maps, runtime, threads);
    }
    case 'nli-pair': {
      const pieces = new TextPieces(tokenizer(adapter.tokenizer));
      return NliPairReader.open(graph, pieces, { adapter, maps }, runtime, threads);
    }
    case 'packed-encoder': {
      const { optionMarker, questionMarker } = adapter;
      const markers = questionMarker === null ? [optionMarker] : [optionMarker, questionMarker];
      const pieces = new TextPieces(tokenizer(adapter.tokenizer), markers);
      return PackedEncoderReader.open(graph, pieces, { adapter, maps }, runtime, threads);
    }
  }
}

function wordVectors(adapter: WordVectorsAdapter, files: CheckedModel['files']) {
  const bytesOf = (name: string): Buffer => files.get(name) as Buffer;
  const pieces = new WordPiece(bytesOf(adapter.vocabulary).toString('utf8'));
  return { pieces, vectors: new WordVectors(bytesOf(adapter.words), pieces.size) };
}

/** @throws UnusableLocalModel where an answer is not the one that the manifest says */
async function passTests<Job, Result>(
  model: TypedModel<Job, Result>,
  tests: readonly SelfTest<Job>[],
  numbersOf: (result: Result) => readonly number[],
): Promise<void> {
  for (const [index, { input, expected, tolerance }] of tests.entries()) {
    const actual = await model.read(input).then(numbersOf, (fault: unknown) => {
      if (fault instanceof UnusableLocalModel) throw fault;
      throw new UnusableLocalModel(`The model fails on selfTest[${index}] of its manifest.`);
    });
    const passes =
      actual.length === expected.length &&
      actual.every((value, at) => Math.abs(value - (expected[at] as number)) <= tolerance);
    if (!passes) {
      const said = actual.map((value) => value.toFixed(4)).join(', ');
      throw new UnusableLocalModel(
        `The model does not pass selfTest[${index}] of its manifest: it gives ${said}.`,
      );
    }
  }
}
