import { numberCell, type titlesOf } from '../report/cells.js';
import { type Spread, spreadOf } from '../report/spread.js';
import { table } from '../report/table.js';
import type { Conversed, ProtectionMeasurements, Scanned } from './measure-protection.js';
import { SORTS } from './texts.js';

/** For one MB: milliseconds of CPU time, and milliseconds that the event loop is held. */
const AIMS = { structured: 30, withNames: 120, held: 8 } as const;

const HOW =
  'CPU time: median (lowest-highest). Loop: of the quietest round, since what else the machine does counts.';

interface Line {
  readonly label: string;
  readonly aim: number | null;
  /** One number a round. */
  readonly valuesOf: (subject: Scanned['subject']) => readonly number[];
  /** Whose lowest round is the one that counts. */
  readonly isLowest?: true;
}

/** What data protection costs by itself, builds side by side. */
export function writeProtection(
  measured: ProtectionMeasurements,
  titles: ReturnType<typeof titlesOf>,
): string {
  const subjects = [...new Set(measured.scans.map(({ subject }) => subject))];
  const head = ['Data protection [ms]', ...subjects.map((name) => titles[name]), 'aim', ''];
  const rows = linesOf(measured).map(({ label, aim, valuesOf, isLowest }) => {
    const spreads = subjects.map((subject) => {
      const spread = spreadOf(valuesOf(subject));
      return isLowest ? lowestOf(spread) : spread;
    });
    const verdict = verdictOf(spreads.at(-1)?.median, aim);
    return [
      label,
      ...spreads.map((spread) => numberCell(spread, 'ms')),
      String(aim ?? ''),
      verdict,
    ];
  });
  return `${table([head, ...rows])}\n\n${HOW}`;
}

function linesOf({ scans, conversations }: ProtectionMeasurements): readonly Line[] {
  const scansOf = (sort: Scanned['sort'], hasNames: boolean) => (subject: Scanned['subject']) =>
    scans.filter(
      (one) => one.subject === subject && one.sort === sort && one.hasNames === hasNames,
    );
  const turns = (read: (one: Conversed) => number) => (subject: Scanned['subject']) =>
    conversations.filter((one) => one.subject === subject).map(read);
  const cpuLine = (sort: Scanned['sort'], hasNames: boolean): Line => ({
    label: `1 MB of ${sort}, ${hasNames ? 'with names' : 'structured kinds'}`,
    aim: hasNames ? AIMS.withNames : AIMS.structured,
    valuesOf: (subject) => scansOf(sort, hasNames)(subject).map(({ cpuMs }) => cpuMs),
  });
  return [
    ...SORTS.map((sort) => cpuLine(sort, false)),
    ...SORTS.map((sort) => cpuLine(sort, true)),
    ...SORTS.map((sort): Line => {
      const valuesOf = (subject: Scanned['subject']) =>
        scansOf(sort, true)(subject).map(({ heldMs }) => heldMs);
      return {
        label: `Event loop held by 1 MB of ${sort}`,
        aim: AIMS.held,
        valuesOf,
        isLowest: true,
      };
    }),
    { label: '200 turns, for the first time', aim: null, valuesOf: turns((one) => one.firstMs) },
    { label: 'The same and one more turn', aim: null, valuesOf: turns((one) => one.againMs) },
    { label: 'That turn alone', aim: null, valuesOf: turns((one) => one.newestMs) },
  ];
}

const lowestOf = (spread: Spread | null): Spread | null =>
  spread && { median: spread.min, min: spread.min, max: spread.min };

function verdictOf(found: number | undefined, aim: number | null): string {
  if (found === undefined || aim === null) return '';
  return found <= aim ? 'met' : 'missed';
}
