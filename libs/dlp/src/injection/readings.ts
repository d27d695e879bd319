import type { Steps } from '#kernel';
import { SLICE_CHARS } from '../limits.js';
import { COMPATIBLE } from '../scan/decodings.js';
import { noHints, noteHints, type Hints } from '../scan/hints.js';
import { MARKS } from '../scan/marks.js';
import { unitsOf } from '../scan/unit-table.js';
import { viewOf, type Decoding, type View } from '../scan/view.js';
import { UNSEEN } from './hidden-characters.js';

/** Controls that no file of text has, but for those that colour what a terminal shows. */
const CONTROLS = String.raw`\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f`;
const COLOUR = String.raw`\u001b\[[0-9;]{0,16}[A-Za-z]`;
/** What nobody sees, beside what counts as a likeness. */
const NOTHING = String.raw`${COLOUR}|[${CONTROLS}\ufff9-\ufffc]`;

const MAY_BE_NOTHING = new RegExp(`[${CONTROLS}\u001b\ufff9-\ufffc]`);

/** Letters that stand for others read as these, and what nobody sees as nothing. */
const SPELLED: Decoding = {
  pattern: new RegExp(`${NOTHING}|${COMPATIBLE.pattern.source}`, 'uy'),
  begins: unitsOf(MAY_BE_NOTHING).map((begins, unit) => begins | (COMPATIBLE.begins?.[unit] ?? 0)),
  decode: (sign) => (IS_NOTHING.test(sign) ? '' : COMPATIBLE.decode(sign)),
};
const IS_NOTHING = new RegExp(`^(?:${NOTHING})$`);

/** What nobody sees may part words, too: some of it is as wide as a blank. */
const PARTED: Decoding = {
  pattern: new RegExp(`${UNSEEN.source}{1,8}`, 'uy'),
  begins: unitsOf(new RegExp(String.raw`${UNSEEN.source}|[\ud800-\udbff]`, 'u')),
  decode: () => ' ',
};
const PARTS_WORDS = new RegExp(String.raw`\p{L}${UNSEEN.source}+\p{L}`, 'u');

/** A page as it is shown: tags that begin a line end a sentence. */
const SHOWN: Decoding = {
  ...MARKS,
  decode: (mark) => (ENDS_LINE.test(mark) ? '\n\n' : MARKS.decode(mark)),
};
const ENDS_LINE = /^<\/?(?:p|div|li|td|th|tr|h\d)\b/i;
/** Marks within a word or a sentence; those around words are no part of these anyway. */
const PARTS_BY_MARKS =
  /\p{L}(?:[*`~]{1,3}|<[^<>\n]{1,64}>){1,4}\p{L}|<[a-z][^<>\n]{0,60}>[^<>\n]{1,40}<\//iu;

/** A text as it reads in another way than it is written, by way of these views of it. */
export type Reading = readonly [View, ...View[]];

export function* hintsOf(text: string): Steps<Hints> {
  const hints = noHints();
  for (let from = 0; from < text.length; from += SLICE_CHARS) {
    if (from > 0) yield;
    noteHints(hints, text, from, Math.min(text.length, from + SLICE_CHARS), false);
  }
  return hints;
}

/** How else a text reads, its escapes aside. */
export function* readingsOf(text: string, { hasLookalikes, hasMarks }: Hints): Steps<Reading[]> {
  const readings: Reading[] = [];
  const mayRead = hasLookalikes || MAY_BE_NOTHING.test(text);
  const spelled = mayRead ? yield* viewOf(text, SPELLED) : null;
  if (spelled) readings.push([spelled]);
  if (spelled && PARTS_WORDS.test(text)) {
    const parted = yield* viewOf(text, PARTED);
    if (parted) readings.push([parted]);
  }
  const read = spelled?.text ?? text;
  if (hasMarks && PARTS_BY_MARKS.test(read)) {
    const shown = yield* viewOf(read, SHOWN);
    if (shown) readings.push(spelled ? [spelled, shown] : [shown]);
  }
  return readings;
}
