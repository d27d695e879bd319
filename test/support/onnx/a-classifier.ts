import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SPECIAL, wordPieceTokenizer } from './word-piece-tokenizer.js';
import { writeOnnx, type OnnxGraph, type OnnxNode } from './write-onnx.js';

/** Labels of pieces, for a model that looks them up: what is not in here is `O`. */
const LABEL_OF: Readonly<Record<string, string>> = {
  zor: 'B-PER',
  quintor: 'I-PER',
  velmont: 'B-LOC',
  gadget: 'B-MISC',
  // Within a word no label counts but that of the first piece.
  '##blax': 'B-LOC',
};
const LABELS = ['O', 'B-PER', 'I-PER', 'B-LOC', 'B-MISC'];
const VOCABULARY = [...SPECIAL, ...Object.keys(LABEL_OF), 'a', 'The', 'is', 'here', '.', ','];
/** How sure a looked-up label is: e⁶ to 4 others. */
const LOGIT = 6;

export interface ClassifierOptions {
  readonly manifest?: object;
  readonly labels?: readonly string[];
  readonly graph?: (graph: OnnxGraph) => OnnxGraph;
}

/** A folder with a token classifier of a few kB that knows three made-up names; gone with the test's end. */
export function aClassifier(options: ClassifierOptions = {}): string {
  const folder = keptClassifier(options);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The same, for whoever removes it. */
export function keptClassifier({
  manifest = {},
  labels = LABELS,
  graph = (plain) => plain,
}: ClassifierOptions = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'gw-classifier-'));
  const put = (name: string, content: string | Buffer) =>
    writeFileSync(join(folder, name), content);
  put('model.onnx', writeOnnx(graph(lookUp())));
  put('tokenizer.json', JSON.stringify(wordPieceTokenizer(VOCABULARY)));
  put('config.json', JSON.stringify({ id2label: { ...labels } }));
  const sha256 = Object.fromEntries(
    ['model.onnx', 'tokenizer.json', 'config.json'].map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
  const whole = {
    labelMap: { PER: 'person_name', LOC: 'location', MISC: null },
    maxTokens: 32,
    stride: 8,
    minScore: { person_name: 0.6 },
    sha256,
    license: 'CC0-1.0',
    ...manifest,
  };
  put('gw-model.json', JSON.stringify(whole));
  return folder;
}

/** Every run takes about as long as `products` products of matrices of a thousand rows, whatever is in it. */
export const slowedBy =
  (products: number, output = 'logits') =>
  (graph: OnnxGraph): OnnxGraph => {
    const chain: OnnxNode[] = [
      { op: 'RandomUniform', inputs: [], output: 'm0', attributes: { shape: [1_024, 1_024] } },
    ];
    for (let at = 0; at < products; at++) {
      chain.push({ op: 'MatMul', inputs: [`m${at}`, 'm0'], output: `p${at}` });
      chain.push({ op: 'Sigmoid', inputs: [`p${at}`], output: `m${at + 1}` });
    }
    return {
      ...graph,
      tensors: [...graph.tensors, { name: 'zero', dims: [], values: new Float32Array([0]) }],
      nodes: [
        ...graph.nodes.map((node) =>
          node.output === output ? { ...node, output: 'found' } : node,
        ),
        ...chain,
        { op: 'ReduceMax', inputs: [`m${products}`], output: 'top', attributes: { keepdims: 0 } },
        { op: 'Mul', inputs: ['top', 'zero'], output: 'nothing' },
        { op: 'Add', inputs: ['found', 'nothing'], output },
      ],
    };
  };

function lookUp(): OnnxGraph {
  const table = new Float32Array(VOCABULARY.length * LABELS.length);
  for (const [id, piece] of VOCABULARY.entries()) {
    table[id * LABELS.length + LABELS.indexOf(LABEL_OF[piece] ?? 'O')] = LOGIT;
  }
  const sequence = ['batch', 'tokens'];
  return {
    inputs: ['input_ids', 'attention_mask'].map((name) => ({
      name,
      type: 'int64',
      shape: sequence,
    })),
    outputs: [{ name: 'logits', type: 'float', shape: [...sequence, LABELS.length] }],
    tensors: [{ name: 'table', dims: [VOCABULARY.length, LABELS.length], values: table }],
    nodes: [{ op: 'Gather', inputs: ['table', 'input_ids'], output: 'logits' }],
  };
}
