import { findingOf, type Evidence, type Finding, type Kind } from '../../kinds.js';
import { foldedAt, foldUnit, IGNORED, isDigit, isLetter, joinsNoId, stepBack } from '../fold.js';
import {
  AFTER_CHARS,
  BEFORE_CHARS,
  NOWHERE,
  scoreBy,
  type Surroundings,
  type SurroundingsReader,
} from '../surroundings.js';
import type { CueReader } from '../words/cues.js';
import { AGAINST, FOR } from '../words/vocabulary.js';
import { ALL_NUMBERS } from './all-numbers.js';
import { isListSign, isParting, Reading } from './reading.js';
import { baseOf, compileForms, type Shape, withGroup } from './written-forms.js';

/** The least sure finding that any policy acts on; what is less sure is not worth its place. */
const SCORE_FLOOR = 0.35;

const FORMS = compileForms(ALL_NUMBERS, SCORE_FLOOR);

/** What is looked for around numbers. */
export const NUMBER_WORDS = ALL_NUMBERS.flatMap(({ words }) => words);

/** In front of the first digit, glued to it or in groups of their own. */
const LETTERS_MAX = 8;
const GROUPS_MAX = 10;
/** What a number loses that is written as no such number is, or stands within something else. */
const LOOSE_LOSS = 0.25;
/** What it loses in a table of numbers, of which some pass every check. */
const TABLE_LOSS = 0.45;

/** Of devices, cars and companies, whose numbers hold letters: one more makes another number. */
const OF_THINGS: ReadonlySet<Kind> = new Set([
  'imei',
  'imsi',
  'iccid',
  'vin',
  'company_id',
  'vat_id',
]);

const READING = new Reading(FORMS.compactMax, GROUPS_MAX);

/** Where numbers are looked for. */
export interface Place {
  readonly text: string;
  /** Of a vocabulary that holds `NUMBER_WORDS`. */
  readonly cues: CueReader;
  readonly around: SurroundingsReader;
}

/**
 * Adds whatever the number may be that begins at a digit, or at letters before it. Several kinds may claim
 * it: how sure each is tells them apart.
 *
 * @param firstDigit index of a digit that no digit stands before
 * @param runEnd behind the digits of ASCII that it begins
 */
export function findNumbers(
  place: Place,
  firstDigit: number,
  runEnd: number,
  findings: Finding[],
): void {
  const { text } = place;
  if (isPartOrNothing(place, firstDigit, runEnd)) return;
  const letters = lettersBefore(text, firstDigit);
  const start = firstDigit - letters;
  const inside = letters > LETTERS_MAX || isInside(text, start);
  const group = letters > LETTERS_MAX ? start : letterGroupBefore(text, start);
  const isGlued = letters > 1 && joinsNoId(text, firstDigit - 1, -1);
  if (inside && group === start && !isGlued) return;
  const cues = place.cues.bitsNear(firstDigit);
  const known = findings.length;
  if (group < start) {
    readFrom(place, group, cues, findings);
    const second = letterGroupBefore(text, group);
    if (second < group) readFrom(place, second, cues, findings);
  }
  if (!inside && findings.length === known) readFrom(place, start, cues, findings);
  // Behind a word: `PESEL44051401359`.
  if (isGlued && findings.length === known) readFrom(place, firstDigit, cues, findings);
}

/** Lengths of numbers of digits alone that are sure enough without a word beside them. */
const IS_SURE = FORMS.sure.map((shapes) => shapes.some(({ must }) => must === 0));
const ASCII = 0x80;

/**
 * A quick no for nearly all runs of digits: parts of dates, decimals and addresses, and what no number begins with
 * that no word stands beside.
 */
function isPartOrNothing({ text, cues }: Place, at: number, end: number): boolean {
  if (at < 2 || end >= text.length) return false;
  const before = text.charCodeAt(at - 1);
  const behind = text.charCodeAt(end);
  if (before >= ASCII || behind >= ASCII || isLetter(before) || isIgnored(before)) return false;
  if (isParting(before)) {
    const further = text.charCodeAt(at - 2);
    if (before !== SPACE && isDigit(further)) return true;
    if (further >= ASCII || isCapital(further) || isIgnored(further)) return false;
  }
  if (isLetter(behind) || isIgnored(behind) || (cues.bitsNear(at) & FOR) !== 0) return false;
  const length = end - at;
  if (IS_SURE[length] === true) return false;
  return !isParting(behind) || !FORMS.beginnings.has(length) || !mayGoOn(text, end, length);
}

/** Whether a second group may follow the first, of `length`, that some number goes on with. */
function mayGoOn(text: string, end: number, length: number): boolean {
  let from = end + 1;
  const first = text.charCodeAt(from);
  if (first >= ASCII || isIgnored(first) || isLetter(first) || isParting(first)) return true;
  while (from - end <= FORMS.compactMax && isDigit(text.charCodeAt(from))) from++;
  const behind = text.charCodeAt(from);
  if (behind >= ASCII || isLetter(behind) || isIgnored(behind)) return true;
  return FORMS.beginnings.has(withGroup(length, from - end - 1));
}

const isIgnored = (unit: number): boolean => foldUnit(unit) === IGNORED;

/** @param cues bits of what stands near */
function readFrom(place: Place, start: number, cues: number, findings: Finding[]): void {
  READING.startAt(start, (cues & FOR) !== 0);
  while (READING.readGroup(place.text)) {
    // Nobody reads tables of numbers across their columns.
    if ((cues & FOR) === 0 && !FORMS.beginnings.has(READING.grouping)) return;
    const shapes = ((cues & FOR) === 0 ? FORMS.sure : FORMS.shapes)[READING.length];
    if (shapes && shapes.length > 0) compare(place, start, cues, shapes, findings);
    if ((cues & FOR) !== 0 && READING.dropLetter()) {
      const shapes = (FORMS.shapes[READING.length] ?? []).filter(
        ({ spec }) => !OF_THINGS.has(spec.kind),
      );
      compare(place, start, cues, shapes, findings);
      READING.takeLetter();
    }
  }
}

