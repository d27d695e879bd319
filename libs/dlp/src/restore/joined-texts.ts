import type { Steps } from '#kernel';
import type { Part, ReplyEvent } from '#wire';
import { FORM_CHARS_MAX } from '../limits.js';
import { WINDOW_CHARS } from '../answers/guard-window.js';
import { findPseudonyms } from './find-pseudonyms.js';
import { isKept, isText, rulesOfPart, type Restoring } from './restoring.js';
import { TextRestorer } from './text-restorer.js';

/** A text event with its place among the events. */
interface Place {
  readonly index: number;
  readonly part: Part;
  readonly delta: string;
}

/**
 * What the pieces of one part show, by their places among the events of a whole answer, where a pseudonym or a
 * value is cut between them. Any other piece is a text of its own: it may be JSON behind prose, and is restored as such.
 */
export function* joinedTexts(
  events: readonly ReplyEvent[],
  restoring: Restoring,
  isCut: boolean,
): Steps<ReadonlyMap<number, string>> {
  const shown = new Map<number, string>();
  for (const pieces of piecesOf(events, restoring)) {
    if (pieces.length < 2 || !(yield* isCutBetween(pieces, restoring))) continue;
    const { part } = pieces[0] as Place;
    const restorer = new TextRestorer(rulesOfPart(part, restoring));
    for (const { index, delta } of pieces) shown.set(index, yield* restorer.pushSteps(delta));
    const { index } = pieces.at(-1) as Place;
    shown.set(index, (shown.get(index) ?? '') + restorer.flush(isCut));
  }
  return shown;
}

function piecesOf(events: readonly ReplyEvent[], restoring: Restoring): Iterable<Place[]> {
  const parts = new Map<Part, Place[]>();
  for (const [index, event] of events.entries()) {
    if (!isText(event) || isKept(event, restoring)) continue;
    const place = { index, part: event.part, delta: event.delta };
    const pieces = parts.get(event.part);
    if (pieces) pieces.push(place);
    else parts.set(event.part, [place]);
  }
  return parts.values();
}

function* isCutBetween(pieces: readonly Place[], { vault, guard }: Restoring): Steps<boolean> {
  const text = pieces.map(({ delta }) => delta).join('');
  let border = 0;
  for (const { delta } of pieces) {
    if (vault && isCutAt(border, text, FORM_CHARS_MAX, (some) => findPseudonyms(some, 0, vault))) {
      return true;
    }
    if (guard && isCutAt(border, text, WINDOW_CHARS, (some) => guard.find(some, '').replaced)) {
      return true;
    }
    border += delta.length;
    if (guard) yield;
  }
  return false;
}

/** Does something stand over the border? @param around as far as it is looked at on both sides */
function isCutAt(
  border: number,
  text: string,
  around: number,
  find: (some: string) => readonly { readonly start: number; readonly end: number }[],
): boolean {
  const from = Math.max(0, border - around);
  const at = border - from;
  return find(text.slice(from, border + around)).some(({ start, end }) => start < at && at < end);
}
