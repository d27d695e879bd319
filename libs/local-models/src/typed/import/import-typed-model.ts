import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256, type Clock } from '#kernel';
import { MODEL_BYTES_MAX, ROWS_MAX, TOKENIZER_BYTES_MAX } from '../../limits.js';
import { isObject, readJsonFile, readModelFile } from '../../read-model-file.js';
import { loadRuntime } from '../../runtime.js';
import { UnusableLocalModel } from '../../unusable-local-model.js';
import type { QuestionResult, TypedJob, TypedModel } from '../jobs.js';
import { Fields } from '../manifest/fields.js';
import { readTypedAdapter } from '../manifest/adapter.js';
import { manifestName } from '../manifest/manifest.js';
import type { NamedFile } from '../manifest/read-files.js';
import { openReader } from '../open-model.js';
import { TextPieces } from '../text/text-pieces.js';
import { TypedModelProcesses, type TypedFacts } from '../typed-model-processes.js';
import { LARGEST, PROBES, turned } from './probes.js';

const MODEL = 'model.onnx';
const TOKENIZER = 'tokenizer.json';
const CONFIG = 'config.json';
const CONFIG_BYTES_MAX = 1_048_576;
/** As they are called where they are served. */
const GRAPH = 'typed.onnx';

/** What an answer may move by the order of options or by other questions. */
const LAW = 0.00001;
/** What machines differ by is less, what another tokenizer makes is more. */
const TOLERANCE = 0.005;
/** Of the ten seconds of the specification: what waits before it and a busy machine have the rest. */
const READ_MS_MAX = 5_000;
const MEASURED = 3;
/** Fewer would not do for one question with a handful of options. */
const ROWS_LEAST = 8;

export type OperatorsModel =
  | {
      readonly adapter: 'nli-pair';
      /** With `{question}` and `{option}` in it. */
      readonly hypothesis: string;
    }
  | {
      readonly adapter: 'packed-encoder';
      /** Tokens as the vocabulary has them. */
      readonly optionMarker: string;
      readonly questionMarker: string | null;
    };

export interface TypedImport {
  /** With `model.onnx`, `tokenizer.json` and, for `nli-pair`, `config.json`. */
  readonly source: string;
  /** Where it is to be served from. */
  readonly target: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Of one sequence. */
  readonly tokensMax: number;
  readonly model: OperatorsModel;
  /** That a run takes. */
  readonly threads: number;
  readonly clock: Clock;
}

export interface ImportedModel extends TypedFacts {
  /** Of an option against a state of 384 words. */
  readonly rowMs: number;
  /** Options of all questions that a request may have. */
  readonly rowsMax: number;
}

/**
 * Copies a model of an operator's into a folder of typed models, with a manifest that names the hash of each file.
 * It is loaded, held to the laws (no answer moves by the order of its options or by other questions), measured, and
 * verified as at a start of the gateway; nothing stands in the folder before all that is done.
 * @throws UnusableLocalModel
 */
