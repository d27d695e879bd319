import { foldedAt, IGNORED, isDigit, isLetter } from '../fold.js';
import { ASCII, unitsOf } from '../unit-table.js';

/** Characters of one place in a shape, and how many of them in a row. */
interface Step {
  /** By ASCII code. */
  readonly allowed: Uint8Array;
  readonly min: number;
  readonly max: number;
}

/** What a value is made of: `ghp_[0-9A-Za-z]{36}`. */
export interface Shape {
  /** The characters that every such value begins with. */
  readonly prefix: string;
  readonly steps: readonly Step[];
}

const UNDERSCORE = 0x5f;
/** Read at most, with skipped characters between: four times the longest shape. */
const UNITS_MAX = 8_192;

const PART = /(\[(?:\\.|[^\]])+\]|\\.|[^\\])(?:\{(\d+)(?:,(\d+))?\})?/gu;

const tables = new Map<string, Uint8Array>();

/** Alternatives in a pattern, `a(b|c)d`, each in a pattern of its own. */
export function alternativesOf(pattern: string): readonly string[] {
  const group = /\(([^)]*)\)/.exec(pattern);
  if (!group) return [pattern];
  const before = pattern.slice(0, group.index);
  const after = alternativesOf(pattern.slice(group.index + group[0].length));
  return (group[1] ?? '')
    .split('|')
    .flatMap((choice) => after.map((rest) => before + choice + rest));
}

/**
 * @param pattern a regular expression of literals, classes and counts (`{n}`, `{m,n}`) alone, so that a text
 *   is read once from left to right: each part takes as much as it can and gives nothing back
 */
export function shapeOf(pattern: string): Shape {
  let prefix = '';
  let isPrefix = true;
  const steps: Step[] = [];
  for (const [whole, chars = '', min, max] of pattern.matchAll(PART)) {
    steps.push({
      allowed: allowedIn(chars),
      min: Number(min ?? 1),
      max: Number(max ?? min ?? 1),
    });
    isPrefix &&= whole === chars && !chars.startsWith('[');
    if (isPrefix) prefix += chars.replace(/^\\/, '');
  }
  return { prefix, steps };
}

function allowedIn(chars: string): Uint8Array {
  const known = tables.get(chars);
  if (known) return known;
  const pattern = new RegExp(
    `^${chars.startsWith('[') ? chars : chars.replace(/^([^\\])$/, '[$1]')}$`,
  );
  const table = unitsOf(pattern, ASCII);
  tables.set(chars, table);
  return table;
}

/** Where the value ends that begins at `at`, or -1; whatever goes on behind it is another value. */
export function readShape(text: string, at: number, { steps }: Shape): number {
  const limit = Math.min(text.length, at + UNITS_MAX);
  let end = at;
  let last: Step | undefined;
  for (const step of steps) {
    let count = 0;
    let next = end;
    for (; next < limit && count < step.max; next++) {
      const code = foldedAt(text, next);
      if (code === IGNORED) continue;
      if (step.allowed[code] !== 1) break;
      count++;
      end = next + 1;
    }
    if (count < step.min) return -1;
    last = step;
  }
  return isEnd(text, end, limit, last) ? end : -1;
}

function isEnd(text: string, end: number, limit: number, last: Step | undefined): boolean {
  let at = end;
  while (at < limit && foldedAt(text, at) === IGNORED) at++;
  if (at >= limit) return true;
  const code = foldedAt(text, at);
  // A full stop ends the sentence, where nothing follows it.
  return !isWordCode(code) && (last?.allowed[code] !== 1 || last.max === 1);
}

/** What values are made of in every alphabet: a letter, a digit or an underscore. */
export const isWordCode = (code: number): boolean =>
  isLetter(code) || isDigit(code) || code === UNDERSCORE;
