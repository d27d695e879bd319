import type { Task } from '../cell/task.js';
import { kindOf } from '../intake/kind-of.js';
import { ATTACHMENTS_MAX, OCR_PAGES_MAX } from '../limits.js';
import { openPages, type Declared } from './page-source.js';
import { textPages } from './text-pages.js';

/** How many pages a document has, with those of what is attached to it; none of them is recognised. */
export const countPages: Task<Declared, never, number> = async (
  [bytes = new Uint8Array()],
  declared,
  tools,
) => {
  await tools.step('open');
  const kind = kindOf(bytes, declared);
  if (kind === 'pdf' || kind === 'image') return (await openPages(bytes, declared, tools)).pages;
  const budget = {
    recognisedLeft: OCR_PAGES_MAX,
    attachmentsLeft: ATTACHMENTS_MAX,
    pictureShareMax: 1,
    languages: null,
  };
  return (await textPages(bytes, declared, budget, tools)).length;
};
