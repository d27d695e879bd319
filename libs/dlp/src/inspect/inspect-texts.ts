import { refuse, type HmacSha256 } from '#kernel';
import type { Inspection, ProtectionMode } from '#call';
import type { Finding, Kind } from '../kinds.js';
import { PATHS_NAMED_MAX, PSEUDONYM_COST_CHARS, SLICE_CHARS } from '../limits.js';
import { actionOf, summaryOf, type Action } from '../policy.js';
import { Vault } from '../pseudonyms/vault.js';
import { resolveOverlaps } from '../resolve.js';
import { findPseudonyms } from '../restore/find-pseudonyms.js';
import { scanRange } from '../scan/anchors.js';
import type { RemovalTerms } from '../scan/removal-terms.js';

export interface Job {
  readonly texts: readonly string[];
  readonly mode: ProtectionMode;
  readonly terms: RemovalTerms | null;
  readonly key: () => HmacSha256;
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
}

interface ScannedText {
  readonly index: number;
  readonly text: string;
  readonly findings: readonly Finding[];
}

export const NOTHING_FOUND: Verdict = {
  action: 'none',
  findings: {},
  rewritten: new Map(),
  vault: null,
};

/**
 * Scans all texts of a request, then decides, then rewrites: codes depend on all values together.
 * Yields after each slice of work, so that the caller can let other calls have their turn.
 */
export function* inspectTexts(job: Job): Generator<undefined, Verdict> {
  const pace = { left: SLICE_CHARS };
  const scanned: ScannedText[] = [];
  for (let index = 0; index < job.texts.length; index++) {
    const text = job.texts[index] as string;
    const findings: Finding[] = [];
    if (text.length < pace.left) scanAtOnce(text, job.terms, pace, findings);
    else yield* scanInSlices(text, job.terms, pace, findings);
    if (findings.length > 0) scanned.push({ index, text, findings });
  }
  if (scanned.length === 0) return NOTHING_FOUND;

  refuseBlocked(job, scanned);
  const replaced = scanned.map((scan) => ({
    ...scan,
    findings: findingsToReplace(job.mode, scan),
  }));
  const vault = yield* issuePseudonyms(job, replaced, pace);
  const rewritten = new Map<number, string>();
  for (const scan of replaced) {
    if (scan.findings.length > 0) rewritten.set(scan.index, rewrite(job.mode, scan, vault));
    if ((pace.left -= scan.text.length) <= 0) {
      yield;
      pace.left = SLICE_CHARS;
    }
  }
  return {
    action: summaryOf(actionsOn(job.mode, replaced)),
    findings: countByKind(scanned),
    rewritten,
    vault: vault.size > 0 ? vault : null,
  };
}

interface Pace {
  /** Characters until the event loop gets its turn. */
  left: number;
}

function scanAtOnce(
  text: string,
  terms: RemovalTerms | null,
  pace: Pace,
  findings: Finding[],
): void {
  scanRange(text, 0, text.length, findings);
  terms?.startScan(text).scanTo(text.length, findings);
  pace.left -= text.length;
}

function* scanInSlices(
  text: string,
  terms: RemovalTerms | null,
  pace: Pace,
  findings: Finding[],
): Generator<undefined> {
  const termScan = terms?.startScan(text);
  for (let from = 0; from < text.length;) {
    const to = Math.min(text.length, from + pace.left);
    scanRange(text, from, to, findings);
    termScan?.scanTo(to, findings);
    yield* spend(pace, to - from);
    from = to;
  }
}

function* spend(pace: Pace, chars: number): Generator<undefined> {
  pace.left -= chars;
  if (pace.left > 0) return;
  yield;
  pace.left = SLICE_CHARS;
}

