import type { Steps } from '#kernel';
import type { Unreadable } from '#wire';
import type { Finding } from '../kinds.js';
import { ENCODED_COST_CHARS, SLICE_CHARS, UNKNOWN_BYTES_MAX } from '../limits.js';
import { scanRange } from './anchors.js';
import { decodeRun } from './decode-run.js';
import { EncodedRuns, mayHoldRuns, RUN_CHARS_MIN, type EncodedRun } from './encoded-runs.js';
import { kindOfFile } from './file-magic.js';
import type { Stretches } from './stretches.js';

/** What is encoded within a text. */
export interface Encoded {
  /** Each stands for a whole run: only as a whole does it come back as it was. */
  readonly findings: readonly Finding[];
  /** Files, which nobody can look into. */
  readonly files: ReadonlySet<Unreadable>;
  readonly hasUnread: boolean;
}

export type ScanReadable = (
  text: string,
) => Steps<{ findings: readonly Finding[]; files: ReadonlySet<Unreadable>; hasUnread: boolean }>;

/** Characters that may yet be decoded: encodings within escapes within encodings end somewhere. */
export interface DecodeBudget {
  left: number;
}

/** A `data:` URL says that bytes follow; fewer than these are no file. */
const DECLARED = 'base64,';
const DECLARED_CHARS_MIN = 64;
const HEAD_CHARS = 96; // Enough for what files begin with, between characters that readers drop.

/**
 * Base64 and hexadecimal, whatever the place says: what is readable is scanned, what is a file is told,
 * and so is what is too long to be a token and cannot be read.
 */
export function* scanEncoded(
  text: string,
  parts: Stretches,
  budget: DecodeBudget,
  scanReadable: ScanReadable,
): Steps<Encoded> {
  const findings: Finding[] = [];
  const files = new Set<Unreadable>();
  let hasUnread = false;
  if (text.length < RUN_CHARS_MIN) return { findings, files, hasUnread };
  yield* addClaimed(text, files);
  if (text.length <= SLICE_CHARS && !mayHoldRuns(text)) return { findings, files, hasUnread };
  let spent = 0;
  for (const runs of runsIn(text, parts)) {
    for (const run of runs) {
      if ((budget.left -= run.chars) < 0) return { findings, files, hasUnread: true };
      const { head, text: readable, isVaried } = yield* decodeRun(text, run);
      const kind = kindOfFile(head);
      if (kind) files.add(kind);
      else if (readable !== null) {
        const inner = yield* scanReadable(readable);
        const surest = surestOf(inner.findings);
        if (surest) findings.push({ ...surest, ...spanOf(run) });
        for (const file of inner.files) files.add(file);
        hasUnread ||= inner.hasUnread;
      } else if (isDeclared(text, run) || (isVaried && bytesOf(run) > UNKNOWN_BYTES_MAX)) {
        files.add('document');
      } else yield* addHidden(text, run, findings);
      if ((spent += run.chars + ENCODED_COST_CHARS) < SLICE_CHARS) continue;
      spent = 0;
      yield;
    }
    yield;
  }
  return { findings, files, hasUnread };
}

/** Slice by slice. */
function* runsIn(text: string, parts: Stretches): Iterable<readonly EncodedRun[]> {
  for (let part = 0; part < parts.length; part += 2) {
    const end = parts[part + 1] as number;
    const runs = new EncodedRuns(text, parts[part], end);
    for (let to = parts[part] as number; to < end;) {
      to = Math.min(end, to + SLICE_CHARS);
      yield runs.scanTo(to);
    }
  }
}

const bytesOf = ({ chars }: EncodedRun): number => (chars * 3) / 4;

/** A policy decides by score, and the run goes as a whole. */
const surestOf = (findings: readonly Finding[]): Finding | undefined =>
  findings.reduce<Finding | undefined>(
    (best, finding) => (best && best.score >= finding.score ? best : finding),
    undefined,
  );

/** Without the rest of an inner finding, whose places and spelling are those of the inner text. */
const spanOf = ({ start, end }: EncodedRun) => ({
  start,
  end,
  value: undefined,
  canonical: undefined,
});

const isDeclared = (text: string, { start, chars }: EncodedRun): boolean =>
  chars >= DECLARED_CHARS_MIN &&
  text
    .slice(Math.max(0, start - 16), start)
    .trimEnd()
    .toLowerCase()
    .endsWith(DECLARED);

const NOT_IN_ALPHABET = /[^A-Za-z0-9+/_-]+/g;

/**
 * Many decoders drop what is not of their alphabet, blanks and dots included: so the beginning of the
 * text, and what follows `base64,`, is read as they read it.
 */
function* addClaimed(text: string, files: Set<Unreadable>): Steps<void> {
  for (let at = 0, step = 0; at >= 0; step++) {
    const letters = text.slice(at, at + HEAD_CHARS).replaceAll(NOT_IN_ALPHABET, '');
    const kind = kindOfFile(Buffer.from(letters, 'base64'));
    if (kind) files.add(kind);
    if (step % CLAIMS_PER_STEP === CLAIMS_PER_STEP - 1) yield;
    const next = text.indexOf(DECLARED, at);
    at = next < 0 ? -1 : next + DECLARED.length;
  }
}

const CLAIMS_PER_STEP = 512;

const ALIGNMENTS = [0, 1, 2, 3] as const;
const OVERLAP_CHARS = 512; // As long as a value is, encoded.
const AT_SIGN = 0x40;
const DIGITS_MIN = 8; // Of an account.

/**
 * A token, a hash, a path, or a text with more before it than belongs to it: read from each of the four
 * places that a group of base64 may begin at, for addresses and numbers in ASCII alone.
 */
function* addHidden(text: string, run: EncodedRun, findings: Finding[]): Steps<void> {
  for (let from = run.start; from < run.end; from += SLICE_CHARS) {
    const to = Math.min(run.end, from + SLICE_CHARS + OVERLAP_CHARS);
    const letters = text.slice(from, to).replaceAll(NOT_IN_ALPHABET, '');
    for (const alignment of ALIGNMENTS) {
      const bytes = Buffer.from(letters.slice(alignment), 'base64');
      if (!mayHoldValue(bytes)) continue;
      const hidden: Finding[] = [];
      const ascii = bytes.toString('latin1').replaceAll(/[\u0080-\u00ff]/g, ' ');
      scanRange(ascii, 0, ascii.length, hidden);
      const surest = surestOf(hidden.filter(isProven));
      if (!surest) continue;
      findings.push({ ...surest, ...spanOf(run) });
      return;
    }
    if (to < run.end) yield;
  }
}

/** Bytes at random hold words and short numbers, but no address, no long key and no check digit. */
const PROVEN_SCORE_MIN = 0.85;
const CHECKED_SCORE_MIN = 0.5;
/** An at sign and five letters that fit stand in every megabyte of noise; each one more is four times as rare. */
const ADDRESS_CHARS_MIN = 8;

const isProven = ({ kind, score, evidence, start, end }: Finding): boolean =>
  score >= (evidence === 'checksum' ? CHECKED_SCORE_MIN : PROVEN_SCORE_MIN) &&
  (kind !== 'email' || end - start >= ADDRESS_CHARS_MIN);

function mayHoldValue(bytes: Buffer): boolean {
  let digits = 0;
  for (const byte of bytes) {
    if (byte === AT_SIGN) return true;
    if (byte >= 0x30 && byte <= 0x39 && ++digits >= DIGITS_MIN) return true;
  }
  return false;
}
