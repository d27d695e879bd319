import type { Steps } from '#kernel';
import type { Finding } from '../kinds.js';
import { SLICE_CHARS, VIEW_DEPTH_MAX } from '../limits.js';
import { scanRange } from './anchors.js';
import { COMPATIBLE, ESCAPES, mayHoldEscapes, mayHoldLookalikes } from './decodings.js';
import type { RemovalTerms } from './removal-terms.js';
import { viewOf, type View } from './view.js';

/**
 * Finds values and terms in a text as it is, and as it reads once its escapes are undone, level by
 * level. Ordinary texts hold none and are read once.
 */
export function* scanText(text: string, terms: RemovalTerms | null): Steps<Finding[]> {
  const findings: Finding[] = [];
  yield* scanRead(text, terms, findings);
  if (mayHoldLookalikes(text)) yield* scanCompatible(text, [], terms, findings);
  const views: View[] = [];
  let read = text;
  while (views.length < VIEW_DEPTH_MAX && mayHoldEscapes(read)) {
    const view = yield* viewOf(read, ESCAPES);
    if (!view) break;
    views.push(view);
    read = view.text;
    const found: Finding[] = [];
    yield* scanRead(read, terms, found);
    for (const finding of found) findings.push(placed(finding, views, read));
    if (mayHoldLookalikes(read)) yield* scanCompatible(read, views, terms, findings);
  }
  return findings;
}

function* scanRead(text: string, terms: RemovalTerms | null, findings: Finding[]): Steps<void> {
  const termScan = terms?.startScan(text);
  for (let from = 0; from < text.length;) {
    const to = Math.min(text.length, from + SLICE_CHARS);
    scanRange(text, from, to, findings);
    termScan?.scanTo(to, findings);
    if (to < text.length) yield;
    from = to;
  }
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
  for (const finding of found) {
    const canonical = view.text.slice(finding.start, finding.end);
    const start = view.startOf(finding.start);
    const end = view.endOf(finding.end);
    findings.push(placed({ ...finding, start, end, canonical }, views, text));
  }
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
