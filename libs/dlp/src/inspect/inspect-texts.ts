import { refuse, type Steps } from '#kernel';
import type { Inspection, ProtectionAction } from '#call';
import { FINDING_COST_CHARS, TEXT_COST_CHARS } from '../limits.js';
import { summaryOf, type Decided } from '../policy.js';
import type { Vault } from '../pseudonyms/vault.js';
import { resolveOverlaps } from '../resolve.js';
import { IntroducedPeople } from '../scan/names/introduced.js';
import { shippedModel } from '../scan/names/model.js';
import { refuseTooMany } from '../scan/scan-text.js';
import { countFound, type Counts } from './count-found.js';
import type { Job, ScannedText, ScanText } from './inspection-job.js';
import { nameHosts } from './name-hosts.js';
import { newPace, spend, type Pace } from './pace.js';
import { issuePseudonyms, rewrite } from './pseudonymise.js';
import { refuseBlocked } from './refuse-blocked.js';
import { refuseUnread } from './rules.js';
import { scanRuns, scanTurns } from './scan-runs.js';

export interface Verdict extends Counts {
  readonly action: Inspection['action'];
  /** New texts by index; what is not in here stays as it is. */
  readonly rewritten: ReadonlyMap<number, string>;
  /** Null when nothing was issued, so that there is nothing to restore. */
  readonly vault: Vault | null;
  /** Something passes that was not read: a file that the settings allow, or anything in `allow_log`. */
  readonly hasUnread: boolean;
}

export const NOTHING_FOUND: Verdict = {
  action: 'none',
  findings: {},
  found: [],
  rewritten: new Map(),
  vault: null,
  hasUnread: false,
};

/**
 * Scans all texts of a request, then decides, then rewrites: codes depend on all values together.
 */
export function* inspectTexts(job: Job): Steps<Verdict> {
  const pace = newPace();
  const people = new IntroducedPeople(shippedModel());
  const found = new Map<number, Decided[]>();
  let count = 0;
  let hasUnread = false;
  const { wantsNames } = job.policy;
  for (let index = 0; index < job.texts.length; index++) {
    const { text, name, isSealed } = job.texts[index] as ScanText;
    const { terms, own } = job;
    const scan = yield* job.scan(text, { terms, own, name, withoutNames: !wantsNames });
    const { hasUnread: isUnread, files } = scan;
    const marked = job.marked?.findingsIn(index) ?? [];
    const here = marked.length > 0 ? [...scan.findings, ...marked] : scan.findings;
    job.known?.add(text, here);
    const introduced = wantsNames ? yield* people.findIn(text, here) : [];
    const findings = [...here, ...introduced].flatMap(
      (finding) => job.policy.decide(finding, text) ?? [],
    );
    if (isUnread) refuseEscaped(job, index);
    hasUnread ||= isUnread;
    if (files.size > 0 && !isSealed) {
      refuseUnread(
        job,
        [...files].map((kind) => ({ kind, pathOf: () => job.pathOf(index) })),
      );
      hasUnread = true;
    }
    if (findings.length > 0) found.set(index, findings);
    refuseTooMany((count += findings.length));
    yield* spend(pace, text.length + TEXT_COST_CHARS);
  }
  if (job.runs) yield* scanRuns(job.texts, job.runs, job, found);
  if (job.turns) yield* scanTurns(job.texts, job.turns, job, found);
  for (const [index, findings] of found) job.known?.add(job.texts[index]?.text ?? '', findings);
  if (found.size === 0) return { ...NOTHING_FOUND, hasUnread };
  const scanned = yield* scannedOf(job.texts, found, pace);
  yield* refuseBlocked(job, scanned, pace);
  const replaced: ScannedText[] = [];
  for (const scan of scanned) {
    replaced.push({ ...scan, findings: yield* findingsToReplace(scan) });
    yield* spend(pace, scan.findings.length * FINDING_COST_CHARS);
  }
  const vault = yield* issuePseudonyms(job, replaced, pace);
  if (vault.size > 0) yield* nameHosts(job, replaced, vault, pace);
  const rewritten = new Map<number, string>();
  for (const scan of replaced) {
    if (scan.findings.length > 0 && scan.isRemoved) rewritten.set(scan.index, '');
    else if (scan.findings.length > 0) rewritten.set(scan.index, yield* rewrite(scan, vault));
    yield* spend(pace, scan.text.length);
  }
  return {
    action: summaryOf(actionsOn(replaced)),
    ...(yield* countFound(job, scanned, pace)),
    rewritten,
    vault: vault.size > 0 ? vault : null,
    hasUnread,
  };
}

/** In the order of the texts, which refusals name. */
function* scannedOf(
  texts: readonly ScanText[],
  found: ReadonlyMap<number, readonly Decided[]>,
  pace: Pace,
): Steps<ScannedText[]> {
  const scanned: ScannedText[] = [];
  for (const [index, { text, isFixed, unit }] of texts.entries()) {
    const findings = found.get(index);
    if (findings) {
      scanned.push({ index, text, isFixed, isRemoved: unit !== undefined, findings });
    }
    yield* spend(pace, 1);
  }
  return scanned;
}

/** @throws document_unscannable where something may stand behind the escapes that must not pass */
function refuseEscaped({ policy, terms, pathOf }: Job, index: number): void {
  if (!policy.isProtective && !terms) return;
  const param = pathOf(index);
  throw refuse('document_unscannable', {
    message: `Data protection cannot read the text at ${param}: it holds escapes within escapes, or longer ones, than are undone. Send it as plain text.`,
    param,
  });
}

/** Findings that are only counted do not hide the ones that are replaced. */
const findingsToReplace = ({ findings }: ScannedText): Steps<readonly Decided[]> =>
  resolveOverlaps(findings.filter(({ action }) => action !== 'log'));

function actionsOn(replaced: readonly ScannedText[]): ReadonlySet<ProtectionAction> {
  const actions = new Set<ProtectionAction>(['log']);
  for (const { findings, isRemoved } of replaced) {
    // What is removed comes back no more than what is masked.
    for (const { action } of findings) actions.add(isRemoved ? 'mask' : action);
  }
  return actions;
}