export async function importTypedModel(order: TypedImport): Promise<ImportedModel> {
  const { target, threads, clock } = order;
  for (const name of [manifestName('typed'), GRAPH, TOKENIZER]) {
    if (existsSync(join(target, name))) {
      throw new UnusableLocalModel(
        `${join(target, name)} is there already. Take another folder, or put the old model away.`,
      );
    }
  }
  mkdirSync(target, { recursive: true });
  const staging = mkdtempSync(join(target, '.import-'));
  try {
    const files = copied(order.source, staging);
    const { manifest, rowMs, rowsMax } = await manifestOf(order, files);
    const json = `${JSON.stringify(manifest, null, 2)}\n`;
    writeFileSync(join(staging, manifestName('typed')), json);
    const facts = await verified(staging, threads, clock);
    // The manifest last: without it the folder has no model.
    for (const name of [GRAPH, TOKENIZER, manifestName('typed')]) {
      renameSync(join(staging, name), join(target, name));
    }
    return { ...facts, rowMs, rowsMax };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** What was read is what is written, and what is hashed. */
function copied(source: string, staging: string): ReadonlyMap<string, Buffer> {
  const graph = readModelFile(source, MODEL, MODEL_BYTES_MAX);
  const tokenizer = readModelFile(source, TOKENIZER, TOKENIZER_BYTES_MAX);
  writeFileSync(join(staging, GRAPH), graph);
  writeFileSync(join(staging, TOKENIZER), tokenizer);
  return new Map([
    [GRAPH, graph],
    [TOKENIZER, tokenizer],
  ]);
}

async function manifestOf(order: TypedImport, files: ReadonlyMap<string, Buffer>) {
  const { name, version, license, model, tokensMax, threads } = order;
  const named = Array.from(files, ([path, bytes]): NamedFile => ({
    path,
    bytes: bytes.length,
    sha256: sha256(bytes).toString('hex'),
    role: path === GRAPH ? 'weights' : 'tokenizer',
  }));
  const draft = {
    schema: 1,
    name,
    version,
    kind: 'typed',
    license,
    adapter: model.adapter,
    settings: { maxTokens: tokensMax, maxRows: ROWS_MAX, ...settingsOf(order, files) },
    files: named,
    calibration: { answer: [] },
  };
  const fields = Fields.of(draft, manifestName('typed'), Object.keys(draft));
  const adapter = readTypedAdapter(fields, named);
  const runtime = await loadRuntime();
  const reader = await openReader({ adapter, files, calibration: [] }, runtime, threads);
  const selfTest = await testsOf(reader);
  const rowMs = await measured(reader);
  const rowsMax = Math.min(ROWS_MAX, Math.floor(READ_MS_MAX / rowMs));
  if (rowsMax < ROWS_LEAST) {
    throw new UnusableLocalModel(
      `The model takes ${Math.round(rowMs)} ms for an option: no request of ${ROWS_LEAST} options would be answered in time. Take a smaller one.`,
    );
  }
  const settings = { ...draft.settings, maxRows: rowsMax };
  return { manifest: { ...draft, settings, selfTest }, rowMs, rowsMax };
}

function settingsOf(
  { source, model }: TypedImport,
  files: ReadonlyMap<string, Buffer>,
): Readonly<Record<string, unknown>> {
  if (model.adapter === 'nli-pair') {
    return { ...classesOf(source), hypothesis: model.hypothesis };
  }
  const pieces = new TextPieces(files.get(TOKENIZER) as Buffer);
  const idOf = (token: string): number => {
    const id = pieces.idOf(token);
    if (id === undefined) {
      throw new UnusableLocalModel(
        `The tokenizer has no token ${token}: name the marker as it does.`,
      );
    }
    return id;
  };
  const { optionMarker, questionMarker } = model;
  return {
    optionMarker: idOf(optionMarker),
    ...(questionMarker !== null && { questionMarker: idOf(questionMarker) }),
  };
}

/** As the configuration of the model names its classes. */
function classesOf(source: string) {
  const { value } = readJsonFile(source, CONFIG, CONFIG_BYTES_MAX);
  const labels = isObject(value['id2label']) ? Object.values(value['id2label']) : [];
  const indexOf = (...words: readonly string[]): number =>
    labels.findIndex(
      (label) => typeof label === 'string' && words.includes(label.toLowerCase().trim()),
    );
  const entailment = indexOf('entailment', 'entail');
  const contradiction = indexOf('contradiction', 'not_entailment', 'contradict');
  if (entailment < 0 || contradiction < 0) {
    throw new UnusableLocalModel(
      `${join(source, CONFIG)} must name the classes of the model in id2label, entailment and contradiction (or not_entailment) among them.`,
    );
  }
  return {
    classes: labels.length,
    entailmentIndex: entailment,
    contradictionIndex: contradiction,
  };
}

type Reader = TypedModel<TypedJob, readonly QuestionResult[]>;

/** What it answers to the probes, once that is known to hang on nothing else. */
async function testsOf(reader: Reader) {
  const tests = [];
  for (const input of PROBES) {
    const expect = await asked(reader, input);
    const inReverse = (await asked(reader, turned(input))).toReversed();
    for (const [at, question] of input.questions.entries()) {
      const own = inReverse[at] ?? [];
      refuseOther(expect[at] ?? [], question.type === 'noul' ? own : own.toReversed());
      const [alone = []] = await asked(reader, { state: input.state, questions: [question] });
      refuseOther(expect[at] ?? [], alone);
    }
    tests.push({ input, expect, tolerance: TOLERANCE });
  }
  return tests;
}

function refuseOther(one: readonly number[], other: readonly number[]): void {
  if (one.every((share, at) => Math.abs(share - (other[at] ?? NaN)) <= LAW)) return;
  throw new UnusableLocalModel(
    'An answer of the model moves with the order of its options or with other questions. Export it in float32, and with block_mask and position_ids if it takes them.',
  );
}

async function asked(reader: Reader, job: TypedJob): Promise<readonly (readonly number[])[]> {
  const results = await reader.read(job).catch((fault: unknown) => {
    if (fault instanceof UnusableLocalModel) throw fault;
    throw new UnusableLocalModel(
      'The model fails on a short text: the tokenizer is another model’s, or it takes fewer tokens than --max-tokens.',
    );
  });
  return results.map(({ probabilities }) => probabilities);
}

/** Milliseconds of an option at the largest state: the median of a few reads. */
async function measured(reader: Reader): Promise<number> {
  const took: number[] = [];
  for (let times = 0; times < MEASURED; times++) {
    const since = performance.now();
    await asked(reader, LARGEST);
    took.push((performance.now() - since) / (LARGEST.questions[0]?.options.length ?? 1));
  }
  return took.toSorted((one, other) => one - other)[Math.floor(MEASURED / 2)] ?? Infinity;
}

async function verified(folder: string, threads: number, clock: Clock): Promise<TypedFacts> {
  const processes = new TypedModelProcesses({
    folder,
    kind: 'typed',
    pinned: [],
    processesMax: 1,
    threads,
    clock,
  });
  try {
    return await processes.start();
  } finally {
    await processes.stop();
  }
}
