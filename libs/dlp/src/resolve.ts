import type { ProtectionAction } from '#call';
import type { Steps } from '#kernel';
import { RANK_OF, type Finding } from './kinds.js';
import type { Decided } from './policy.js';
import { sortInSteps } from './sort-in-steps.js';

const JOINED_PER_STEP = 8_192; // Well under a millisecond.

/**
 * Findings that overlap become one span over all of them, so that no part of either survives next
 * to a replacement. A finding that holds the others names the span; where they cross, or are of the same
 * span, the stronger evidence does, and then the higher score. What is done is the
 * strictest of all, unless a term of the caller's covers them: that is taken out by the caller's own wish.
 *
 * @returns sorted by start, without overlaps
 */
export function* resolveOverlaps(findings: readonly Decided[]): Steps<readonly Decided[]> {
  if (findings.length < 2) return findings;
  const sorted = yield* sortInSteps(findings, (a, b) => a.start - b.start || b.end - a.end);
  const resolved: Decided[] = [];
  for (const [index, finding] of sorted.entries()) {
    if (index % JOINED_PER_STEP === JOINED_PER_STEP - 1) yield;
    const last = resolved.at(-1);
    if (last && finding.start < last.end) resolved[resolved.length - 1] = join(last, finding);
    else resolved.push(finding);
  }
  return resolved;
}

/** @param first starts no later than `second` */
function join(first: Decided, second: Decided): Decided {
  const { start } = first;
  const end = Math.max(first.end, second.end);
  const sameSpan = start === second.start && first.end === second.end;
  const firstHolds = !sameSpan && second.end <= first.end;
  const winner = firstHolds || isAsStrong(first, second) ? first : second;
  const { action, fate } = winner.kind === 'removal_term' ? winner : stricter(first, second);
  if (winner.start === start && winner.end === end && winner.action === action) return winner;
  const { kind, subtype, label, score, evidence } = winner;
  return { kind, subtype, label, score, evidence, start, end, action, fate };
}

const stricter = (one: Decided, other: Decided): Decided =>
  STRICTNESS[one.action] >= STRICTNESS[other.action] ? one : other;

const STRICTNESS: Readonly<Record<ProtectionAction, number>> = {
  log: 0,
  tokenize: 1,
  mask: 2,
  block: 3,
};

function isAsStrong(one: Finding, other: Finding): boolean {
  const rank = RANK_OF[one.evidence] - RANK_OF[other.evidence];
  return rank === 0 ? one.score >= other.score : rank > 0;
}
