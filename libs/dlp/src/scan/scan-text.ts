import { refuse, type Steps } from '#kernel';
import type { Unreadable } from '#wire';
import type { Finding } from '../kinds.js';
import {
  DECODED_CHARS_MIN,
  DECODED_LENGTHS_MAX,
  ENCODED_DEPTH_MAX,
  FINDINGS_MAX,
  SCAN_CHARS,
  VIEW_DEPTH_MAX,
} from '../limits.js';
import { scanRange } from './anchors.js';
import { COMPATIBLE, EXPONENTS, JOINTS } from './decodings.js';
import { HIDDEN_LETTERS } from './hidden-letters.js';
import { type Hints, noHints, noteHints } from './hints.js';
import { LETTER_CELLS } from './letter-cells.js';
import { MARKS } from './marks.js';
import { MIXED_SCRIPT } from './mixed-script.js';
import { scanNames } from './names/scan-names.js';
import type { OwnSearch } from './own/own-search.js';
import type { TermScan } from './removal-terms.js';
import { scanEncoded, type DecodeBudget } from './scan-encoded.js';
import { isWithin, type Stretches, wholeOf } from './stretches.js';
import { undoneOnce } from './undone-once.js';
import { placeBefore, viewOf, type Decoding, type View } from './view.js';

/** What a text is scanned for, and what is known of it. */
export interface Search {
  /** Of the caller's own. */
  readonly terms: TermScan | null;
  /** What the organisation wants found. */
  readonly own?: OwnSearch | null | undefined;
  /** What the caller calls the text: the key of the member that it is the value of. */
  readonly name?: string | undefined;
  /** Nobody asks for people, places and organisations: most of the work is to find these. */
  readonly withoutNames?: boolean | undefined;
}

export interface TextScan {
  readonly findings: readonly Finding[];
  /** Escapes are left that nobody undid: something may stand behind them. */
  readonly hasUnread: boolean;
  /** Files within the text, which nobody can look into. */
  readonly files: ReadonlySet<Unreadable>;
}

/**
 * Finds values and terms in a text as it is, and as it reads once its escapes are undone, level by
 * level until nothing changes, and in what is encoded in it. Ordinary texts hold none and are read
 * once. @throws body_too_large
 */
export const scanText = (text: string, search: Search): Steps<TextScan> =>
  scanLevels(text, search, 0, {
    left: DECODED_CHARS_MIN + text.length * DECODED_LENGTHS_MAX,
  });

function* scanLevels(
  text: string,
  search: Search,
  nesting: number,
  budget: DecodeBudget,
): Steps<TextScan> {
  if (nesting > ENCODED_DEPTH_MAX) return { findings: [], hasUnread: true, files: new Set() };
  const findings: Finding[] = [];
  const files = new Set<Unreadable>();
  let hasUnread = false;
  const views: View[] = [];
  let read = text;
  let parts = wholeOf(text);
  for (let depth = 0; ; depth++) {
    const found: Finding[] = [];
    const hints = yield* scanRead(read, parts, search, found);
    if (!search.withoutNames) yield* scanNames(read, found, parts);
    const encoded = yield* scanEncoded(read, parts, budget, (inner) =>
      scanLevels(inner, search, nesting + 1, budget),
    );
    yield* addPlaced(findings, withoutNoise(found, encoded.noise), text, views, read);
    const level = { text, read, parts, views, search };
    if (hints.hasLookalikes) yield* scanSpelled(level, COMPATIBLE, findings);
    if (hints.hasMixedScript) yield* scanSpelled(level, MIXED_SCRIPT, findings);
    if (hints.hasHidden) yield* scanSpelled(level, HIDDEN_LETTERS, findings);
    if (hints.hasLetterCells) yield* scanSpelled(level, LETTER_CELLS, findings);
    if (hints.hasMarks) yield* scanShown(level, MARKS, findings);
    if (hints.hasExponents) yield* scanShown(level, EXPONENTS, findings);
    if (hints.hasJoints) yield* scanShown(level, JOINTS, findings);
    yield* addPlaced(findings, encoded.findings, text, views, read);
    for (const file of encoded.files) files.add(file);
    hasUnread ||= encoded.hasUnread;
    const undone = yield* undoneOnce(read, parts, hints);
    const last = undone.at(-1);
    if (!last) return { findings, hasUnread, files };
    if (depth === VIEW_DEPTH_MAX) return { findings, hasUnread: true, files };
    views.push(...undone);
    read = last.text;
    parts = partsOf(last, search);
  }
}

/** Among bytes that nobody reads some stand as the groups of a number of a telephone do. */
function withoutNoise(findings: readonly Finding[], noise: Stretches): readonly Finding[] {
  if (noise.length === 0) return findings;
  const isNoise = ({ kind, evidence, start, end }: Finding): boolean =>
    kind === 'phone' && evidence === 'shape' && isWithin(noise, start, end);
  return findings.filter((finding) => !isNoise(finding));
}

