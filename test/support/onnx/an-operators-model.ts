import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SPECIAL, wordPieceTokenizer } from './word-piece-tokenizer.js';
import { writeOnnx, type OnnxGraph, type OnnxNode } from './write-onnx.js';

/** Words that the models know; what a question asks is not among them. */
const WORDS = ['code', 'poem', 'hello', 'lamp', 'item', 'missing', 'order'];
export const OPTION_MARKER = '<<OPTION>>';
const VOCABULARY = [...SPECIAL, OPTION_MARKER, ...WORDS, 'a', 'is', 'it', '?'];
/** How much a word that is shared says: e⁶ to none. */
const LOGIT = 6;
/** In the order of the classes; what the configuration calls them is for the import to read. */
const CLASSES = ['contradiction', 'neutral', 'entailment'];

export interface OperatorsModelOptions {
  readonly graph?: (graph: OnnxGraph) => OnnxGraph;
}

/**
 * A folder as exporters write one, with a model of some kB whose answer is the option that shares a word with the
 * state. Gone with the test's end.
 */
export function anOperatorsModel(
  adapter: 'nli-pair' | 'packed-encoder',
  options: OperatorsModelOptions = {},
): string {
  const folder = keptOperatorsModel(adapter, options);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same, for whoever removes it. */
export function keptOperatorsModel(
  adapter: 'nli-pair' | 'packed-encoder',
  { graph = (plain) => plain }: OperatorsModelOptions = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'gw-operators-'));
  const put = (name: string, content: string | Buffer) =>
    writeFileSync(join(folder, name), content);
  const plain = adapter === 'nli-pair' ? pairGraph() : packedGraph();
  put('model.onnx', writeOnnx(graph(plain)));
  const tokenizer = wordPieceTokenizer(VOCABULARY, [...SPECIAL, OPTION_MARKER]);
  put('tokenizer.json', JSON.stringify(tokenizer));
  if (adapter === 'nli-pair') put('config.json', JSON.stringify({ id2label: { ...CLASSES } }));
  return folder;
}

/** A one for each known word in its own column. */
function table(): Float32Array {
  const values = new Float32Array(VOCABULARY.length * WORDS.length);
  for (const [column, word] of WORDS.entries()) {
    values[VOCABULARY.indexOf(word) * WORDS.length + column] = 1;
  }
  return values;
}

const ids = (name: string) => ({ name, type: 'int64', shape: [1, 'tokens'] }) as const;
const node = (
  op: string,
  inputs: readonly string[],
  output: string,
  attributes = {},
): OnnxNode => ({
  op,
  inputs,
  output,
  attributes,
});
const FLOAT = 1; // As `Cast` names types.

const SHARED = [
  { name: 'table', dims: [VOCABULARY.length, WORDS.length], values: table() },
  { name: 'said', dims: [WORDS.length, 1], values: new Float32Array(WORDS.length).fill(LOGIT) },
  { name: 'last', dims: [1], values: new BigInt64Array([2n]) },
  { name: 'one', dims: [1], values: new Float32Array([1]) },
];

/** Entailment by the words that both texts have; the other classes are at nought. */
const pairGraph = (): OnnxGraph => ({
  inputs: ['input_ids', 'attention_mask', 'token_type_ids'].map(ids),
  outputs: [{ name: 'logits', type: 'float', shape: [1, CLASSES.length] }],
  tensors: [...SHARED, { name: 'nought', dims: [1, 1], values: new Float32Array([0]) }],
  nodes: [
    node('Gather', ['table', 'input_ids'], 'words'),
    node('Cast', ['token_type_ids'], 'second_flat', { to: FLOAT }),
    node('Unsqueeze', ['second_flat', 'last'], 'second'),
    node('Sub', ['one', 'second'], 'first'),
    node('Mul', ['words', 'first'], 'words_of_state'),
    node('Mul', ['words', 'second'], 'words_of_option'),
    node('ReduceMax', ['words_of_state'], 'state', { axes: [1], keepdims: 0 }),
    node('ReduceMax', ['words_of_option'], 'option', { axes: [1], keepdims: 0 }),
    node('Mul', ['state', 'option'], 'shared'),
    node('MatMul', ['shared', 'said'], 'entailment'),
    node('Concat', ['nought', 'nought', 'entailment'], 'logits', { axis: 1 }),
  ],
});

/** At each token the words that it sees twice: an option's marker sees the state and the option. */
const packedGraph = (): OnnxGraph => ({
  inputs: [
    ids('input_ids'),
    ids('attention_mask'),
    ids('position_ids'),
    { name: 'block_mask', type: 'bool', shape: [1, 'tokens', 'tokens'] },
  ],
  outputs: [{ name: 'logits', type: 'float', shape: [1, 'tokens', 1] }],
  tensors: SHARED,
  nodes: [
    node('Gather', ['table', 'input_ids'], 'words'),
    node('Cast', ['block_mask'], 'sees', { to: FLOAT }),
    node('MatMul', ['sees', 'words'], 'seen'),
    node('Sub', ['seen', 'one'], 'again'),
    node('Relu', ['again'], 'twice'),
    node('MatMul', ['twice', 'said'], 'logits'),
  ],
});

/** Gives each token a logit by where it stands, whoever it belongs to. */
export const byPlace = (graph: OnnxGraph): OnnxGraph => ({
  ...graph,
  inputs: [ids('input_ids')],
  tensors: [{ name: 'axis', dims: [1], values: new BigInt64Array([1n]) }, ...SHARED],
  nodes: [
    node('Cast', ['input_ids'], 'floats', { to: FLOAT }),
    node('CumSum', ['floats', 'axis'], 'sums'),
    node('Sin', ['sums'], 'waves'),
    node('Unsqueeze', ['waves', 'last'], 'logits'),
  ],
});

/** Says a little more or less with each run. */
export const withNoise = (graph: OnnxGraph): OnnxGraph => ({
  ...graph,
  nodes: [
    ...graph.nodes.map((one) => (one.output === 'logits' ? { ...one, output: 'steady' } : one)),
    node('RandomUniform', [], 'noise', { shape: [1, CLASSES.length] }),
    node('Add', ['steady', 'noise'], 'logits'),
  ],
});
