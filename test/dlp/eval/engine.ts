import { runAtOnce } from '#kernel';
import { specOf } from '#contract';
import type { Finding } from '../../../libs/dlp/src/kinds.js';
import { resolveOverlaps } from '../../../libs/dlp/src/resolve.js';
import { scanText } from '../../../libs/dlp/src/scan/scan-text.js';

/** Where policies act unless they say otherwise. */
const SCORE_MIN = 0.5;

/**
 * What the engine finds in a text, of all kinds, as sure as policies ask for by default; kinds that are off
 * by default included.
 */
export function findingsIn(text: string): readonly Finding[] {
  const sure = runAtOnce(scanText(text, { terms: null })).findings.filter(
    ({ score }) => score >= SCORE_MIN,
  );
  // What crosses, or stands on several levels of escapes, is replaced once; kinds are scored one by one.
  return [...Map.groupBy(sure, ({ kind }) => kind).values()].flatMap((some) =>
    runAtOnce(resolveOverlaps(some.map((one) => ({ ...one, action: 'mask', fate: 'mask' })))),
  );
}

/** The same without what is off by default: what a workload without a policy of its own gets. */
export const defaultFindingsIn = (text: string): readonly Finding[] =>
  findingsIn(text).filter(({ kind }) => !specOf(kind).isOptional);