/** Places of findings that are looked up in one step. */
const PLACED_PER_STEP = 1_024;

function* scanRead(
  text: string,
  parts: Stretches,
  { terms, own, name = '' }: Search,
  findings: Finding[],
): Steps<Hints> {
  const hints = noHints();
  const hasTerms = terms !== null || own?.hasTerms === true;
  terms?.start(text);
  own?.start(text);
  for (let part = 0; part < parts.length; part += 2) {
    const end = parts[part + 1] as number;
    for (let from = parts[part] as number; from < end;) {
      const to = Math.min(end, from + SCAN_CHARS);
      noteHints(hints, text, from, to, hasTerms);
      scanRange(text, from, to, findings, name);
      terms?.scanTo(to, findings);
      if (own) yield* own.scanRange(text, from, to, name, findings);
      refuseTooMany(findings.length);
      // Short texts, as most are, are read in one step with all that follows.
      if (text.length > SCAN_CHARS) yield;
      from = to;
    }
  }
  return hints;
}

/** A text as it reads on one level of escapes. */
interface Level {
  /** As it was sent. */
  readonly text: string;
  readonly read: string;
  /** What of it is new on this level. */
  readonly parts: Stretches;
  /** By which it became what is read. */
  readonly views: readonly View[];
  readonly search: Search;
}

/**
 * Of a view, what is worth to be read: where nothing changed, nothing else is found than before. Terms and
 * patterns of somebody's own may be of any length.
 */
const partsOf = ({ text, changed }: View, { terms, own }: Search): Stretches =>
  terms || own ? wholeOf(text) : changed;

/** As the text is shown, or its numbers are meant: what was found stands in it with the marks that are within. */
function* scanShown(level: Level, decoding: Decoding, findings: Finding[]): Steps<void> {
  const { read, parts: changed, views, search } = level;
  const view = yield* viewOf(read, decoding, changed);
  if (!view) return;
  const found: Finding[] = [];
  yield* scanRead(view.text, partsOf(view, search), search, found);
  // What no mark stands within was found before, and is not to count twice.
  const isNew = function* (finding: Finding): Steps<boolean> {
    const { kind, start, end } = finding;
    if (kind === 'removal_term' || kind === 'own_term') return true;
    const place = yield* placeBefore([view], finding);
    return read.slice(place.start, place.end) !== view.text.slice(start, end);
  };
  const more: Finding[] = [];
  for (const [index, finding] of found.entries()) {
    if (yield* isNew(finding)) more.push(finding);
    if (index % PLACED_PER_STEP === PLACED_PER_STEP - 1) yield;
  }
  yield* addPlaced(findings, more, level.text, [...views, view], view.text);
}

/** Lookalikes are part of how a value is spelled: what comes back is spelled the same. */
function* scanSpelled(level: Level, decoding: Decoding, findings: Finding[]): Steps<void> {
  const { read, parts: changed, views, search } = level;
  const view = yield* viewOf(read, decoding, changed);
  if (!view) return;
  const found: Finding[] = [];
  const parts = partsOf(view, search);
  yield* scanRead(view.text, parts, search, found);
  if (!search.withoutNames) yield* scanNames(view.text, found, parts);
  const inText: Finding[] = [];
  for (const finding of found) {
    const canonical = view.text.slice(finding.start, finding.end);
    inText.push({ ...(yield* placeBefore([view], finding)), canonical });
    if (inText.length % PLACED_PER_STEP === 0) yield;
  }
  yield* addPlaced(findings, inText, level.text, views, read);
}

/** @param read what `found` was found in, by way of the views of `text` */
function* addPlaced(
  findings: Finding[],
  found: readonly Finding[],
  text: string,
  views: readonly View[],
  read: string,
): Steps<void> {
  for (const finding of found) {
    findings.push(yield* placed(finding, text, views, read));
    if (findings.length % PLACED_PER_STEP === 0) yield;
  }
  refuseTooMany(findings.length);
}

/** @throws body_too_large */
export function refuseTooMany(findings: number): void {
  if (findings <= FINDINGS_MAX) return;
  throw refuse('body_too_large', {
    message: `The request holds more than ${FINDINGS_MAX} values that data protection finds. Nothing was sent: send it in several requests.`,
  });
}

/** The finding with its place in the text that the views were made of, and how it reads, if otherwise. */
function* placed(
  finding: Finding,
  text: string,
  views: readonly View[],
  read: string,
): Steps<Finding> {
  if (views.length === 0) return finding;
  const value = read.slice(finding.start, finding.end);
  const place = yield* placeBefore(views, finding);
  return text.slice(place.start, place.end) === value ? place : { ...place, value };
}
