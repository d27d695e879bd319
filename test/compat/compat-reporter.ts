import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Place } from './matrix.js';

const COLUMNS_MAX = 13; // What a terminal shows without a break.

/** Prints clients against families, how many cases passed in each cell, and what has no cell. */
// oxlint-disable-next-line import/no-default-export -- The runner takes a reporter's default export.
export default class CompatReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.map((module) => [...module.children.allTests()]);
    for (const some of tests) process.stdout.write(tableOf(some) + missingIn(some));
    const all = tests.flat();
    process.stdout.write(all.map(failureOf).join(''));
    const count = (state: string) => all.filter((test) => test.result().state === state).length;
    const cells = all.filter((test) => placeOf(test) && test.result().state === 'passed').length;
    process.stdout.write(
      `\n${count('passed')} passed, ${count('failed')} failed; ${cells} cells passed\n`,
    );
  }
}

const MESSAGE_CHARS_MAX = 2_000; // What a client writes to its output may be screens of it.

function failureOf(test: TestCase): string {
  const { state, errors } = test.result();
  if (state !== 'failed') return '';
  const messages = errors.map(({ message }) => message.slice(-MESSAGE_CHARS_MAX));
  return `\nFAILED ${test.fullName}\n${messages.join('\n')}\n`;
}

const placeOf = (test: TestCase): Place | undefined => test.meta().place;

function tableOf(tests: readonly TestCase[]): string {
  const cells = new Map<string, Map<string, { passed: number; total: number }>>();
  for (const test of tests) {
    const place = placeOf(test);
    if (!place || test.result().state === 'skipped') continue;
    const row = cells.get(place.client) ?? new Map();
    cells.set(place.client, row);
    const cell = row.get(place.family) ?? { passed: 0, total: 0 };
    row.set(place.family, cell);
    cell.total++;
    if (test.result().state === 'passed') cell.passed++;
  }
  const columns = [...new Set([...cells.values()].flatMap((row) => [...row.keys()]))];
  const blocks = Array.from({ length: Math.ceil(columns.length / COLUMNS_MAX) }, (_, at) =>
    columns.slice(at * COLUMNS_MAX, (at + 1) * COLUMNS_MAX),
  );
  return blocks
    .map((some) => [
      ['client', ...some],
      ...[...cells].map(([client, row]) => [
        client,
        ...some.map((column) => {
          const cell = row.get(column);
          return cell ? `${cell.passed}/${cell.total}` : '–';
        }),
      ]),
    ])
    .map((lines) => `\n${aligned(lines)}\n`)
    .join('');
}

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, at) =>
    Math.max(...lines.map((line) => line[at]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function missingIn(tests: readonly TestCase[]): string {
  const missing = tests.flatMap((test) => test.meta().missing ?? []);
  if (missing.length === 0) return '';
  return `\nNo cell, and not counted:\n${missing.map((line) => `  ${line}\n`).join('')}`;
}
