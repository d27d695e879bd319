import type { Decided } from '../policy.js';

/** What stands for a value that was taken out. */
const TAG = /«[A-Z][A-Z_]{0,40}_\d{1,6}»/g;
/** What is left beside a tag, if it is no more than its signs. */
const WORD = /[\p{L}\d]{3}/u;

/** Findings without the tags that they reach into: the longest stretch beside them, where words are left. */
export function outsideTags(findings: readonly Decided[], text: string): readonly Decided[] {
  if (findings.length === 0 || !text.includes('«')) return findings;
  const tags = Array.from(text.matchAll(TAG), ({ index, 0: tag }) => ({
    start: index,
    end: index + tag.length,
  }));
  return findings.flatMap((finding) => {
    const within = tags.filter(({ start, end }) => start < finding.end && finding.start < end);
    if (within.length === 0) return [finding];
    const [longest] = gapsOf(finding, within).toSorted(
      (a, b) => b.end - b.start - (a.end - a.start),
    );
    if (!longest || !WORD.test(text.slice(longest.start, longest.end))) return [];
    return [{ ...finding, ...longest, value: undefined, canonical: undefined }];
  });
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function gapsOf({ start, end }: Span, within: readonly Span[]): readonly Span[] {
  const gaps: Span[] = [];
  let at = start;
  for (const tag of within) {
    if (tag.start > at) gaps.push({ start: at, end: tag.start });
    at = Math.max(at, tag.end);
  }
  if (at < end) gaps.push({ start: at, end });
  return gaps;
}
