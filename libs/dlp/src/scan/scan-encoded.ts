import { addAll, type Steps } from '#kernel';
import type { Unreadable } from '#wire';
import type { Finding } from '../kinds.js';
import { ENCODED_COST_CHARS, SLICE_CHARS, UNKNOWN_BYTES_MAX } from '../limits.js';
import { scanRange } from './anchors.js';
import { bytesOfBase32 } from './base32.js';
import { ByteLists, type ByteList } from './byte-lists.js';
import { decodeRun } from './decode-run.js';
import { EncodedRuns, mayHoldRuns, RUN_CHARS_MIN, type EncodedRun } from './encoded-runs.js';
import { kindOfFile } from './file-magic.js';
import { readBytes } from './read-bytes.js';
import type { Stretches } from './stretches.js';

/** What is encoded within a text. */
export interface Encoded {
  /** Each stands for a whole run or list: only as a whole does it come back as it was. */
  readonly findings: readonly Finding[];
  /** Files, which nobody can look into. */
  readonly files: ReadonlySet<Unreadable>;
  readonly hasUnread: boolean;
  /** Lists of bytes that nobody reads: where one begins and ends. */
  readonly noise: Stretches;
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

/** What is found on the way. */
interface Finds {
  readonly findings: Finding[];
  readonly files: Set<Unreadable>;
  readonly noise: number[];
  hasUnread: boolean;
}

/**
 * Base64, base32 and hexadecimal, and bytes one by one, whatever the place says: what is readable is scanned,
 * what is a file is told, and so is what is too long to be a token and cannot be read.
 */
export function* scanEncoded(
  text: string,
  parts: Stretches,
  budget: DecodeBudget,
  scanReadable: ScanReadable,
): Steps<Encoded> {
  const finds: Finds = { findings: [], files: new Set(), noise: [], hasUnread: false };
  if (text.length < RUN_CHARS_MIN) return finds;
  yield* addClaimed(text, finds.files);
  if (text.length > SLICE_CHARS || mayHoldRuns(text)) {
    yield* scanRuns(text, parts, budget, scanReadable, finds);
  }
  yield* scanLists(text, parts, budget, scanReadable, finds);
  return finds;
}

function* scanRuns(
  text: string,
  parts: Stretches,
  budget: DecodeBudget,
  scanReadable: ScanReadable,
  finds: Finds,
): Steps<void> {
  let spent = 0;
  for (const runs of runsIn(text, parts)) {
    for (const run of runs) {
      if ((budget.left -= run.chars) < 0) {
        finds.hasUnread = true;
        return;
      }
      const { run: read, head, text: readable, isVaried } = yield* decodeRun(text, run);
      const kind = kindOfFile(head);
      if (kind) finds.files.add(kind);
      else if (readable !== null) {
        const inner = yield* scanReadable(readable);
        addSurest(finds, read, inner.findings);
        addUnread(finds, inner);
      } else if (isDeclared(text, run) || (isVaried && bytesOf(run) > UNKNOWN_BYTES_MAX)) {
        finds.files.add('document');
      } else yield* addHidden(text, run, finds.findings);
      if ((spent += run.chars + ENCODED_COST_CHARS) < SLICE_CHARS) continue;
      spent = 0;
      yield;
    }
    yield;
  }
}

function* scanLists(
  text: string,
  parts: Stretches,
  budget: DecodeBudget,
  scanReadable: ScanReadable,
  finds: Finds,
): Steps<void> {
  let spent = 0;
  for (const lists of listsIn(text, parts)) {
    for (const list of lists) {
      const findings: Finding[] = [];
      let isRead = false;
      for (const { bytes, isSure } of list.readings) {
        if ((budget.left -= bytes.length) < 0) {
          finds.hasUnread = true;
          return;
        }
        const kind = isSure ? kindOfFile(bytes) : null;
        if (kind) finds.files.add(kind);
        const readable = kind ? null : yield* readBytes(bytes);
        if (readable === null) continue;
        isRead = true;
        const inner = yield* scanReadable(readable);
        const isWanted = isSure || isWordy(readable) ? isAny : isProven;
        addAll(findings, inner.findings.filter(isWanted));
        addUnread(finds, inner);
      }
      addSurest(finds, list, findings);
      if (!isRead && list.hasLetters) finds.noise.push(list.start, list.end);
      if ((spent += list.end - list.start + ENCODED_COST_CHARS) < SLICE_CHARS) continue;
      spent = 0;
      yield;
    }
    if (text.length > SLICE_CHARS) yield;
  }
}

/** Numbers that are no codes read as signs as often as letters. */
const isWordy = (text: string): boolean =>
  (text.match(LETTERS_OR_BLANKS)?.length ?? 0) >= text.length * WORDY_SHARE;
const LETTERS_OR_BLANKS = /[\p{L} ]/gu;
const WORDY_SHARE = 0.8;

const isAny = (): boolean => true;

/** A policy decides by kind and score, and what is encoded goes as a whole: the surest of each kind counts. */
function addSurest(
  finds: Finds,
  { start, end }: EncodedRun | ByteList,
  findings: readonly Finding[],
): void {
  const byKind = new Map<string, Finding>();
  for (const finding of findings) {
    const name = finding.subtype ?? finding.kind;
    const known = byKind.get(name);
    if (!known || known.score < finding.score) byKind.set(name, finding);
  }
  for (const finding of byKind.values()) {
    finds.findings.push({ ...finding, ...spanOf({ start, end }) });
  }
}

function addUnread(finds: Finds, inner: Pick<Encoded, 'files' | 'hasUnread'>): void {
  for (const file of inner.files) finds.files.add(file);
  finds.hasUnread ||= inner.hasUnread;
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

/** Slice by slice. */
function* listsIn(text: string, parts: Stretches): Iterable<readonly ByteList[]> {
  for (let part = 0; part < parts.length; part += 2) {
    const end = parts[part + 1] as number;
    const lists = new ByteLists(text, parts[part], end);
    for (let to = parts[part] as number; to < end;) {
      to = Math.min(end, to + SLICE_CHARS);
      yield lists.scanTo(to);
    }
  }
}

const bytesOf = ({ chars }: EncodedRun): number => (chars * 3) / 4;

const surestOf = (findings: readonly Finding[]): Finding | undefined =>
  findings.reduce<Finding | undefined>(
    (best, finding) => (best && best.score >= finding.score ? best : finding),
    undefined,
  );

/** Without the rest of an inner finding, whose places and spelling are those of the inner text. */
const spanOf = ({ start, end }: { readonly start: number; readonly end: number }) => ({
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
    for (const bytes of hiddenBytes(letters)) {
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

const HEX_WITHIN = /[0-9a-fA-F]{24,}/g;
const BASE32_WITHIN = /[A-Z2-7]{24,}|[a-z2-7]{24,}/g;

/** What letters may stand for, from each place that a group may begin at. */
function* hiddenBytes(letters: string): Iterable<Buffer> {
  for (const alignment of ALIGNMENTS) yield Buffer.from(letters.slice(alignment), 'base64');
  for (const [hex] of letters.matchAll(HEX_WITHIN)) {
    yield Buffer.from(hex, 'hex');
    yield Buffer.from(hex.slice(1), 'hex');
  }
  for (const [base32] of letters.matchAll(BASE32_WITHIN)) yield bytesOfBase32(base32);
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
