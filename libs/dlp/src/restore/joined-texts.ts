import type { Steps } from '#kernel';
import type { Part, ReplyEvent } from '#wire';
import { FORM_CHARS_MAX } from '../limits.js';
import type { Vault } from '../pseudonyms/vault.js';
import { findPseudonyms } from './find-pseudonyms.js';
import { isKept, isText, type Restoring } from './restoring.js';
import { TextRestorer } from './text-restorer.js';

/** A text event with its place among the events. */
interface Place {
  readonly index: number;
  readonly delta: string;
}

/**
 * What the pieces of one part show, by their places among the events of a whole answer, where a pseudonym is cut
 * between them. Any other piece is a text of its own: it may be JSON behind prose, and is restored as such.
 */
export function* joinedTexts(
  events: readonly ReplyEvent[],
  restoring: Restoring,
  isCut: boolean,
): Steps<ReadonlyMap<number, string>> {
  const { vault } = restoring;
  const shown = new Map<number, string>();
  for (const pieces of piecesOf(events, restoring)) {
    if (pieces.length < 2 || !isCutBetween(pieces, vault)) continue;
    const restorer = new TextRestorer(vault);
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
    const place = { index, delta: event.delta };
    const pieces = parts.get(event.part);
    if (pieces) pieces.push(place);
    else parts.set(event.part, [place]);
  }
  return parts.values();
}

/** No form of a pseudonym is longer than what is looked at on both sides of a border. */
function isCutBetween(pieces: readonly Place[], vault: Vault): boolean {
  const text = pieces.map(({ delta }) => delta).join('');
  let border = 0;
  for (const { delta } of pieces) {
    const from = Math.max(0, border - FORM_CHARS_MAX);
    const around = text.slice(from, border + FORM_CHARS_MAX);
    const at = border - from;
    if (findPseudonyms(around, 0, vault).some(({ start, end }) => start < at && at < end))
      return true;
    border += delta.length;
  }
  return false;
}
