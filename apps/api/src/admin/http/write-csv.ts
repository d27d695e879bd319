/** RFC 4180. What a spreadsheet would take for a formula begins with an apostrophe. */
function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(value);
  const text = !isNumber && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param columns names of the members that are written, in their order */
export function writeCsv<Row, Column extends keyof Row & string>(
  columns: readonly Column[],
  rows: readonly (Row & Readonly<Record<Column, string | number | null>>)[],
): string {
  const lines = rows.map((row) => columns.map((column) => csvCell(row[column])).join(','));
  return [columns.join(','), ...lines, ''].join('\r\n');
}
