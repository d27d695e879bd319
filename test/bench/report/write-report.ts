import type { SubjectName } from '../measure/subjects.js';
import { NOISE_SHARE } from '../plan.js';
import type { Results } from '../run.js';
import type { Facts } from './facts.js';
import type { Verdict } from './judge.js';
import type { Spread } from './spread.js';
import type { Row } from './summary.js';

const TITLES: Readonly<Record<SubjectName, string>> = {
  direct: 'mock alone',
  bare: 'bare proxy',
  portkey: 'Portkey',
  ours: 'ours',
  'ours-findings': 'ours, findings',
};
const DECIMALS = { '/s': 0, ms: 2, us: 0, '%': 0, MB: 0 } as const;
const SHOW_SPREAD_FROM = 2; // Rounds; a single one has no spread.
const ONE_ROUND = 'One round: errors show, speed does not.';
export interface Report {
  readonly facts: Facts;
  readonly rounds: number;
  readonly results: Results;
  readonly rows: readonly Row[];
  readonly verdicts: readonly Verdict[];
}

export function writeReport({ facts, rounds, results, rows, verdicts }: Report): string {
  const subjects = (Object.keys(TITLES) as SubjectName[]).filter((subject) =>
    rows.some((row) => row.bySubject.has(subject)),
  );
  const head = ['', ...subjects.map((subject) => TITLES[subject])];
  const lines = rows.map((row) => [
    `${row.label} [${row.unit}]`,
    ...subjects.map((subject) => cell(row, row.bySubject.get(subject), rounds)),
  ]);
  return [
    factLines(facts),
    noiseLine(results),
    rounds >= SHOW_SPREAD_FROM ? `Median of ${rounds} rounds (lowest-highest).` : ONE_ROUND,
    table([head, ...lines]),
    streamLines(results),
    verdicts.length > 0 ? table(verdicts.map(verdictLine)) : '',
    faultLines(results),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

function factLines(facts: Facts): string {
  return [
    `${facts.cpu}, ${facts.cores} cores, ${facts.memoryMb} MB; ${facts.system}`,
    `Node ${facts.node}, PostgreSQL ${facts.postgres}, Portkey ${facts.portkey}; ${
      facts.isPinned ? 'target on core 0, generator and mock upstream on core 1' : 'not pinned'
    }`,
    ...facts.warnings.map((warning) => `Note: ${warning}`),
  ].join('\n');
}

function noiseLine({ measurements }: Results): string {
  const shares = measurements.map((measurement) => measurement.othersCoreShare ?? 0);
  const largest = Math.max(...shares);
  if (largest < NOISE_SHARE) return '';
  return `Note: the machine was not quiet. Other processes took up to ${(largest * 100).toFixed(0)} % of a core during a measurement; the table has the share of each.`;
}

function cell({ unit }: Row, spread: Spread | undefined, rounds: number): string {
  if (!spread) return 'n/a';
  const number = (value: number) => value.toFixed(DECIMALS[unit]);
  if (rounds < SHOW_SPREAD_FROM || spread.min === spread.max) return number(spread.median);
  return `${number(spread.median)} (${number(spread.min)}-${number(spread.max)})`;
}

function streamLines({ streams, books }: Results): string {
  const lines: string[] = [];
  const megabytes = (value: number | null) => (value === null ? 'n/a' : `${value.toFixed(0)} MB`);
  for (const of of streams) {
    lines.push(
      `${TITLES[of.subject]}, ${of.streams} open streams: ${megabytes(of.openMb)} (until then ${megabytes(of.beforeMb)}; PostgreSQL apart: ${megabytes(of.databaseMb)}); ${of.ended} ended well.`,
    );
  }
  if (books) {
    lines.push(
      `Books: ${books.calls} calls answered, ${books.auditRows} audit rows, ${books.ledgerEntries} ledger entries, ${books.openIntents} open intents.`,
    );
  }
  return lines.join('\n');
}

const verdictLine = ({ target, bound, found, result }: Verdict): string[] => [
  target,
  bound,
  found === null ? 'n/a' : found.toFixed(found < 10 ? 2 : 0),
  result,
];

const faultLines = ({ faults }: Results): string =>
  faults.length === 0 ? '' : ['The run failed:', ...faults.map((fault) => `- ${fault}`)].join('\n');

/** The first column to the left, numbers to the right. */
function table(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((text, column) => {
          const width = widths[column] ?? 0;
          return column === 0 ? text.padEnd(width) : text.padStart(width);
        })
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}
