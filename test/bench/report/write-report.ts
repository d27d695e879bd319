import type { SubjectName } from '../measure/subjects.js';
import { NOISE_SHARE, type Options } from '../plan.js';
import type { ProtectionMeasurements } from '../protection/measure-protection.js';
import { writeProtection } from '../protection/write-protection.js';
import type { Results } from '../run.js';
import type { RowBooks } from '../targets/compare-books.js';
import { numberCell, titlesOf } from './cells.js';
import type { Change, ChangeVerdict } from './changes.js';
import type { Facts } from './facts.js';
import type { Verdict } from './judge.js';
import { lengthsOf } from './lengths.js';
import type { Row } from './summary.js';
import { table } from './table.js';
import { writeLengths } from './write-lengths.js';
import { writeChanges } from './write-changes.js';

const ONE_ROUND = 'One round: errors show, speed does not.';

type Titles = ReturnType<typeof titlesOf>;

export interface Report {
  readonly facts: Facts;
  readonly options: Options;
  readonly results: Results;
  readonly rows: readonly Row[];
  readonly protection: ProtectionMeasurements | null;
  readonly verdicts: readonly Verdict[];
  readonly changes: readonly Change[];
  readonly changeVerdicts: readonly ChangeVerdict[];
}

export function writeReport(report: Report): string {
  const { facts, results, rows, protection, verdicts, changes, changeVerdicts } = report;
  const { rounds, against } = report.options;
  const titles = titlesOf(against);
  const subjects = (Object.keys(titles) as SubjectName[]).filter((subject) =>
    rows.some((row) => row.bySubject.has(subject)),
  );
  const head = ['', ...subjects.map((subject) => titles[subject])];
  const lines = rows.map((row) => [
    `${row.label} [${row.unit}]`,
    ...subjects.map((subject) => numberCell(row.bySubject.get(subject), row.unit)),
  ]);
  return [
    factLines(facts),
    noiseLine(results),
    rounds > 1 ? `Median of ${rounds} rounds (lowest-highest).` : ONE_ROUND,
    subjects.length > 0 ? table([head, ...lines]) : '',
    writeLengths(lengthsOf(results.measurements), titles),
    protection ? writeProtection(protection, titles) : '',
    recordLines(results, titles),
    verdicts.length > 0 ? table(verdicts.map(verdictLine)) : '',
    changes.length > 0 ? writeChanges(changes, changeVerdicts, titles.before) : '',
    faultLines(results),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

function factLines(facts: Facts): string {
  return [
    `${facts.cpu}, ${facts.cores} cores, ${facts.memoryMb} MB; ${facts.system}`,
    `Node ${facts.node}, PostgreSQL ${facts.postgres}, Portkey ${facts.portkey}, llms ${facts.llms}; ${
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

function recordLines({ streams, books, booksBefore }: Results, titles: Titles): string {
  const lines: string[] = [];
  const megabytes = (value: number | null) => (value === null ? 'n/a' : `${value.toFixed(0)} MB`);
  for (const of of streams) {
    lines.push(
      `${titles[of.subject]}, ${of.streams} open streams: ${megabytes(of.openMb)} (until then ${megabytes(of.beforeMb)}; PostgreSQL apart: ${megabytes(of.databaseMb)}); ${of.ended} ended well.`,
    );
  }
  if (booksBefore) lines.push(`Books of ${titles.before}: ${countsLine(booksBefore)}.`);
  if (books) lines.push(`Books: ${countsLine(books)}, ${books.openIntents} open intents.`);
  return lines.join('\n');
}

const countsLine = ({ calls, auditRows, ledgerEntries }: RowBooks): string =>
  `${calls} calls answered, ${auditRows} audit rows, ${ledgerEntries} ledger entries`;

const verdictLine = ({ target, bound, found, result }: Verdict): string[] => [
  target,
  bound,
  found === null ? 'n/a' : found.toFixed(found < 10 ? 2 : 0),
  result,
];

const faultLines = ({ faults }: Results): string =>
  faults.length === 0 ? '' : ['The run failed:', ...faults.map((fault) => `- ${fault}`)].join('\n');
