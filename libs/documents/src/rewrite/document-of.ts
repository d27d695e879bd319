import type { OpenDocument } from './edit.js';
import { DocumentFault } from '../document-fault.js';
import { TEXT_CHARS_MAX } from '../limits.js';
import type { Story } from './story.js';

/**
 * A document of stories.
 * @param write called once, when the words are changed
 * @throws DocumentFault
 */
export function documentOf({
  prose,
  loose,
  pictures = [],
  write,
}: {
  readonly prose: readonly Story[];
  readonly loose: readonly Story[];
  readonly pictures?: readonly Uint8Array[];
  readonly write: (pictures: readonly (Uint8Array | null)[]) => Uint8Array;
}): OpenDocument {
  const stories = [
    ...prose.map((story) => ({ story, isProse: true })),
    ...loose.map((story) => ({ story, isProse: false })),
  ].filter(({ story }) => story.text.trim() !== '');
  const chars = stories.reduce((sum, { story }) => sum + story.text.length, 0);
  if (chars > TEXT_CHARS_MAX) throw new DocumentFault('document_too_large_to_scan');
  return {
    texts: stories.map(({ story, isProse }) => ({ text: story.text, isProse })),
    pictures: pictures.map((bytes) => ({ bytes })),
    write(edits, given) {
      for (const [index, { story }] of stories.entries()) story.apply(edits[index] ?? []);
      return write(given);
    },
  };
}
