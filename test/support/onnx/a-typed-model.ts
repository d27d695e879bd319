import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { writeOnnx, type OnnxGraph } from './write-onnx.js';

/** Words that the models know, each with what it speaks for. */
const WORDS = ['code', 'poem', 'hello', 'proof'];
const VOCABULARY = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...WORDS, '.', 'is', 'it', '?', ',', ':'];
const WIDTH = WORDS.length;
/** How much a word says: e⁶ to that of others. */
const LOGIT = 6;
const TASKS = 8;
const LEVELS = 4;

export interface TypedModelOptions {
  readonly router?: (graph: OnnxGraph) => OnnxGraph;
  readonly typed?: (graph: OnnxGraph) => OnnxGraph;
  /** A word whose vector has no end, so that what is computed of it is no number. */
  readonly broken?: string;
  /** Of the typed model: what its answers are worth. */
  readonly answer?: readonly object[];
  /** Members of the manifests that differ; undefined takes one away. */
  readonly manifest?: object;
}

/**
 * A folder with a router and a typed model of some kB. The router takes a word for its task (`code`, `poem`,
 * `hello` for smalltalk) and `proof` for hard; the typed model takes the option that shares words with the
 * state, and a statement for true whose words are in it. Gone with the test's end.
 */
export function aTypedModel(options: TypedModelOptions = {}): string {
  const folder = keptTypedModel(options);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same, for whoever removes it. */
export function keptTypedModel({
  router = (plain) => plain,
  typed = (plain) => plain,
  broken = '',
  answer = TYPED.calibration.answer,
  manifest = {},
}: TypedModelOptions = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'gw-typed-'));
  const put = (name: string, content: string | Buffer) =>
    writeFileSync(join(folder, name), content);
  put('vocabulary.txt', VOCABULARY.map((piece) => `${piece}\n`).join(''));
  put('words.bin', wordVectors(broken));
  put('router.onnx', writeOnnx(router(routerGraph())));
  put('typed.onnx', writeOnnx(typed(typedGraph())));
  const common = { schema: 1, version: '1.0.0', license: 'CC0-1.0', adapter: 'word-vectors' };
  for (const kind of ['router', 'typed'] as const) {
    const files = [
      namedFile(folder, `${kind}.onnx`, 'weights'),
      namedFile(folder, 'words.bin', 'weights'),
      namedFile(folder, 'vocabulary.txt', 'vocabulary'),
    ];
    const own = kind === 'router' ? ROUTER : { ...TYPED, calibration: { answer } };
    const whole = { ...common, name: `test-${kind}`, kind, files, ...own, ...manifest };
    put(`${kind}.json`, JSON.stringify(whole));
  }
  return folder;
}

/** As a manifest names it. */
export function namedFile(folder: string, path: string, role: string) {
  const bytes = readFileSync(join(folder, path));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, bytes: bytes.length, sha256, role };
}

const rest = (count: number): number => 1 / (Math.exp(LOGIT) + count - 1);
const sure = (count: number): number => Math.exp(LOGIT) * rest(count);

const ROUTER = {
  calibration: {
    task: { temperature: 1 },
    complexity: { temperature: 1 },
    reasoning: { a: 1, b: -LOGIT / 2 },
  },
  selfTest: [
    {
      input: { request: 'hello' },
      expect: {
        task: Array.from({ length: TASKS }, (_, task) => (task === 6 ? sure(TASKS) : rest(TASKS))),
        reasoning: 1 / (1 + Math.exp(LOGIT / 2)),
        complexity: [sure(LEVELS), rest(LEVELS), rest(LEVELS), rest(LEVELS)],
      },
      tolerance: 0.001,
    },
  ],
};

const TYPED = {
  calibration: {
    answer: [
      {
        type: 'choice',
        from: 2,
        to: 2,
        knots: [
          [0.5, 0.4],
          [1, 0.9],
        ],
      },
    ],
  },
  selfTest: [
    {
      input: {
        state: 'code',
        questions: [{ type: 'choice', instructions: 'is it ?', options: ['code', 'poem'] }],
      },
      expect: [[sure(2), rest(2)]],
      tolerance: 0.001,
    },
  ],
};

