import type { CleanedDocuments } from '#call';
import { applyEdits, type Edit } from '#kernel';

export interface PlacedEdits {
  readonly text: string;
  /** Where the clean ones stand in it. */
  readonly spans: CleanedDocuments['spans'];
}

/** Brings edits into a text and says where they came to stand. */
export function placeEdits(
  text: string,
  edits: readonly (Edit & { readonly isClean: boolean })[],
): PlacedEdits {
  let shift = 0;
  const spans = edits
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ start, end, text: put, isClean }) => {
      const from = start + shift;
      shift += put.length - (end - start);
      return isClean ? [{ start: from, end: from + put.length }] : [];
    });
  return { text: applyEdits(text, edits), spans };
}
