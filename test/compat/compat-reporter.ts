import type { Reporter, TestModule } from 'vitest/node';
import type { Place } from './matrix.js';

/** Prints clients against families, how many cases passed in each cell, and what has no cell. */
// oxlint-disable-next-line import/no-default-export -- The runner takes a reporter's default export.
export default class CompatReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const cells = new Map<string, Map<string, { passed: number; total: number }>>();
    for (const test of tests) {
      const { place }: { readonly place?: Place } = test.meta();
      if (!place) continue;
      const row = cells.get(place.client) ?? new Map();
      cells.set(place.client, row);
      const cell = row.get(place.family) ?? { passed: 0, total: 0 };
      row.set(place.family, cell);
      cell.total++;
      if (test.result().state === 'passed') cell.passed++;
    }
    const columns = [...new Set([...cells.values()].flatMap((row) => [...row.keys()]))];
    const lines = [
      ['client', ...columns],
      ...[...cells].map(([client, row]) => [
        client,
        ...columns.map((column) => {
          const cell = row.get(column);
          return cell ? `${cell.passed}/${cell.total}` : '–';
        }),
      ]),
    ];
    const widths = ['client', ...columns].map((_, at) =>
      Math.max(...lines.map((line) => line[at]?.length ?? 0)),
    );
    const text = lines.map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
    const missing = tests.flatMap((test) => test.meta().missing ?? []);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    process.stdout.write(`\n${text.join('\n')}\n`);
    if (missing.length > 0) {
      process.stdout.write(
        `\nNo cell, and not counted:\n${missing.map((line) => `  ${line}\n`).join('')}`,
      );
    }
    process.stdout.write(`\n${count('passed')} passed, ${count('failed')} failed\n`);
  }
}
