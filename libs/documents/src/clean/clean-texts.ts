import type { SearchedText, ValueFinder, ValueOrder } from '#call';
import { anonymizeTexts, type Rewritten } from '../anonymize/anonymize-texts.js';
import type { CellDoor } from '../cell/cell.js';
import { applyEdits } from '../rewrite/edit.js';

export interface TextsToClean {
  readonly texts: readonly string[];
  /** What stands here is sought in all of them, and not written. */
  readonly alsoSearched?: readonly string[];
}

/**
 * Texts of one document with tags in the place of values.
 * @returns null where something is found in the result still: then it may not be used
 */
export const cleanTexts = (
  { texts, alsoSearched = [] }: TextsToClean,
  { cell, finder }: { readonly cell: CellDoor; readonly finder: Pick<ValueFinder, 'find'> },
  order: Omit<ValueOrder, 'known'>,
): Promise<Rewritten<readonly string[]> | null> =>
  anonymizeTexts(
    {
      texts: asSearched([...texts, ...alsoSearched]),
      write: (edits) =>
        Promise.resolve(
          texts.map((text, index) =>
            edits[index]?.length ? applyEdits(text, edits[index]) : text,
          ),
        ),
      lookAgain: async (written, values) => {
        const { isLeaking } = await cell.run('readAgain', {
          documents: [new TextEncoder().encode(written.join('\n'))],
          options: { kind: 'text', values },
          ended: order.ended,
          isFresh: true,
        });
        return { texts: asSearched(written), isLeaking };
      },
    },
    finder,
    order,
  );

export const asSearched = (texts: readonly string[]): readonly SearchedText[] =>
  texts.map((text) => ({ text, isProse: true }));
