import type { Steps } from '#kernel';
import { SLICE_CHARS } from '../limits.js';
import { ByteLists } from '../scan/byte-lists.js';
import { decodeRun } from '../scan/decode-run.js';
import { EncodedRuns, mayHoldRuns } from '../scan/encoded-runs.js';
import { readBytes } from '../scan/read-bytes.js';
import { wholeOf } from '../scan/stretches.js';
import { undoneOnce } from '../scan/undone-once.js';
import { placeBefore, type View } from '../scan/view.js';
import { findHidden } from './hidden-characters.js';
import type { Suspicion } from './kinds.js';
import { findMarkers } from './markers.js';
import { endOf, type Phrase } from './phrase.js';
import { BOOK } from './phrases.js';
import { hintsOf, readingsOf } from './readings.js';
import { sentencesIn } from './words-of.js';

/** Of one text: that it has any is what counts. */
const FOUND_MAX = 32;
/** Of one sort, before those of one paragraph are told as one. */
const SOUGHT_MAX = 256;
/** What is said twice within a paragraph is one finding. */
const PARAGRAPH_CHARS = 400;
/** Slices overlap by as much: longer than any phrase and any marker. */
const OVERLAP_CHARS = 1_024;
/** Escapes within escapes: JSON in a string of JSON in a string. */
const ESCAPES_DEPTH_MAX = 3;
/** Texts within texts, as base64 in base64. */
const ENCODED_DEPTH_MAX = 2;
/** Shorter runs and lists hold no sentence. */
const ENCODED_CHARS_MIN = 40;
const ENCODED_BYTES_MIN = 24;
/** How far behind a phrase an address may stand. */
const ADDRESS_CHARS = 160;
const ADDRESS = /https?:\/\/|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}\.\p{L}/iu;

/**
 * Where a text that is data speaks to the model that reads it, sorted; at most 32 places. Linear in the text, and nothing but
 * the text decides: no model is asked.
 */
export function* findInjections(text: string): Steps<readonly Suspicion[]> {
  const hidden = yield* findHidden(text, SOUGHT_MAX);
  const found = [...hidden, ...(yield* findSaid(text, ENCODED_DEPTH_MAX))];
  return found
    .toSorted((one, other) => one.start - other.start || other.score - one.score)
    .filter(isFirstOfItsKind)
    .slice(0, FOUND_MAX);
}

function isFirstOfItsKind({ kind, start }: Suspicion, at: number, all: readonly Suspicion[]) {
  for (let before = at - 1; before >= 0; before--) {
    const other = all[before] as Suspicion;
    if (start - other.start > PARAGRAPH_CHARS) return true;
    if (other.kind === kind) return false;
  }
  return true;
}

/** In the text, in it as it reads once its escapes are undone, and in each of them as it is shown. */
function* findSaid(text: string, depthLeft: number): Steps<readonly Suspicion[]> {
  const found: Suspicion[] = [];
  const views: View[] = [];
  let read = text;
  for (let depth = 0; ; depth++) {
    for (const one of yield* findInSlices(read, depthLeft)) {
      found.push(yield* placeBefore(views, one));
    }
    const hints = yield* hintsOf(read);
    for (const reading of yield* readingsOf(read, hints)) {
      const [shown] = reading.slice(-1) as [View];
      for (const one of yield* findInSlices(shown.text, depthLeft)) {
        found.push(yield* placeBefore([...views, ...reading], one));
      }
    }
    if (depth === ESCAPES_DEPTH_MAX) return found;
    const undone = yield* undoneOnce(read, wholeOf(read), hints);
    const last = undone.at(-1);
    if (!last) return found;
    views.push(...undone);
    read = last.text;
  }
}

function* findInSlices(text: string, depthLeft: number): Steps<Suspicion[]> {
  const found: Suspicion[] = [];
  for (let from = 0; from < text.length; from += SLICE_CHARS) {
    if (from > 0) yield;
    const begin = Math.max(0, from - OVERLAP_CHARS);
    const slice = text.slice(begin, from + SLICE_CHARS);
    for (const one of [...findPhrases(slice), ...findMarkers(slice)]) {
      found.push({ ...one, start: begin + one.start, end: begin + one.end });
    }
    if (found.length > SOUGHT_MAX) break;
  }
  if (depthLeft > 0) found.push(...(yield* findEncoded(text, depthLeft - 1)));
  return found;
}

function findPhrases(slice: string): readonly Suspicion[] {
  const found: Suspicion[] = [];
  for (const words of sentencesIn(slice)) {
    for (const [at, { word, start }] of words.entries()) {
      for (const phrase of BOOK.mayBeginWith(word) ?? []) {
        const end = endOf(phrase, words, at);
        if (end === undefined || !isAddressed(phrase, slice, end)) continue;
        found.push({ kind: phrase.kind, score: phrase.score, start, end });
      }
    }
  }
  return found;
}

const isAddressed = ({ hasAddress }: Phrase, slice: string, end: number): boolean =>
  !hasAddress || ADDRESS.test(slice.slice(end, end + ADDRESS_CHARS));

/** What speaks to a model once it is decoded, whatever it is then: letters side by side, and bytes one by one. */
function* findEncoded(text: string, depthLeft: number): Steps<Suspicion[]> {
  const found: Suspicion[] = [];
  const runs = mayHoldRuns(text) ? new EncodedRuns(text) : null;
  const lists = new ByteLists(text, 0, text.length);
  for (let from = 0; from < text.length && found.length < SOUGHT_MAX; from += SLICE_CHARS) {
    if (from > 0) yield;
    const to = Math.min(text.length, from + SLICE_CHARS);
    for (const run of runs?.scanTo(to) ?? []) {
      if (run.chars < ENCODED_CHARS_MIN) continue;
      const { run: read, text: inner } = yield* decodeRun(text, run);
      found.push(...(yield* findDecoded(inner, read, depthLeft)));
    }
    for (const list of lists.scanTo(to)) {
      for (const { bytes } of list.readings) {
        if (bytes.length < ENCODED_BYTES_MIN) continue;
        found.push(...(yield* findDecoded(yield* readBytes(bytes), list, depthLeft)));
      }
    }
  }
  return found;
}

function* findDecoded(
  inner: string | null,
  { start, end }: { readonly start: number; readonly end: number },
  depthLeft: number,
): Steps<readonly Suspicion[]> {
  const [first] = inner === null ? [] : yield* findSaid(inner, depthLeft);
  return first ? [{ kind: 'encoded_payload', start, end, score: first.score }] : [];
}
