import type { Steps } from '#kernel';
import { KINDS, type Finding } from './kinds.js';
import { sortInSteps } from './sort-in-steps.js';

const JOINED_PER_STEP = 8_192; // Well under a millisecond.

/**
 * Findings that overlap become one span over all of them, so that no part of either survives next
 * to a replacement. A finding that holds the others names the span; where they cross, rank does.
 *
 * @returns sorted by start, without overlaps
 */
export function* resolveOverlaps(findings: readonly Finding[]): Steps<readonly Finding[]> {
  if (findings.length < 2) return findings;
  const sorted = yield* sortInSteps(findings, (a, b) => a.start - b.start || b.end - a.end);
  const resolved: Finding[] = [];
  for (const [index, finding] of sorted.entries()) {
    if (index % JOINED_PER_STEP === JOINED_PER_STEP - 1) yield;
    const last = resolved.at(-1);
    if (last && finding.start < last.end) resolved[resolved.length - 1] = join(last, finding);
    else resolved.push(finding);
  }
  return resolved;
}

/** @param first starts no later than `second` */
function join(first: Finding, second: Finding): Finding {
  const end = Math.max(first.end, second.end);
  const sameSpan = first.start === second.start && first.end === second.end;
  const firstHolds = !sameSpan && second.end <= first.end;
  const winner = firstHolds || KINDS[first.kind].rank >= KINDS[second.kind].rank ? first : second;
  if (winner.start === first.start && winner.end === end) return winner;
  const { kind, label } = winner;
  return { kind, label, start: first.start, end };
}
