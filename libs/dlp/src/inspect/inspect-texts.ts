import { refuse, type Steps } from '#kernel';
import type { Inspection, ProtectionMode } from '#call';
import type { Finding, Kind } from '../kinds.js';
import {
  FINDING_COST_CHARS,
  PATHS_NAMED_MAX,
  PSEUDONYM_COST_CHARS,
  REWRITES_PER_STEP,
  SLICE_CHARS,
  TEXT_COST_CHARS,
} from '../limits.js';
import { actionOf, summaryOf, type Action } from '../policy.js';
import { Vault } from '../pseudonyms/vault.js';
import { resolveOverlaps } from '../resolve.js';
import { findPseudonyms } from '../restore/find-pseudonyms.js';
import type { RemovalTerms } from '../scan/removal-terms.js';
import { refuseTooMany, scanText } from '../scan/scan-text.js';
import { looksLikeJson, NumberQuotes } from './json-number.js';
import { refuseUnread, type Rules } from './rules.js';
import { scanRuns } from './scan-runs.js';

export interface ScanText {
  readonly text: string;
  /** Nothing can stand in for what is found here. */
  readonly isFixed: boolean;
  /** Where something is found the text goes, with all that its signature stands for. */
  readonly unit?: object;
  /** Bytes that only the provider understands: that nobody reads them is known. */
  readonly isSealed?: true;
}

/** A text with the place that a refusal names. */
export interface PlacedText extends ScanText {
  readonly path: string;
}

export interface Job extends Rules {
  readonly texts: readonly ScanText[];
  readonly terms: RemovalTerms | null;
  /** Places of texts that are read one after the other. */
  readonly runs?: readonly (readonly number[])[];
  /** Where a text stands in the body, for refusals. */
  readonly pathOf: (index: number) => string;
}

export interface Verdict {
  readonly action: Inspection['action'];
  readonly findings: Readonly<Record<string, number>>;
  /** New texts by index; what is not in here stays as it is. */
  readonly rewritten: ReadonlyMap<number, string>;
  /** Null when nothing was issued, so that there is nothing to restore. */
  readonly vault: Vault | null;
  /** Something passes that was not read: a file that the settings allow, or anything in `allow_log`. */
  readonly hasUnread: boolean;
}

interface ScannedText {
  readonly index: number;
  readonly text: string;
  readonly isFixed: boolean;
  /** It is not rewritten but goes as a whole. */
  readonly isRemoved: boolean;
  readonly findings: readonly Finding[];
}

export const NOTHING_FOUND: Verdict = {
  action: 'none',
  findings: {},
  rewritten: new Map(),
  vault: null,
  hasUnread: false,
};

/**
 * Scans all texts of a request, then decides, then rewrites: codes depend on all values together.
 */
export function* inspectTexts(job: Job): Steps<Verdict> {
  const pace: Pace = { left: SLICE_CHARS };
  const found = new Map<number, Finding[]>();
  let count = 0;
  let hasUnread = false;
  for (let index = 0; index < job.texts.length; index++) {
    const { text, isSealed } = job.texts[index] as ScanText;
    const { findings, hasUnread: isUnread, files } = yield* scanText(text, job.terms);
    if (isUnread) refuseEscaped(job, index);
    hasUnread ||= isUnread;
    if (files.size > 0 && !isSealed) {
      refuseUnread(
        job,
        [...files].map((kind) => ({ kind, pathOf: () => job.pathOf(index) })),
      );
      hasUnread = true;
    }
    if (findings.length > 0) found.set(index, [...findings]);
    refuseTooMany((count += findings.length));
    yield* spend(pace, text.length + TEXT_COST_CHARS);
  }
  if (job.runs) yield* scanRuns(job.texts, job.runs, job.terms, found);
  if (found.size === 0) return { ...NOTHING_FOUND, hasUnread };
  const scanned = yield* scannedOf(job.texts, found, pace);

  yield* refuseBlocked(job, scanned, pace);
  const replaced: ScannedText[] = [];
  for (const scan of scanned) {
    replaced.push({ ...scan, findings: yield* findingsToReplace(job.mode, scan) });
    yield* spend(pace, scan.findings.length * FINDING_COST_CHARS);
  }
  const vault = yield* issuePseudonyms(job, replaced, pace);
  const rewritten = new Map<number, string>();
  for (const scan of replaced) {
    if (scan.findings.length > 0 && scan.isRemoved) rewritten.set(scan.index, '');
    else if (scan.findings.length > 0)
      rewritten.set(scan.index, yield* rewrite(job.mode, scan, vault));
    yield* spend(pace, scan.text.length);
  }
  return {
    action: summaryOf(actionsOn(job.mode, replaced)),
    findings: yield* countByKind(scanned, pace),
    rewritten,
    vault: vault.size > 0 ? vault : null,
    hasUnread,
  };
}

