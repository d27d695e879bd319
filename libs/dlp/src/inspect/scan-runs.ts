import type { Steps } from '#kernel';
import { JOINED_CHARS, SLICE_CHARS, TEXT_COST_CHARS } from '../limits.js';
import type { Finding } from '../kinds.js';
import type { ActivePolicy, Decided } from '../policy.js';
import { scanText, type Search } from '../scan/scan-text.js';

/** How texts are joined: as they are, and as lines, which part what no value goes over. */
const JOINTS = ['', '\n'];

/** Of messages that follow each other, what is read again on each side of where they meet. */
const TURN_CHARS = 160;
/** People say many a number in a message of its own: what only looks like a value is none there. */
const TURN_SCORE_MIN = 0.85;

/** Longer than values are. */
const VALUE_CHARS = 512;

interface Piece {
  readonly index: number;
  /** Of the piece in its text. */
  readonly from: number;
  readonly text: string;
}

/**
 * Adds what stands in several texts, cut between them: its first piece is found as the whole value, the
 * others as the rest of it. Of long texts only the ends are read again, so the work is linear.
 * @param found findings by the place of their text; is added to
 */
export function* scanRuns(
  texts: readonly { readonly text: string }[],
  runs: readonly (readonly number[])[],
  { terms, own, policy }: Pick<Search, 'terms' | 'own'> & { readonly policy: ActivePolicy },
  found: Map<number, Decided[]>,
): Steps<void> {
  yield* scanJoined(texts, runs, { terms, own, policy }, found, JOINED_CHARS);
}

/** The same of messages of one role: names are what each of them says, and only what is sure counts. */
export function* scanTurns(
  texts: readonly { readonly text: string }[],
  runs: readonly (readonly number[])[],
  { terms, own, policy }: Pick<Search, 'terms' | 'own'> & { readonly policy: ActivePolicy },
  found: Map<number, Decided[]>,
): Steps<void> {
  const isSure = ({ kind, score, evidence }: Finding): boolean =>
    score >= TURN_SCORE_MIN || evidence === 'checksum' || kind === 'removal_term';
  const sure: ActivePolicy = {
    ...policy,
    wantsNames: false,
    decide: (finding, text) => (isSure(finding) ? policy.decide(finding, text) : null),
  };
  yield* scanJoined(texts, runs, { terms, own, policy: sure }, found, TURN_CHARS);
}

function* scanJoined(
  texts: readonly { readonly text: string }[],
  runs: readonly (readonly number[])[],
  { terms, own, policy }: Pick<Search, 'terms' | 'own'> & { readonly policy: ActivePolicy },
  found: Map<number, Decided[]>,
  chars: number,
): Steps<void> {
  let left = SLICE_CHARS;
  for (const run of runs) {
    for (const strip of stripsOf(texts, run, chars)) {
      for (const joint of JOINTS) {
        const joined = strip.map(({ text }) => text).join(joint);
        const { findings } = yield* scanText(joined, {
          terms,
          own,
          withoutNames: !policy.wantsNames,
        });
        const starts = startsOf(strip, joint);
        for (const finding of findings) {
          const decided = policy.decide(finding, joined);
          if (decided) addCut(found, decided, strip, starts, joined);
        }
        left -= joined.length + strip.length * TEXT_COST_CHARS;
        if (left > 0) continue;
        yield;
        left = SLICE_CHARS;
      }
    }
  }
}

/** Pieces that follow each other with nothing left out between them. */
function* stripsOf(
  texts: readonly { readonly text: string }[],
  run: readonly number[],
  chars: number,
): Iterable<readonly Piece[]> {
  let strip: Piece[] = [];
  let length = 0;
  for (const index of run) {
    const text = texts[index]?.text ?? '';
    if (text === '') continue;
    const isWhole = text.length <= 2 * chars;
    strip.push({ index, from: 0, text: isWhole ? text : text.slice(0, chars) });
    length += (strip.at(-1) as Piece).text.length;
    if (isWhole && length < SLICE_CHARS) continue;
    if (strip.length > 1) yield strip;
    const from = text.length - chars;
    strip = isWhole ? lastOf(strip) : [{ index, from, text: text.slice(from) }];
    length = chars;
  }
  if (strip.length > 1) yield strip;
}

/** The pieces that the next strip begins with, so that no value is lost between two. */
function lastOf(strip: readonly Piece[]): Piece[] {
  let at = strip.length;
  for (let chars = 0; at > 0 && chars < VALUE_CHARS;) chars += (strip[--at] as Piece).text.length;
  return strip.slice(at);
}

function startsOf(strip: readonly Piece[], joint: string): readonly number[] {
  let at = 0;
  return strip.map(({ text }) => {
    const start = at;
    at += text.length + joint.length;
    return start;
  });
}

function addCut(
  found: Map<number, Decided[]>,
  finding: Decided,
  strip: readonly Piece[],
  starts: readonly number[],
  joined: string,
): void {
  const { kind } = finding;
  const value = finding.value ?? joined.slice(finding.start, finding.end);
  const cut: { readonly index: number; readonly finding: Decided }[] = [];
  for (let at = lastUpTo(starts, finding.start); at < strip.length; at++) {
    const { index, from, text } = strip[at] as Piece;
    const offset = starts[at] as number;
    if (offset >= finding.end) break;
    const start = from + Math.max(0, finding.start - offset);
    const end = from + Math.min(text.length, finding.end - offset);
    if (start >= end) continue;
    const isRest = cut.length > 0 || undefined;
    cut.push({
      index,
      finding: isRest
        ? { ...finding, start, end, isRest, value: undefined, canonical: undefined }
        : { ...finding, start, end, value },
    });
  }
  if (cut.length < 2) return;
  // What was found in one of the texts alone goes there: beside it stand only words it is not part of.
  const isKnown = cut.some(({ index, finding: { start, end } }) =>
    found.get(index)?.some((one) => one.kind === kind && one.start < end && start < one.end),
  );
  if (isKnown) return;
  for (const piece of cut) {
    const findings = found.get(piece.index);
    if (findings) findings.push(piece.finding);
    else found.set(piece.index, [piece.finding]);
  }
}

/** The place of the last of the sorted numbers that is at most `value`. */
function lastUpTo(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
