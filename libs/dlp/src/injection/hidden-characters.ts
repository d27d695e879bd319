import type { Steps } from '#kernel';
import { SLICE_CHARS } from '../limits.js';
import type { Suspicion } from './kinds.js';

/** What nobody sees, and the marks of annotations between lines, which Unicode does not count to it. */
const HIDING = String.raw`\p{Default_Ignorable_Code_Point}\ufff9-\ufffb`;
/** One of them. */
export const UNSEEN = new RegExp(`[${HIDING}]`, 'u');
const HIDDEN = new RegExp(`[${HIDING}]+`, 'gu');
/** Units that one of them is or begins with: a look at these costs less than one at the property. */
const UNITS = String.raw`\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud82f\ud834\udb40-\udb43`;
const MAY_HIDE = new RegExp(`[${UNITS}]`);

const TAG = /[\u{e0001}-\u{e007f}]/u;
/** Flags of regions are a black flag, letters as tags and an end. */
const REGION = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}$/u;
const BLACK_FLAG = '\u{1f3f4}';
/** One chooses the look of what stands before it; a row of them is bytes, but for that of emoji, which programs write twice. */
const SELECTORS =
  /[\ufe00-\ufe0e\u{e0100}-\u{e01ef}][\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|\ufe0f[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/u;
/** These are of ideographs alone. */
const OF_IDEOGRAPHS = /[\u{e0100}-\u{e01ef}]/u;
const ENDS_IN_IDEOGRAPH = /\p{Ideographic}$/u;
const OVERRIDES = /[\u202d\u202e]/;
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Letters: a mark of Arabic is of that script, too. */
const RIGHT_TO_LEFT =
  /(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** One at a time, soft hyphens and joiners have an honest use. */
const JOINERS = /[\u00ad\u200b-\u200d\u2060]{2}/;
/** Within words of scripts that need none. */
const PARTING = /[^\u00ad\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const UNJOINED = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]`;
const ENDS_UNJOINED = new RegExp(`${UNJOINED}$`, 'u');
const BEGINS_UNJOINED = new RegExp(`^${UNJOINED}`, 'u');
const ORDER_MARK = '\ufeff';

/** How far back a script that is written from the right is looked for: a paragraph. */
const SCRIPT_CHARS = 1_024;

/** How sure it is that a run is there to hide something; 0 where it has an honest use. */
function scoreOf(text: string, start: number, run: string): number {
  if (run === ORDER_MARK && (start === 0 || text[start - 1] === '\n')) return 0; // It begins a file.
  if (TAG.test(run)) return REGION.test(run) && text.endsWith(BLACK_FLAG, start) ? 0 : 0.98;
  if (SELECTORS.test(run)) return 0.95;
  const before = text.slice(Math.max(0, start - 2), start);
  if (OF_IDEOGRAPHS.test(run) && !ENDS_IN_IDEOGRAPH.test(before)) return 0.95;
  if (OVERRIDES.test(run)) return 0.9;
  if (JOINERS.test(run)) return 0.8;
  const end = start + run.length;
  if (!ENDS_UNJOINED.test(before)) return 0;
  if (!BEGINS_UNJOINED.test(text.slice(end, end + 2))) return 0;
  if (PARTING.test(run)) return 0.7;
  const around = text.slice(Math.max(0, start - SCRIPT_CHARS), end + SCRIPT_CHARS);
  return DIRECTIONS.test(run) && !RIGHT_TO_LEFT.test(around) ? 0.6 : 0;
}

/**
 * Runs of characters that models read and nobody sees, but for those that a script or a sign needs.
 * @param most the first of them, where a text is made of them
 */
export function* findHidden(text: string, most: number): Steps<readonly Suspicion[]> {
  const found: Suspicion[] = [];
  for (let from = 0; from < text.length && found.length < most;) {
    if (from > 0) yield;
    const to = endOfSlice(text, from);
    found.push(...hiddenIn(text, from, to).slice(0, most - found.length));
    from = to;
  }
  return found;
}

/** The text without any of them. */
export function* withoutHidden(text: string): Steps<string> {
  const slices: string[] = [];
  for (let from = 0; from < text.length;) {
    if (from > 0) yield;
    const to = endOfSlice(text, from);
    const shown: string[] = [];
    let at = from;
    for (const { start, end } of hiddenIn(text, from, to)) {
      shown.push(text.slice(at, start));
      at = end;
    }
    shown.push(text.slice(at, to));
    slices.push(shown.join(''));
    from = to;
  }
  return slices.join('');
}

function hiddenIn(text: string, from: number, to: number): readonly Suspicion[] {
  const slice = text.slice(from, to);
  if (!MAY_HIDE.test(slice)) return [];
  return [...slice.matchAll(HIDDEN)].flatMap(({ 0: run, index }) => {
    const start = from + index;
    const score = scoreOf(text, start, run);
    return score > 0 ? { kind: 'hidden_unicode', start, end: start + run.length, score } : [];
  });
}

/** No sign has more of them. */
const OF_A_SIGN_MAX = 16;

/** A slice ends in no sign of several characters. */
function endOfSlice(text: string, from: number): number {
  let to = from + SLICE_CHARS;
  const most = to + OF_A_SIGN_MAX;
  while (to < most && to < text.length && MAY_HIDE.test(text.slice(to - 1, to + 1))) to++;
  return Math.min(to, text.length);
}