function compare(
  place: Place,
  start: number,
  cues: number,
  shapes: readonly Shape[],
  findings: Finding[],
): void {
  const { letters, isSmall, grouping, partings, end } = READING;
  let compact: string | undefined;
  let around: Surroundings | undefined;
  for (const shape of shapes) {
    if ((letters & shape.must) !== shape.must || (letters & ~shape.may) !== 0) continue;
    const base = baseOf(shape, grouping, partings);
    if ((cues & FOR) === 0 && (base ?? shape.looseBase - LOOSE_LOSS) < SCORE_FLOOR) continue;
    compact ??= READING.compact;
    if (base === undefined && shape.spec.isStrict) continue;
    if (shape.spec.isValid?.(compact) === false) continue;
    around ??= (cues & (FOR | AGAINST)) === 0 ? NOWHERE : place.around.of(start, end);
    const isLoose =
      base === undefined || isSmall || isTimestamp(compact) || isPart(place.text, start, end);
    const loss = (cues & FOR) === 0 && isAmongNumbers(place.text, start, end) ? TABLE_LOSS : 0;
    const finding = judge(
      shape,
      base ?? shape.looseBase,
      isLoose ? Math.max(loss, LOOSE_LOSS) : loss,
      start,
      end,
      around,
    );
    if (finding.score >= SCORE_FLOOR) keep(finding, findings);
  }
}

/** Of two readings of one number the surer one, or the longer one. */
function keep(finding: Finding, findings: Finding[]): void {
  const last = findings.at(-1);
  const isSame = last?.start === finding.start && last.subtype === finding.subtype;
  if (isSame && last.kind === finding.kind) {
    if (last.score > finding.score) return;
    findings.pop();
  }
  findings.push(finding);
}

function judge(
  { spec }: Shape,
  base: number,
  loss: number,
  start: number,
  end: number,
  around: Surroundings,
): Finding {
  const score = scoreBy(base, around, spec.words);
  const isExplained = score > base;
  const unchecked: Evidence = isExplained ? 'cue' : 'shape';
  return findingOf(spec.kind, start, end, {
    score: isExplained ? score : score - loss,
    evidence: spec.isValid && !spec.isUnchecked ? 'checksum' : unchecked,
    subtype: spec.subtype,
  });
}

/** Of the run of letters right before an index; more than `LETTERS_MAX` if there are more. */
function lettersBefore(text: string, index: number): number {
  let start = index;
  while (start > 0 && index - start <= LETTERS_MAX && isLetter(foldedAt(text, start - 1))) start--;
  return index - start;
}

/** Where a group of capitals begins that stands right before an index, parted from it; else the index. */
function letterGroupBefore(text: string, index: number): number {
  if (index < 2) return index;
  const parting = foldedAt(text, index - 1);
  if (!isParting(parting) && !isListSign(parting)) return index;
  let start = index - 1;
  while (start > 0 && isCapital(foldedAt(text, start - 1))) start--;
  const length = index - 1 - start;
  if (length === 0 || length > LETTERS_MAX) return index;
  const before = start > 0 ? foldedAt(text, start - 1) : SPACE;
  return isLetter(before) || isDigit(before) ? index : start;
}

/** Whether what begins here is the middle of a word, of a longer number or of an id. */
function isInside(text: string, start: number): boolean {
  const at = stepBack(text, start);
  if (at < 0) return false;
  const before = foldedAt(text, at);
  if (isLetter(before) || isDigit(before)) return true;
  if (start === 1 || !isParting(before)) return false;
  const neighbour = foldedAt(text, start - 2);
  // Behind a blank a number may begin, unless digits are read out one by one.
  if (before === SPACE) return isReadOut(text, start, neighbour);
  return isDigit(neighbour) || (isLetter(neighbour) && !joinsNoId(text, start - 2, -1));
}

const isReadOut = (text: string, start: number, neighbour: number): boolean =>
  isDigit(neighbour) &&
  foldedAt(text, start + 1) === SPACE &&
  (start < 3 || foldedAt(text, start - 3) === SPACE);

/** Amounts, names of files, references, decimals, ranges. */
const BEFORE_PART: ReadonlySet<string> = new Set('_#$€£+~@');
const BEHIND_PART: ReadonlySet<string> = new Set('_%@€$£');
const BEFORE_MORE_DIGITS: ReadonlySet<string> = new Set('.:/-');

function isPart(text: string, start: number, end: number): boolean {
  if (BEFORE_PART.has(text.charAt(start - 1))) return true;
  const behind = text.charAt(end);
  if (BEHIND_PART.has(behind)) return true;
  return BEFORE_MORE_DIGITS.has(behind) && isDigit(foldedAt(text, end + 1));
}

/** A word of three letters or more, of which no digit is a part. */
const WORD = /(?<![\p{L}\p{N}_])\p{L}{3,}(?![\p{N}_])/u;

/** Other numbers stand around it, and no word. */
function isAmongNumbers(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - BEFORE_CHARS), start);
  const around = `${before} ${text.slice(end, end + AFTER_CHARS)}`;
  return /\d/.test(around) && !WORD.test(around);
}

/** Seconds or milliseconds since 1970, of 2008 to 2033: no number is met more often in a log. */
const TIMESTAMP = /^1[2-9]\d{8}(?:\d{3})?$/;
const isTimestamp = (compact: string): boolean => TIMESTAMP.test(compact);

const SPACE = 0x20;

const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a;
