import type { Reporter, TestModule } from 'vitest/node';
import type { Row } from './table.js';

/** Prints what the tests of a run noted by `addRow`, one table for each set of columns, with sums. */
// oxlint-disable-next-line import/no-default-export -- The runner takes a reporter's default export.
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tables = new Map<string, Row[]>();
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        for (const row of test.meta().rows ?? []) {
          const columns = Object.keys(row).join('\t');
          tables.set(columns, [...(tables.get(columns) ?? []), row]);
        }
      }
    }
    for (const rows of tables.values()) process.stdout.write(`\n${tableOf(rows)}\n`);
  }
}

function tableOf(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [
    columns,
    ...[...rows, sumOf(columns, rows)].map((row) => columns.map((column) => String(row[column]))),
  ];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const isNumber = columns.map((column) => typeof rows[0]?.[column] === 'number');
  const write = (line: readonly string[]) =>
    line
      .map((cell, at) =>
        isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2));
  const [head = [], ...body] = lines;
  return [
    write(head),
    rule,
    ...body.slice(0, -1).map(write),
    rule,
    ...body.slice(-1).map(write),
  ].join('\n');
}

/** Texts have no sum; the first of them says what the line is. */
function sumOf(columns: readonly string[], rows: readonly Row[]): Row {
  return Object.fromEntries(
    columns.map((column, at) => {
      if (typeof rows[0]?.[column] !== 'number') return [column, at === 0 ? 'in all' : ''];
      return [column, rows.reduce((sum, row) => sum + Number(row[column]), 0)];
    }),
  );
}