/** @throws protection_blocked, naming kinds and places but never a value */
function refuseBlocked({ mode, pathOf }: Job, scanned: readonly ScannedText[]): void {
  const places = new Map<string, Set<Kind>>();
  for (const { index, findings } of scanned) {
    // What a removal term covers is taken out by the caller's own wish, so it does not count.
    const kinds = resolveOverlaps(findings).filter(
      (finding) => actionOf(mode, finding) === 'block',
    );
    if (kinds.length === 0) continue;
    const path = pathOf(index);
    const known = places.get(path) ?? new Set();
    for (const { kind } of kinds) known.add(kind);
    places.set(path, known);
  }
  const [first] = places.keys();
  if (first === undefined) return;
  const named = [...places].slice(0, PATHS_NAMED_MAX);
  const list = named.map(([path, kinds]) => `${[...kinds].join(', ')} at ${path}`).join('; ');
  const more = places.size > named.length ? `; and ${places.size - named.length} more` : '';
  throw refuse('protection_blocked', {
    message: `Data protection refused the request: ${list}${more}.`,
    param: first,
  });
}

/** Findings that are only counted do not hide the ones that are replaced. */
const findingsToReplace = (mode: ProtectionMode, { findings }: ScannedText): readonly Finding[] =>
  resolveOverlaps(findings.filter((finding) => actionOf(mode, finding) !== 'log'));

function* issuePseudonyms(
  job: Job,
  scanned: readonly ScannedText[],
  pace: Pace,
): Generator<undefined, Vault> {
  const vault = new Vault(job.key());
  for (const { text, findings } of scanned) {
    for (const finding of findings) {
      if (actionOf(job.mode, finding) !== 'tokenize') continue;
      vault.register(finding, text.slice(finding.start, finding.end));
      yield* spend(pace, PSEUDONYM_COST_CHARS);
    }
  }
  if (vault.size === 0) return vault;
  const taken = new Set<string>();
  do vault.assignCodes(taken);
  while (yield* addLiteralCodes(job.texts, vault, pace, taken));
  return vault;
}

/**
 * A word of the caller's own that looks like a pseudonym of this call must come back as it is, so
 * its code is taken and the value gets another one.
 */
function* addLiteralCodes(
  texts: readonly string[],
  vault: Vault,
  pace: Pace,
  taken: Set<string>,
): Generator<undefined, boolean> {
  const before = taken.size;
  for (const text of texts) {
    for (let from = 0; from < text.length;) {
      const to = Math.min(text.length, from + pace.left);
      for (const { code } of findPseudonyms(text, from, vault, to)) taken.add(code);
      yield* spend(pace, to - from);
      from = to;
    }
  }
  return taken.size > before;
}

function rewrite(mode: ProtectionMode, { text, findings }: ScannedText, vault: Vault): string {
  let rewritten = '';
  let at = 0;
  for (const finding of findings) {
    const spelling = text.slice(finding.start, finding.end);
    const word =
      actionOf(mode, finding) === 'mask'
        ? `«${finding.label}»`
        : vault.wordFor(finding, spelling, text.slice(finding.end, finding.end + 8));
    rewritten += text.slice(at, finding.start) + word;
    at = finding.end;
  }
  return rewritten + text.slice(at);
}

function actionsOn(mode: ProtectionMode, replaced: readonly ScannedText[]): ReadonlySet<Action> {
  const actions = new Set<Action>(['log']);
  for (const { findings } of replaced) {
    for (const finding of findings) actions.add(actionOf(mode, finding));
  }
  return actions;
}

/** Terms and detected kinds are counted apart: a term inside an address is both. */
function countByKind(scanned: readonly ScannedText[]): Record<string, number> {
  const counts: Partial<Record<Kind, number>> = {};
  for (const { findings } of scanned) {
    const terms = findings.filter((finding) => finding.kind === 'removal_term');
    const detected = findings.filter((finding) => finding.kind !== 'removal_term');
    for (const { kind } of [...resolveOverlaps(terms), ...resolveOverlaps(detected)]) {
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }
  return counts;
}
