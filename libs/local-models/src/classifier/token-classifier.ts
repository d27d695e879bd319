import type { InferenceSession } from 'onnxruntime-node';
import { BATCH_TOKENS } from '../limits.js';
import { sessionOptions, type Runtime } from '../runtime.js';
import { UnusableLocalModel } from '../unusable-local-model.js';
import type { FoundSpan } from './found-span.js';
import type { Label } from './labels.js';
import type { ClassifierFiles } from './manifest.js';
import { readPassage, type Passage } from './passage.js';
import { spansOf, type LabelledWord } from './spans.js';
import { depthIn, windowsOf, type Window } from './windows.js';
import { WordPieces } from './word-pieces.js';

const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids'];
const OUTPUT = 'logits';
const PROBE = 'Anna Kowalska, Bratislava';

/** On one core, so that there is one thread for each process, and no more. */
const SESSION = sessionOptions(1);

interface Sequence {
  readonly passage: number;
  readonly window: Window;
}

/** The best label so far of each word of a passage, and how deep in its window the word stood. */
interface Labelling {
  readonly passage: Passage;
  readonly labels: (LabelledWord | undefined)[];
  readonly depths: number[];
}

/** Finds spans in passages by an ONNX model with a label for each token. Its runs block whoever calls. */
export class TokenClassifier {
  private readonly pieces: WordPieces;
  private readonly room: number;

  private constructor(
    private readonly runtime: Runtime,
    private readonly session: InferenceSession,
    private readonly files: ClassifierFiles,
  ) {
    this.pieces = new WordPieces(files.tokenizer);
    const { front, back } = this.pieces;
    this.room = files.tokensMax - front.length - back.length;
  }

  /** Loads the model and tries it. @throws UnusableLocalModel */
  static async open(files: ClassifierFiles, runtime: Runtime): Promise<TokenClassifier> {
    const session = await runtime.InferenceSession.create(files.model, SESSION).catch(() => {
      throw new UnusableLocalModel(
        'model.onnx cannot be loaded: it is no ONNX graph, has weights in files of their own, or operators that this runtime does not know. Export it as one file with standard operators.',
      );
    });
    refuseOtherSigns(session);
    const classifier = new TokenClassifier(runtime, session, files);
    await classifier.classify([PROBE]).catch((fault: unknown) => {
      if (fault instanceof UnusableLocalModel) throw fault;
      throw new UnusableLocalModel(
        'model.onnx fails on a short text: its tokenizer.json is another model’s, or maxTokens is more than it takes.',
      );
    });
    return classifier;
  }

  async classify(texts: readonly string[]): Promise<readonly FoundSpan[]> {
    const labellings = texts.map((text): Labelling => {
      const passage = readPassage(text, this.pieces);
      return { passage, labels: [], depths: [] };
    });
    const sequences = labellings.flatMap(({ passage: { pieces } }, passage) =>
      windowsOf(pieces.length, this.room, this.files.strideTokens).map((window) => ({
        passage,
        window,
      })),
    );
    for (const batch of batchesOf(sequences)) await this.label(batch, labellings);
    return labellings.flatMap(({ labels }, passage) =>
      spansOf(labels.filter((label) => label !== undefined))
        .filter(({ kind, score }) => score >= (this.files.scoreMin.get(kind) ?? 0))
        .map((span) => ({ passage, ...span })),
    );
  }

  private async label(batch: readonly Sequence[], labellings: readonly Labelling[]): Promise<void> {
    const { length, logits } = await this.run(batch, labellings);
    const { labels } = this.files;
    const front = this.pieces.front.length;
    for (const [row, { passage, window }] of batch.entries()) {
      const labelling = labellings[passage] as Labelling;
      const { words, pieces } = labelling.passage;
      for (const [index, word] of words.entries()) {
        if (word.piece < window.from || word.piece >= window.to) continue;
        const depth = depthIn(window, word.piece, pieces.length);
        if (depth <= (labelling.depths[index] ?? -1)) continue;
        const token = row * length + front + word.piece - window.from;
        const { best, probability } = mostProbable(logits, token * labels.length, labels.length);
        labelling.labels[index] = { word, label: labels[best] as Label, probability };
        labelling.depths[index] = depth;
      }
    }
  }

