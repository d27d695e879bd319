import type { Steps } from '#kernel';
import { PolicyRefusal } from '#call';
import { engineRevision } from '../engine-revision.js';
import { FINDING_COST_CHARS, PATHS_NAMED_MAX } from '../limits.js';
import { resolveOverlaps } from '../resolve.js';
import { countFound } from './count-found.js';
import type { Job, ScannedText } from './inspection-job.js';
import { spend, type Pace } from './pace.js';

/** @throws protection_blocked, naming kinds and places but never a value */
export function* refuseBlocked(job: Job, scanned: readonly ScannedText[], pace: Pace): Steps<void> {
  const { pathOf, terms } = job;
  const named: string[] = [];
  let first: string | undefined;
  let more = 0;
  for (const { index, isFixed, findings } of scanned) {
    // What a removal term covers is taken out by the caller's own wish, so it does not count, unless
    // nothing can be taken out there.
    const blocking = isFixed
      ? findings.filter(({ action }) => action !== 'log')
      : (yield* resolveOverlaps(findings)).filter(({ action }) => action === 'block');
    yield* spend(pace, findings.length * FINDING_COST_CHARS);
    if (blocking.length === 0) continue;
    if (named.length === PATHS_NAMED_MAX) more++;
    else {
      const path = pathOf(index);
      first ??= path;
      named.push(`${[...new Set(blocking.map(({ kind }) => kind))].join(', ')} at ${path}`);
    }
  }
  if (first === undefined) return;
  const message = `Data protection refused the request: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}. Take it out or, where it can be replaced, name it in gw.remove.`;
  const counted = yield* countFound(job, scanned, pace);
  const protection = {
    ...counted,
    action: 'blocked',
    removeTerms: terms?.termCount ?? 0,
    engine: engineRevision(),
  } as const;
  throw new PolicyRefusal('protection_blocked', { message, param: first }, { protection });
}
