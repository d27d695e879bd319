import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from '../../support/files-in.js';
import { seeded } from '../../support/seeded.js';
import { defaultFindingsIn } from './engine.js';
import { noCounts, type Section } from './figures.js';

const AIM = 1;
const PER_WORDS = 10_000;
const LOG_LINES = 20_000;
const TABLE_LINES = 10_000;
const SEED = 11;

const WORD = /[\p{L}\p{N}]+/gu;

/** Code, logs and numbers, where there is nothing to find: every finding is wrong. */
export function evaluateNothing(root: string): Section {
  const sources = sourcesIn(join(root, 'libs')).map((file) => readFileSync(file, 'utf8'));
  const random = seeded(SEED);
  const texts = {
    'sources of this repository': sources,
    'generated logs': chunked(LOG_LINES, () => logLine(random)),
    'tables of numbers': chunked(TABLE_LINES, () => tableLine(random)),
  };
  let words = 0;
  const rows = Object.entries(texts).map(([name, some]) => {
    const counts = noCounts();
    for (const text of some) {
      words += text.match(WORD)?.length ?? 0;
      counts.wrong += defaultFindingsIn(text).length;
    }
    return { name, counts };
  });
  const wrong = rows.reduce((sum, { counts }) => sum + counts.wrong, 0);
  return {
    title: 'Code, logs and numbers',
    how: `${words} words: this repository's sources without tests and without the detector, generated logs and tables. All kinds that are on by default; everything found is wrong.`,
    rows,
    targets: [
      {
        name: `findings in ${PER_WORDS} words`,
        value: (wrong * PER_WORDS) / words,
        aim: AIM,
        isCeiling: true,
      },
    ],
  };
}

/** Its comments and tables are examples of what it finds. */
const DETECTOR = join('libs', 'dlp');

const sourcesIn = (folder: string): readonly string[] =>
  filesIn(folder, (name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).filter(
    (path) => !path.includes('testing') && !path.includes(DETECTOR),
  );

const CHUNK_LINES = 200;

function chunked(lines: number, lineOf: () => string): readonly string[] {
  return Array.from({ length: lines / CHUNK_LINES }, () =>
    Array.from({ length: CHUNK_LINES }, lineOf).join('\n'),
  );
}

const LEVELS = ['INFO', 'WARN', 'ERROR', 'DEBUG'];
const PARTS = ['HttpServer', 'JobQueue', 'CacheManager', 'AuthFilter', 'SchedulerImpl', 'db.pool'];
const EVENTS = [
  'Started Worker Thread',
  'Connection Reset by Peer',
  'Request Completed',
  'Retrying Upload of Part',
  'Cache Miss for Key',
  'Slow Query Detected on Replica',
  'Session Expired',
];

function logLine(random: () => number): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string;
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const time = `2024-0${1 + Math.floor(random() * 9)}-1${digits(1)}T1${digits(1)}:2${digits(1)}:3${digits(1)}.${digits(3)}Z`;
  return `${time} ${pick(LEVELS)} [${pick(PARTS)}-${digits(2)}] ${pick(EVENTS)} id=${digits(9)} took=${digits(4)}ms bytes=${digits(7)}`;
}

/** Amounts, quantities, article and order numbers, and times in nanoseconds. */
function tableLine(random: () => number): string {
  const digits = (count: number) =>
    String(1 + Math.floor(random() * 9)) +
    Array.from({ length: count - 1 }, () => Math.floor(random() * 10)).join('');
  return `${digits(5)}\t${digits(3)}.${digits(2)}\t${digits(8)}\t${digits(6)}\t17${digits(17)}\t${digits(2)}%`;
}
