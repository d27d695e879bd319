import type { Finding, Kind } from '../kinds.js';
import { scanRange } from '../scan/anchors.js';

/** Half sure, as policies have it where they say nothing else. */
const SCORE_MIN = 0.5;

/** Everything that is found in a text, at any score. */
export function allIn(text: string, name?: string): readonly Finding[] {
  const findings: Finding[] = [];
  scanRange(text, 0, text.length, findings, name);
  return findings;
}

/** What is found of a kind, as it stands in the text, where it is sure enough to act on. */
export const foundIn = (kind: Kind, text: string, name?: string): readonly string[] =>
  allIn(text, name)
    .filter((finding) => finding.kind === kind && finding.score >= SCORE_MIN)
    .map(({ start, end }) => text.slice(start, end));
