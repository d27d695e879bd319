import type { Steps } from '#kernel';
import type { Found } from '#call';
import { FINDING_COST_CHARS } from '../limits.js';
import { resolveOverlaps } from '../resolve.js';
import type { Job, ScannedText } from './inspection-job.js';
import { spend, type Pace } from './pace.js';

/** What was found, for the log. */
export interface Counts {
  /** By kind. */
  readonly findings: Readonly<Record<string, number>>;
  readonly found: readonly Found[];
}

/** Terms and detected kinds are counted apart: a term inside an address is both. */
export function* countFound(
  { placeOf }: Job,
  scanned: readonly ScannedText[],
  pace: Pace,
): Steps<Counts> {
  const findings: Record<string, number> = {};
  const found = new Map<string, Found>();
  for (const scan of scanned) {
    const place = placeOf(scan.index);
    const terms = scan.findings.filter(({ kind }) => kind === 'removal_term');
    const detected = scan.findings.filter(({ kind }) => kind !== 'removal_term');
    for (const some of [terms, detected]) {
      for (const { kind, subtype = null, fate, isRest } of yield* resolveOverlaps(some)) {
        if (isRest) continue;
        findings[kind] = (findings[kind] ?? 0) + 1;
        const name = `${kind} ${subtype} ${fate} ${place}`;
        const count = (found.get(name)?.count ?? 0) + 1;
        found.set(name, { kind, subtype, action: fate, place, count });
      }
    }
    yield* spend(pace, scan.findings.length * FINDING_COST_CHARS);
  }
  return { findings, found: [...found.values()] };
}