  /** @returns logits as `[sequence, token, label]`, all sequences padded to `length` tokens */
  private async run(
    batch: readonly Sequence[],
    labellings: readonly Labelling[],
  ): Promise<{ readonly length: number; readonly logits: Float32Array }> {
    const { front, back, padding } = this.pieces;
    const rows = batch.map(({ passage, window: { from, to } }) => [
      ...front,
      ...(labellings[passage] as Labelling).passage.pieces.slice(from, to),
      ...back,
    ]);
    const length = Math.max(...rows.map((row) => row.length));
    const ids = new BigInt64Array(rows.length * length).fill(BigInt(padding));
    const mask = new BigInt64Array(rows.length * length);
    for (const [row, tokens] of rows.entries()) {
      for (const [at, id] of tokens.entries()) ids[row * length + at] = BigInt(id);
      mask.fill(1n, row * length, row * length + tokens.length);
    }
    const types = new BigInt64Array(rows.length * length);
    const dims = [rows.length, length];
    const feeds = Object.fromEntries(
      [ids, mask, types].map((values, index) => [
        INPUTS[index] as string,
        new this.runtime.Tensor('int64', values, dims),
      ]),
    );
    const wanted = Object.entries(feeds).filter(([name]) => this.session.inputNames.includes(name));
    const { [OUTPUT]: logits } = await this.session.run(Object.fromEntries(wanted));
    const { length: count } = this.files.labels;
    const isAsDeclared =
      logits?.data instanceof Float32Array && logits.dims.join() === [...dims, count].join();
    if (!isAsDeclared) {
      throw new UnusableLocalModel(
        `logits of model.onnx are no float32 of the form [batch, tokens, ${count}], one for each label of config.json.`,
      );
    }
    return { length, logits: logits.data };
  }
}

/** @throws UnusableLocalModel where the graph takes or gives something else */
function refuseOtherSigns({ inputNames, outputNames, inputMetadata }: InferenceSession): void {
  const isKnown =
    inputNames.every((name) => INPUTS.includes(name)) &&
    INPUTS.slice(0, 2).every((name) => inputNames.includes(name)) &&
    inputMetadata.every((input) => input.isTensor && input.type === 'int64');
  if (isKnown && outputNames.includes(OUTPUT)) return;
  throw new UnusableLocalModel(
    `model.onnx takes ${inputNames.join(', ')} and gives ${outputNames.join(', ')}. It must take ${INPUTS[0]} and ${INPUTS[1]}, may take ${INPUTS[2]} (int64, [batch, tokens]), and must give ${OUTPUT}. Export it as a token classifier.`,
  );
}

/** Sequences of like length together, so that little is padding. */
function batchesOf(sequences: readonly Sequence[]): readonly (readonly Sequence[])[] {
  const lengthOf = ({ window: { from, to } }: Sequence) => to - from;
  const batches: Sequence[][] = [];
  for (const sequence of sequences.toSorted((a, b) => lengthOf(a) - lengthOf(b))) {
    const last = batches.at(-1);
    if (last && lengthOf(sequence) * (last.length + 1) <= BATCH_TOKENS) last.push(sequence);
    else batches.push([sequence]);
  }
  return batches;
}

/** The largest of `count` logits from `at` on, and its share by softmax. @throws Error where one is no number */
function mostProbable(
  logits: Float32Array,
  at: number,
  count: number,
): { readonly best: number; readonly probability: number } {
  let best = 0;
  for (let label = 1; label < count; label++) {
    if ((logits[at + label] as number) > (logits[at + best] as number)) best = label;
  }
  const top = logits[at + best] as number;
  let sum = 0;
  for (let label = 0; label < count; label++) sum += Math.exp((logits[at + label] as number) - top);
  if (!Number.isFinite(sum)) throw new Error('a logit is no number');
  return { best, probability: 1 / sum };
}
