import { refuse, type Steps } from '#kernel';
import type { Unreadable } from '#wire';
import type { Finding } from '../kinds.js';
import {
  DECODED_CHARS_MIN,
  DECODED_LENGTHS_MAX,
  ENCODED_DEPTH_MAX,
  FINDINGS_MAX,
  SLICE_CHARS,
  VIEW_DEPTH_MAX,
} from '../limits.js';
import { scanRange } from './anchors.js';
import {
  COMPATIBLE,
  DISGUISE,
  ESCAPES,
  EXPONENTS,
  JOINTS,
  MARKS,
  mayHoldDisguisedEscapes,
  mayHoldEscapes,
  mayHoldExponents,
  mayHoldJoints,
  mayHoldLookalikes,
  mayHoldMarks,
} from './decodings.js';
import type { RemovalTerms } from './removal-terms.js';
import { scanEncoded, type DecodeBudget } from './scan-encoded.js';
import { viewOf, type Decoding, type View } from './view.js';

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
export const scanText = (text: string, terms: RemovalTerms | null): Steps<TextScan> =>
  scanLevels(text, terms, 0, {
    left: DECODED_CHARS_MIN + text.length * DECODED_LENGTHS_MAX,
  });

function* scanLevels(
  text: string,
  terms: RemovalTerms | null,
  nesting: number,
  budget: DecodeBudget,
): Steps<TextScan> {
  if (nesting > ENCODED_DEPTH_MAX) return { findings: [], hasUnread: true, files: new Set() };
  const findings: Finding[] = [];
  const files = new Set<Unreadable>();
  let hasUnread = false;
  const views: View[] = [];
  let read = text;
  for (let depth = 0; ; depth++) {
    const found: Finding[] = [];
    const hints = yield* scanRead(read, terms, found);
    yield* addPlaced(findings, found, views, read);
    if (hints.hasLookalikes) yield* scanCompatible(read, views, terms, findings);
    if (hints.hasMarks) yield* scanShown(read, MARKS, views, terms, findings);
    if (hints.hasExponents) yield* scanShown(read, EXPONENTS, views, terms, findings);
    if (hints.hasJoints) yield* scanShown(read, JOINTS, views, terms, findings);
    const encoded = yield* scanEncoded(read, budget, (inner) =>
      scanLevels(inner, terms, nesting + 1, budget),
    );
    yield* addPlaced(findings, encoded.findings, views, read);
    for (const file of encoded.files) files.add(file);
    hasUnread ||= encoded.hasUnread;
    const undone = yield* undoneOnce(read, hints);
    const last = undone.at(-1);
    if (!last) return { findings, hasUnread, files };
    if (depth === VIEW_DEPTH_MAX) return { findings, hasUnread: true, files };
    views.push(...undone);
    read = last.text;
  }
}

/** One level of escapes, and before it what they are disguised with; empty when there are none. */
function* undoneOnce(read: string, { hasEscapes, hasDisguise }: Hints): Steps<readonly View[]> {
  const undisguised = hasDisguise ? yield* viewOf(read, DISGUISE) : null;
  if (!undisguised && !hasEscapes) return [];
  const view = yield* viewOf(undisguised?.text ?? read, ESCAPES);
  if (!view) return [];
  return undisguised ? [undisguised, view] : [view];
}

/** What else a text may hold that has to be undone. */
interface Hints {
  readonly hasEscapes: boolean;
  readonly hasLookalikes: boolean;
  readonly hasDisguise: boolean;
  readonly hasMarks: boolean;
  readonly hasExponents: boolean;
  /** Only where terms are looked for. */
  readonly hasJoints: boolean;
}

const HINT_CHARS = 32; // Looked at behind a slice, so that it cuts no sign of an escape.

/** Places of findings that are looked up in one step. */
const PLACED_PER_STEP = 1_024;

function* scanRead(text: string, terms: RemovalTerms | null, findings: Finding[]): Steps<Hints> {
  const hints = {
    hasEscapes: false,
    hasLookalikes: false,
    hasDisguise: false,
    hasMarks: false,
    hasExponents: false,
    hasJoints: false,
  };
  const termScan = terms?.startScan(text);
  for (let from = 0; from < text.length;) {
    const to = Math.min(text.length, from + SLICE_CHARS);
    const slice = text.slice(from, to + HINT_CHARS);
    hints.hasEscapes ||= mayHoldEscapes(slice);
    hints.hasLookalikes ||= mayHoldLookalikes(slice);
    hints.hasDisguise ||= mayHoldDisguisedEscapes(slice);
    hints.hasMarks ||= mayHoldMarks(slice);
    hints.hasExponents ||= mayHoldExponents(slice);
    hints.hasJoints ||= terms !== null && mayHoldJoints(slice);
    scanRange(text, from, to, findings);
    termScan?.scanTo(to, findings);
    refuseTooMany(findings.length);
    if (to < text.length) yield;
    from = to;
  }
  return hints;
}

/** As the text is shown, or its numbers are meant: what was found stands in it with the marks that are within. */
function* scanShown(
  text: string,
  decoding: Decoding,
  views: readonly View[],
  terms: RemovalTerms | null,
  findings: Finding[],
): Steps<void> {
  const view = yield* viewOf(text, decoding);
  if (!view) return;
  const found: Finding[] = [];
  yield* scanRead(view.text, terms, found);
  // What no mark stands within was found before, and is not to count twice.
  const isNew = ({ kind, start, end }: Finding): boolean =>
    kind === 'removal_term' ||
    text.slice(view.startOf(start), view.endOf(end)) !== view.text.slice(start, end);
  yield* addPlaced(findings, found.filter(isNew), [...views, view], view.text);
}

/** Lookalikes are part of how a value is spelled: what comes back is spelled the same. */
function* scanCompatible(
  text: string,
  views: readonly View[],
  terms: RemovalTerms | null,
  findings: Finding[],
): Steps<void> {
  const view = yield* viewOf(text, COMPATIBLE);
  if (!view) return;
  const found: Finding[] = [];
  yield* scanRead(view.text, terms, found);
  const inText: Finding[] = [];
  for (const finding of found) {
    const canonical = view.text.slice(finding.start, finding.end);
    const start = view.startOf(finding.start);
    const end = view.endOf(finding.end);
    inText.push({ ...finding, start, end, canonical });
    if (inText.length % PLACED_PER_STEP === 0) yield;
  }
  yield* addPlaced(findings, inText, views, text);
}

/** @param read what `found` was found in, by way of the views */
function* addPlaced(
  findings: Finding[],
  found: readonly Finding[],
  views: readonly View[],
  read: string,
): Steps<void> {
  for (const finding of found) {
    findings.push(placed(finding, views, read));
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

/** The finding with its place in the text that the views were made of, and as it reads. */
function placed(finding: Finding, views: readonly View[], read: string): Finding {
  if (views.length === 0) return finding;
  let { start, end } = finding;
  const value = read.slice(start, end);
  for (const view of views.toReversed()) {
    start = view.startOf(start);
    end = view.endOf(end);
  }
  return { ...finding, start, end, value };
}
