import type { FoundValue, KnownValue, SearchedText, ValueFinder, ValueOrder } from '#call';
import type { Edit } from '../rewrite/edit.js';
import { editsOf } from './edits-of.js';
import { TagBook, withoutForeignTags } from './tag-book.js';

/** Times that a document is written anew because its own result still showed something. */
const ROUNDS_MAX = 3;

/** How a document is read, written and read again; each in whatever process it may. */
export interface Rewriting<Written> {
  readonly texts: readonly SearchedText[];
  write(edits: readonly (readonly Edit[])[]): Promise<Written>;
  /** What was written, as it reads to somebody who did not write it, and whether a value is left anywhere in it. */
  lookAgain(written: Written, values: readonly string[]): Promise<SecondLook>;
}

export interface SecondLook {
  readonly texts: readonly SearchedText[];
  readonly isLeaking: boolean;
}

export interface Rewritten<Written> {
  readonly written: Written;
  readonly tags: TagBook;
  /** Values in each of the texts. */
  readonly found: readonly (readonly FoundValue[])[];
}

/**
 * Puts tags in the place of values until nothing is found in the result, by the same eyes and by others.
 * @returns null where something is found still: then nothing may be handed out
 */
export async function anonymizeTexts<Written>(
  document: Rewriting<Written>,
  finder: Pick<ValueFinder, 'find'>,
  order: Omit<ValueOrder, 'known'>,
): Promise<Rewritten<Written> | null> {
  const { texts } = document;
  const searched = texts.map((one) => ({ ...one, text: withoutForeignTags(one.text) }));
  const known: KnownValue[] = [];
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const tags = new TagBook();
    const found = await finder.find(searched, { ...order, known });
    const edits = texts.map(({ text }, index) => editsOf(text, found[index] ?? [], tags));
    const written = await document.write(edits);
    const values = [...tags.spellings, ...order.remove];
    const again = await document.lookAgain(written, values);
    const left = (
      await finder.find(again.texts, { ...order, known: tags.mapping.map(asKnown) })
    ).flat();
    if (left.length === 0) return again.isLeaking ? null : { written, tags, found };
    known.push(...left);
  }
  return null;
}

const asKnown = ({
  type,
  value,
}: {
  readonly type: string;
  readonly value: string;
}): KnownValue => ({
  kind: type,
  value,
});
