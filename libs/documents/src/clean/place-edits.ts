import type { CleanedDocuments } from '#call';
import { applyEdits, type Edit } from '#kernel';

export interface PlacedEdits {
  readonly text: string;
  /** Where they stand in it. */
  readonly all: CleanedDocuments['spans'];
  /** The same of the clean ones. */
  readonly spans: CleanedDocuments['spans'];
}

/** Brings edits into a text and says where they came to stand. */
export function placeEdits(
  text: string,
  edits: readonly (Edit & { readonly isClean: boolean })[],
): PlacedEdits {
  let shift = 0;
  const placed = edits
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, text: put, isClean }) => {
      const from = start + shift;
      shift += put.length - (end - start);
      return { span: { start: from, end: from + put.length }, isClean };
    });
  return {
    text: applyEdits(text, edits),
    all: placed.map(({ span }) => span),
    spans: placed.flatMap(({ span, isClean }) => (isClean ? [span] : [])),
  };
}
