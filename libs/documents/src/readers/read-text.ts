import { decodeText } from '../formats/text/decode-text.js';
import { documentOf, pageOf, type ReadDocument } from './document-page.js';
import { paragraph } from './words.js';

/** A text as it stands. @throws DocumentFault */
export function readText(bytes: Uint8Array): ReadDocument {
  const text = decodeText(bytes);
  return documentOf([pageOf({ body: text.trim() === '' ? [] : [paragraph(text.trimEnd())] })]);
}
