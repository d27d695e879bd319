import { documentOf } from '../document-of.js';
import type { OpenDocument } from '../edit.js';
import { tableStories, type TableCell } from '../table-stories.js';
import { cellsOf, delimiterOf, type CsvCell } from '../../formats/text/csv-cells.js';
import { decodeText, encodeText } from '../../formats/text/decode-text.js';

/** A table as text: cells are read without their quotes, and written with them where they need some. */
export function openCsv(bytes: Uint8Array): OpenDocument {
  const text = decodeText(bytes);
  const delimiter = delimiterOf(text);
  const cells = cellsOf(text, delimiter);
  return documentOf({
    prose: tableStories(rowsOf(cells, delimiter)),
    loose: [],
    write: () => encodeText(cells.map((cell) => written(cell, delimiter)).join('')),
  });
}

function* rowsOf(cells: readonly CsvCell[], delimiter: string): Iterable<readonly TableCell[]> {
  let row: TableCell[] = [];
  for (const cell of cells) {
    const slot = { text: cell.value, set: (put: string) => void (cell.value = put) };
    row.push({ column: row.length, slots: [slot] });
    if (cell.end === delimiter) continue;
    yield row;
    row = [];
  }
}

function written({ value, isQuoted, end }: CsvCell, delimiter: string): string {
  const needsQuotes = isQuoted || value.includes(delimiter) || /["\n\r]/.test(value);
  return (needsQuotes ? `"${value.replaceAll('"', '""')}"` : value) + end;
}