/** A one for each known word in its own column. */
function wordVectors(broken: string): Buffer {
  const scales = Buffer.alloc(VOCABULARY.length * 4);
  const rows = new Int8Array(VOCABULARY.length * WIDTH);
  for (const [id, piece] of VOCABULARY.entries()) {
    scales.writeFloatLE(piece === broken ? Infinity : 1 / 100, id * 4);
    const column = WORDS.indexOf(piece);
    if (column >= 0) rows[id * WIDTH + column] = 100;
  }
  return Buffer.concat([scales, new Uint8Array(rows.buffer)]);
}

/** Rows are words, columns what they speak for. */
function weights(columns: number, spoken: Readonly<Record<string, number>>): Float32Array {
  const values = new Float32Array(WIDTH * columns);
  for (const [word, column] of Object.entries(spoken)) {
    values[WORDS.indexOf(word) * columns + column] = LOGIT;
  }
  return values;
}

const routerGraph = (): OnnxGraph => ({
  inputs: [
    { name: 'words', type: 'float', shape: [1, 'tokens', WIDTH] },
    { name: 'types', type: 'int64', shape: [1, 'tokens'] },
    { name: 'ngrams', type: 'int64', shape: ['grams'] },
    { name: 'ngram_weights', type: 'float', shape: ['grams'] },
  ],
  outputs: [
    { name: 'task', type: 'float', shape: [1, TASKS] },
    { name: 'reasoning', type: 'float', shape: [1, 1] },
    { name: 'complexity', type: 'float', shape: [1, LEVELS] },
  ],
  tensors: [
    {
      name: 'of_task',
      dims: [WIDTH, TASKS],
      values: weights(TASKS, { code: 0, poem: 1, hello: 6 }),
    },
    { name: 'of_reasoning', dims: [WIDTH, 1], values: weights(1, { proof: 0 }) },
    {
      name: 'of_complexity',
      dims: [WIDTH, LEVELS],
      values: weights(LEVELS, { hello: 0, code: 2, proof: 3 }),
    },
  ],
  nodes: [
    { op: 'ReduceMax', inputs: ['words'], output: 'known', attributes: { axes: [1], keepdims: 0 } },
    { op: 'MatMul', inputs: ['known', 'of_task'], output: 'task' },
    { op: 'MatMul', inputs: ['known', 'of_reasoning'], output: 'reasoning' },
    { op: 'MatMul', inputs: ['known', 'of_complexity'], output: 'complexity' },
  ],
});

function typedGraph(): OnnxGraph {
  const most = (input: string, output: string) => ({
    op: 'ReduceMax',
    inputs: [input],
    output,
    attributes: { axes: [1], keepdims: 0 },
  });
  const shared = (of: string, output: string) => [
    { op: 'Mul', inputs: [of, 'state'], output: `${output}_words` },
    { op: 'MatMul', inputs: [`${output}_words`, 'logit'], output },
  ];
  return {
    inputs: [
      { name: 'context', type: 'float', shape: [1, 'state_tokens', WIDTH] },
      { name: 'rows', type: 'float', shape: ['questions', 'row_tokens', WIDTH] },
      { name: 'row_mask', type: 'bool', shape: ['questions', 'row_tokens'] },
      { name: 'options', type: 'float', shape: ['questions', 'option_tokens', WIDTH] },
      { name: 'option_mask', type: 'bool', shape: ['questions', 'option_tokens'] },
    ],
    outputs: [{ name: 'logits', type: 'float', shape: ['questions', 2] }],
    tensors: [{ name: 'logit', dims: [WIDTH, 1], values: new Float32Array(WIDTH).fill(LOGIT) }],
    nodes: [
      most('context', 'state'),
      most('options', 'option'),
      most('rows', 'row'),
      ...shared('option', 'match'),
      ...shared('row', 'truth'),
      { op: 'Concat', inputs: ['match', 'truth'], output: 'logits', attributes: { axis: 1 } },
    ],
  };
}
