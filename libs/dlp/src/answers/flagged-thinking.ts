import { arrayOf, dropValues, member, stringOf, type Steps } from '#kernel';
import type { Part, ReplyEvent, ReplyFrame } from '#wire';
import { isKept, isText, rulesOfPart, type Restoring } from '../restore/restoring.js';
import { TextRestorer } from '../restore/text-restorer.js';

const NONE: ReadonlySet<Part> = new Set();

/** Of a whole answer, what was thought under a signature and holds what is to be replaced. */
export function* flaggedThinking(
  { events }: ReplyFrame,
  restoring: Restoring,
): Steps<ReadonlySet<Part>> {
  if (!restoring.guard || !restoring.keepsThinking) return NONE;
  const flagged = new Set<Part>();
  for (const event of events) {
    if (!isText(event) || !isKept(event, restoring)) continue;
    const rules = { ...rulesOfPart(event.part, restoring), isSigned: false };
    const text = new TextRestorer(rules);
    const shown = (yield* text.pushSteps(event.delta)) + text.flush();
    if (shown !== event.delta) flagged.add(event.part);
  }
  return flagged;
}

/** It cannot be rewritten without breaking its signature, so it goes with that. */
export function dropThinking(
  frame: ReplyFrame,
  flagged: ReadonlySet<Part>,
  { isSpliced }: Restoring,
): ReplyFrame {
  if (flagged.size === 0) return frame;
  const { document, edits, events } = frame;
  const starts = events.flatMap((event) =>
    isText(event) && flagged.has(event.part) && event.at ? [event.at.start] : [],
  );
  const blocks = arrayOf(document ? member(document.root, 'content') : undefined)?.items ?? [];
  const isFlagged = (index: number): boolean => {
    const block = blocks[index];
    // Without a signature it is a text like any other, and masked as such.
    if (!block || !stringOf(member(block, 'signature'))) return false;
    return starts.some((start) => block.start < start && start < block.end);
  };
  return {
    ...frame,
    edits: isSpliced ? [...edits, ...dropValues(blocks, isFlagged)] : edits,
    events: events.filter((event) => !isOf(event, flagged)),
  };
}

const isOf = (event: ReplyEvent, parts: ReadonlySet<Part>): boolean =>
  'part' in event && parts.has(event.part);
