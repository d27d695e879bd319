import { runAtOnce } from '#kernel';
import type { NameModel } from '../../../libs/dlp/src/scan/names/model.js';
import { findNames } from '../../../libs/dlp/src/scan/names/find-names.js';
import type { Document, NameKind } from '../corpora/document.js';

/** Counted by exact spans. */
export interface NameFigures {
  readonly names: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

const KINDS: readonly NameKind[] = ['person_name', 'location', 'organization'];
const SCORE_MIN = 0.5;

/** How well the detector alone finds the names of documents, each a conversation of its own. */
export function scoreNames(
  documents: readonly Document[],
  model: NameModel,
): Readonly<Record<NameKind, NameFigures>> {
  const counts = KINDS.map(() => ({ right: 0, found: 0, marked: 0 }));
  for (const { text, names } of documents) {
    const findings = runAtOnce(findNames(text, model)).filter(({ score }) => score >= SCORE_MIN);
    for (const [index, kind] of KINDS.entries()) {
      const count = counts[index] as (typeof counts)[number];
      const marked = new Set(names.filter((name) => name.kind === kind).map(keyOf));
      const found = findings.filter((finding) => finding.kind === kind).map(keyOf);
      count.marked += marked.size;
      count.found += found.length;
      count.right += found.filter((key) => marked.has(key)).length;
    }
  }
  return Object.fromEntries(
    KINDS.map((kind, index) => [kind, figuresOf(counts[index] as (typeof counts)[number])]),
  ) as Record<NameKind, NameFigures>;
}

const keyOf = ({ start, end }: { readonly start: number; readonly end: number }) =>
  `${start}:${end}`;

function figuresOf({
  right,
  found,
  marked,
}: {
  right: number;
  found: number;
  marked: number;
}): NameFigures {
  const rounded = (share: number) => Math.round(share * 1_000) / 1_000;
  return {
    names: marked,
    precision: rounded(right / Math.max(1, found)),
    recall: rounded(right / Math.max(1, marked)),
    f1: rounded((2 * right) / Math.max(1, found + marked)),
  };
}
