import { cellsOf, delimiterOf } from '../formats/text/csv-cells.js';
import { decodeText } from '../formats/text/decode-text.js';
import { documentOf, pageOf, type ReadDocument } from './document-page.js';
import { sheetContents } from './sheet-contents.js';
import { onOneLine } from './words.js';

/** A table as text, cells without their quotes. @throws DocumentFault */
export function readCsv(bytes: Uint8Array): ReadDocument {
  const text = decodeText(bytes);
  const delimiter = delimiterOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  for (const { value, end } of cellsOf(text, delimiter)) {
    row.push(onOneLine(value));
    if (end === delimiter) continue;
    if (row.some((cell) => cell !== '')) rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return documentOf([pageOf({ body: sheetContents(rows, rows.length) })]);
}
