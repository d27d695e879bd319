import { refuse, type Steps } from '#kernel';
import type { Finding } from '../kinds.js';
import { FINDINGS_MAX, SLICE_CHARS, VIEW_DEPTH_MAX } from '../limits.js';
import { scanRange } from './anchors.js';
import {
  COMPATIBLE,
  DISGUISE,
  ESCAPES,
  mayHoldDisguisedEscapes,
  mayHoldEscapes,
  mayHoldLookalikes,
} from './decodings.js';
import type { RemovalTerms } from './removal-terms.js';
import { viewOf, type View } from './view.js';

/**
 * Finds values and terms in a text as it is, and as it reads once its escapes are undone, level by
 * level until nothing changes. Ordinary texts hold none and are read once. @throws body_too_large
 */
export function* scanText(text: string, terms: RemovalTerms | null): Steps<Finding[]> {
  const findings: Finding[] = [];
  const views: View[] = [];
  let read = text;
  for (let depth = 0; ; depth++) {
    const found: Finding[] = [];
    const hints = yield* scanRead(read, terms, found);
    yield* addPlaced(findings, found, views, read);
    if (hints.hasLookalikes) yield* scanCompatible(read, views, terms, findings);
    if (depth === VIEW_DEPTH_MAX) return findings;
    const undone = yield* undoneOnce(read, hints);
    const last = undone.at(-1);
    if (!last) return findings;
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
}

const HINT_CHARS = 32; // Looked at behind a slice, so that it cuts no sign of an escape.

/** Places of findings that are looked up in one step. */
const PLACED_PER_STEP = 1_024;

function* scanRead(text: string, terms: RemovalTerms | null, findings: Finding[]): Steps<Hints> {
  const hints = { hasEscapes: false, hasLookalikes: false, hasDisguise: false };
  const termScan = terms?.startScan(text);
  for (let from = 0; from < text.length;) {
    const to = Math.min(text.length, from + SLICE_CHARS);
    const slice = text.slice(from, to + HINT_CHARS);
    hints.hasEscapes ||= mayHoldEscapes(slice);
    hints.hasLookalikes ||= mayHoldLookalikes(slice);
    hints.hasDisguise ||= mayHoldDisguisedEscapes(slice);
    scanRange(text, from, to, findings);
    termScan?.scanTo(to, findings);
    refuseTooMany(findings.length);
    if (to < text.length) yield;
    from = to;
  }
  return hints;
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
    message: `The request holds more than ${FINDINGS_MAX} values for data protection.`,
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