/** In the order of the texts, which refusals name. */
function* scannedOf(
  texts: readonly ScanText[],
  found: ReadonlyMap<number, readonly Finding[]>,
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
function refuseEscaped({ mode, terms, pathOf }: Job, index: number): void {
  if (mode === 'allow_log' && !terms) return;
  const param = pathOf(index);
  throw refuse('document_unscannable', {
    message: `Data protection cannot read the text at ${param}: it holds escapes within escapes, or longer ones, than are undone. Send it as plain text.`,
    param,
  });
}

interface Pace {
  /** Characters until the event loop may get its turn. */
  left: number;
}

function* spend(pace: Pace, chars: number): Steps<void> {
  pace.left -= chars;
  if (pace.left > 0) return;
  yield;
  pace.left = SLICE_CHARS;
}

/** @throws protection_blocked, naming kinds and places but never a value */
function* refuseBlocked(
  { mode, pathOf }: Job,
  scanned: readonly ScannedText[],
  pace: Pace,
): Steps<void> {
  const named: string[] = [];
  let first: string | undefined;
  let more = 0;
  for (const { index, isFixed, findings } of scanned) {
    // What a removal term covers is taken out by the caller's own wish, so it does not count, unless
    // nothing can be taken out there.
    const blocking = isFixed
      ? findings.filter((finding) => actionOf(mode, finding) !== 'log')
      : (yield* resolveOverlaps(findings)).filter((finding) => actionOf(mode, finding) === 'block');
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
  throw refuse('protection_blocked', {
    message: `Data protection refused the request: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}. Take it out or, where it can be replaced, name it in gw.remove.`,
    param: first,
  });
}

/** Findings that are only counted do not hide the ones that are replaced. */
const findingsToReplace = (
  mode: ProtectionMode,
  { findings }: ScannedText,
): Steps<readonly Finding[]> =>
  resolveOverlaps(findings.filter((finding) => actionOf(mode, finding) !== 'log'));

function* issuePseudonyms(job: Job, scanned: readonly ScannedText[], pace: Pace): Steps<Vault> {
  const vault = new Vault(job.key());
  for (const { text, findings, isRemoved } of scanned) {
    if (isRemoved) continue;
    for (const finding of findings) {
      if (finding.isRest || actionOf(job.mode, finding) !== 'tokenize') continue;
      vault.register(finding, spellingOf(text, finding));
      yield* spend(pace, PSEUDONYM_COST_CHARS);
    }
  }
  if (vault.size === 0) return vault;
  const taken = new Set<string>();
  do yield* vault.assignCodes(taken);
  while (yield* addLiteralCodes(job.texts, vault, pace, taken));
  return vault;
}

/**
 * A word of the caller's own that looks like a pseudonym of this call must come back as it is, so
 * its code is taken and the value gets another one.
 */
function* addLiteralCodes(
  texts: readonly ScanText[],
  vault: Vault,
  pace: Pace,
  taken: Set<string>,
): Steps<boolean> {
  const before = taken.size;
  for (const { text } of texts) {
    for (let from = 0; from < text.length;) {
      const to = Math.min(text.length, from + pace.left);
      for (const { code } of findPseudonyms(text, from, vault, to)) taken.add(code);
      yield* spend(pace, to - from);
      from = to;
    }
    yield* spend(pace, TEXT_COST_CHARS);
  }
  return taken.size > before;
}

function* rewrite(
  mode: ProtectionMode,
  { text, findings }: ScannedText,
  vault: Vault,
): Steps<string> {
  const quotes = looksLikeJson(text) ? new NumberQuotes(text) : null;
  const pieces: string[] = [];
  let at = 0;
  for (const finding of findings) {
    const { start, end } = finding;
    const word = finding.isRest
      ? ''
      : actionOf(mode, finding) === 'mask'
        ? maskOf(finding, text.slice(start, end))
        : vault.wordFor(finding, spellingOf(text, finding), text.slice(end, end + 8));
    const quote = (!finding.isRest && quotes?.around(start, end)) || '';
    pieces.push(text.slice(at, start), quote, word, quote);
    at = end;
    if (pieces.length % REWRITES_PER_STEP === 0) yield;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

const spellingOf = (text: string, { value, start, end }: Finding): string =>
  value ?? text.slice(start, end);

/** Inside of a URL the label is written as URLs are. */
function maskOf({ label }: Finding, replaced: string): string {
  const mask = `«${label}»`;
  return /%[0-9a-f]{2}/i.test(replaced) ? encodeURIComponent(mask) : mask;
}

function actionsOn(mode: ProtectionMode, replaced: readonly ScannedText[]): ReadonlySet<Action> {
  const actions = new Set<Action>(['log']);
  for (const { findings, isRemoved } of replaced) {
    // What is removed comes back no more than what is masked.
    for (const finding of findings) actions.add(isRemoved ? 'mask' : actionOf(mode, finding));
  }
  return actions;
}

/** Terms and detected kinds are counted apart: a term inside an address is both. */
function* countByKind(scanned: readonly ScannedText[], pace: Pace): Steps<Record<string, number>> {
  const counts: Partial<Record<Kind, number>> = {};
  for (const { findings } of scanned) {
    const terms = findings.filter((finding) => finding.kind === 'removal_term');
    const detected = findings.filter((finding) => finding.kind !== 'removal_term');
    for (const some of [terms, detected]) {
      for (const { kind, isRest } of yield* resolveOverlaps(some)) {
        if (!isRest) counts[kind] = (counts[kind] ?? 0) + 1;
      }
    }
    yield* spend(pace, findings.length * FINDING_COST_CHARS);
  }
  return counts;
}
