const DELIMITERS = [',', ';', '\t', '|'];
/** Of the head, in which the sign that parts cells is counted. */
const HEAD_CHARS = 8_192;

export interface CsvCell {
  value: string;
  readonly isQuoted: boolean;
  /** The sign behind it: of cells, of lines, or nothing at the end. */
  readonly end: string;
}

/** The sign that parts cells, by which there are most of in the head. */
export function delimiterOf(text: string): string {
  const head = text.slice(0, HEAD_CHARS);
  const counted = DELIMITERS.map((sign) => ({ sign, count: head.split(sign).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}

/** Cells without their quotes, one after the other. */
export function cellsOf(text: string, delimiter: string): readonly CsvCell[] {
  const cells: CsvCell[] = [];
  for (let at = 0; at < text.length;) {
    const isQuoted = text[at] === '"';
    let value = '';
    if (isQuoted) {
      const end = closingQuote(text, at);
      value = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    }
    const from = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at++;
    value += text.slice(from, at).replace(/\r$/, '');
    const newline = text[at - 1] === '\r' ? '\r\n' : '\n';
    const end = at >= text.length ? '' : text[at] === '\n' ? newline : delimiter;
    at++;
    cells.push({ value, isQuoted, end });
  }
  return cells;
}

/** Of the quote at `at`; a doubled one is a sign of the cell. */
function closingQuote(text: string, at: number): number {
  for (let index = text.indexOf('"', at + 1); index >= 0; index = text.indexOf('"', index + 2)) {
    if (text[index + 1] !== '"') return index;
  }
  return text.length;
}
