import type { Label } from './labels.js';
import type { PassageWord } from './passage.js';

/** A word with the label that the model gives it. */
export interface LabelledWord {
  readonly word: PassageWord;
  readonly label: Label;
  /** Of the label, from 0 to 1. */
  readonly probability: number;
}

export interface Span {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/**
 * The spans that labels make up. Labels that cannot follow each other are taken for what they most probably
 * mean: an `I` or `E` behind another type begins a span, a `B` within one ends it.
 * @returns in the order of their places; without the signs at their ends
 */
export function spansOf(labelled: readonly LabelledWord[]): readonly Span[] {
  const spans: Span[] = [];
  let open: LabelledWord[] = [];
  const close = (): void => {
    const span = spanOf(open);
    if (span) spans.push(span);
    open = [];
  };
  for (const one of labelled) {
    const { place, type } = one.label;
    const goesOn =
      (place === 'inside' || place === 'end') &&
      open[0] !== undefined &&
      open[0].label.type === type;
    if (!goesOn) close();
    if (place === 'outside') continue;
    open.push(one);
    if (place === 'end' || place === 'single') close();
  }
  close();
  return spans;
}

function spanOf(words: readonly LabelledWord[]): Span | undefined {
  const first = words.findIndex(({ word }) => word.isWord);
  const last = words.findLastIndex(({ word }) => word.isWord);
  const kind = words[0]?.label.kind;
  if (first < 0 || !kind) return undefined;
  const kept = words.slice(first, last + 1);
  const score = kept.reduce((sum, { probability }) => sum + probability, 0) / kept.length;
  return {
    kind,
    start: (kept[0] as LabelledWord).word.start,
    end: (kept.at(-1) as LabelledWord).word.end,
    score,
  };
}
