import { documentOf } from '../document-of.js';
import type { OpenDocument } from '../edit.js';
import { Story } from '../story.js';
import { decodeText, encodeText } from '../../formats/text/decode-text.js';

/** A text as it is, in UTF-8 from then on. @throws DocumentFault */
export function openText(bytes: Uint8Array): OpenDocument {
  let text = decodeText(bytes);
  const story = new Story();
  story.add({ text, set: (put) => (text = put) });
  return documentOf({ prose: [story], loose: [], write: () => encodeText(text) });
}
