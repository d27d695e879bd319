import { Evidence } from '../../../libs/dlp/src/scan/names/evidence.js';
import { cueBefore, FEATURES, featuresOf } from '../../../libs/dlp/src/scan/names/features.js';
import {
  Chain,
  LABELS,
  NO_NAME,
  ORGANISATION_NAME,
  PERSON,
  PLACE,
} from '../../../libs/dlp/src/scan/names/tagger.js';
import { WINDOW_CHARS, type Tokens } from '../../../libs/dlp/src/scan/names/tokens.js';
import { WindowReader, type Lists } from '../../../libs/dlp/src/scan/names/window-reader.js';
import type { Document, MarkedName, NameKind } from '../corpora/document.js';
import type { Weights } from './train-chain.js';
import type { ScoredExample } from './train-evidence.js';

/** A run of words as the tagger reads it, with the labels that people gave. */
export interface Example {
  /** `FEATURES` for each word. */
  readonly rows: Int32Array;
  readonly labels: Uint8Array;
  /** Of each word: where it stands and its hash, three numbers. */
  readonly words: Int32Array;
}

const LABEL_OF: Readonly<Record<NameKind, number>> = {
  person_name: PERSON,
  location: PLACE,
  organization: ORGANISATION_NAME,
};

/** Makes examples with the very code that reads requests. */
export class ExampleReader {
  private lists: Lists = { flagsOf: () => 0, languagesOf: () => 0 };
  private readonly reader = new WindowReader({
    flagsOf: (hash) => this.lists.flagsOf(hash),
    languagesOf: (hash) => this.lists.languagesOf(hash),
  });

  constructor(private readonly bits: number) {}

  /** @param lists as the document is to find them */
  examplesOf({ text, names }: Document, lists: Lists): readonly Example[] {
    this.lists = lists;
    const examples: Example[] = [];
    for (let from = 0; from < text.length; from += WINDOW_CHARS) {
      this.reader.read(text, from, Math.min(text.length, from + WINDOW_CHARS));
      const { tokens, segments } = this.reader;
      for (let at = 0; at < segments.count; at++) {
        const run = { from: segments.from[at] as number, to: segments.to[at] as number };
        examples.push(exampleOf(text, names, tokens, run, this.reader.language, this.bits));
      }
    }
    return examples;
  }
}

function exampleOf(
  text: string,
  names: readonly MarkedName[],
  tokens: Tokens,
  { from, to }: { readonly from: number; readonly to: number },
  language: number,
  bits: number,
): Example {
  const segment = { from, to, cue: cueBefore(tokens, from), language };
  const rows = new Int32Array((to - from) * FEATURES);
  const labels = new Uint8Array(to - from);
  const words = new Int32Array((to - from) * 3);
  for (let word = from; word < to; word++) {
    const at = word - from;
    featuresOf(text, tokens, word, segment, bits, rows, at * FEATURES);
    labels[at] = labelAt(names, tokens, word);
    words.set(
      [tokens.start[word] as number, tokens.end[word] as number, tokens.hash[word] as number],
      at * 3,
    );
  }
  return { rows, labels, words };
}

/** A document's examples as a model scores them that was trained without the document. */
export function scoreExamples(
  { text }: Document,
  examples: readonly Example[],
  { rows, transitions }: Weights,
): readonly ScoredExample[] {
  const chain = new Chain(transitions);
  const evidence = new Evidence();
  const read = examples.map((example) => {
    const words = example.labels.length;
    chain.scores.fill(0, 0, words * LABELS);
    for (let index = 0; index < example.rows.length; index++) {
      const at = Math.floor(index / FEATURES) * LABELS;
      for (let label = 0; label < LABELS; label++) {
        chain.scores[at + label] =
          (chain.scores[at + label] as number) +
          (rows[(example.rows[index] as number) * LABELS + label] as number);
      }
    }
    const scores = Float32Array.from(chain.scores.subarray(0, words * LABELS));
    chain.infer(words);
    const posteriors = Float32Array.from(chain.posteriors.subarray(0, words * LABELS));
    for (let word = 0; word < words; word++) {
      evidence.add(placed(text, example, word), posteriors, word * LABELS);
    }
    return { example, scores, posteriors };
  });
  return read.map(({ example, scores, posteriors }) => {
    const found = new Int32Array(example.labels.length * 2);
    for (let word = 0; word < example.labels.length; word++) {
      evidence.rowsOf(
        placed(text, example, word),
        posteriors,
        word * LABELS,
        found.subarray(2 * word),
      );
    }
    return { scores, rows: found, labels: example.labels, transitions };
  });
}

const placed = (text: string, { words }: Example, word: number) => ({
  text,
  start: words[word * 3] as number,
  end: words[word * 3 + 1] as number,
  hash: words[word * 3 + 2] as number,
});

function labelAt(names: readonly MarkedName[], tokens: Tokens, word: number): number {
  const start = tokens.start[word] as number;
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] as MarkedName).end <= start) low = middle + 1;
    else high = middle;
  }
  const name = names[low];
  return name && name.start <= start ? LABEL_OF[name.kind] : NO_NAME;
}
