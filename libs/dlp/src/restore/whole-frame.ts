import {
  replaceKey,
  replaceWithString,
  type Edit,
  type JsonDocument,
  type JsonNode,
  type JsonString,
  type Steps,
} from '#kernel';
import type { ReplyEvent, ReplyFrame } from '#wire';
import { mayHoldCode } from '../pseudonyms/code.js';
import { joinedTexts } from './joined-texts.js';
import { isLimited, isText, restoreEvent, type Restoring } from './restoring.js';
import { restoreWhole } from './text-restorer.js';

/** A complete answer: every string of it is restored, also where no event points to. */
export function* restoreWholeFrame(frame: ReplyFrame, restoring: Restoring): Steps<ReplyFrame> {
  const isCut = isLimited(frame);
  const joined = yield* joinedTexts(frame.events, restoring, isCut);
  // What was put together of several answers has no payload: its events alone tell its texts.
  const edits = frame.document
    ? yield* editsOf(frame.document, frame.events, joined, restoring, isCut)
    : [];
  if (frame.document && edits.length === 0) return frame;
  const events: ReplyEvent[] = [];
  for (const [index, event] of frame.events.entries()) {
    const delta = joined.get(index);
    if (delta !== undefined && isText(event)) events.push({ ...event, delta });
    else events.push(yield* restoreEvent(event, restoring, isCut));
  }
  return { ...frame, edits: [...frame.edits, ...edits], events };
}

/** @param joined what some texts show, by their places among the events */
function* editsOf(
  document: JsonDocument,
  events: readonly ReplyEvent[],
  joined: ReadonlyMap<number, string>,
  restoring: Restoring,
  isCut: boolean,
): Steps<Edit[]> {
  const told = new Map<number, Edit>();
  for (const [index, delta] of joined) {
    const event = events[index];
    if (event && isText(event) && event.at) {
      told.set(event.at.start, replaceWithString(event.at, delta));
    }
  }
  const edits = yield* restoreDocument(document, restoring, isCut);
  if (told.size === 0) return edits;
  const around = edits.filter(({ start }) => !told.has(start));
  return dropEchoes(document, [...told.values(), ...around], restoring);
}

export function* restoreDocument(
  document: JsonDocument,
  restoring: Restoring,
  isCut = false,
): Steps<Edit[]> {
  const { texts, vault } = restoring;
  const edits: Edit[] = [];
  function* restoreText(node: JsonString): Steps<void> {
    const restored = yield* restoreWhole(vault, node.value, isCut);
    if (restored !== node.value) edits.push(replaceWithString(node, restored));
  }
  function* restoreKey(key: string, value: JsonNode): Steps<void> {
    const restored = yield* restoreWhole(vault, key);
    if (restored !== key) edits.push(replaceKey(document.text, value, restored));
  }
  yield* texts.visitAnswer(document.root, {
    text: (node) => (isCut || mayHoldCode(node.value) ? restoreText(node) : undefined),
    key({ keys, values }, index) {
      const key = keys[index] as string;
      return mayHoldCode(key) ? restoreKey(key, values[index] as JsonNode) : undefined;
    },
  });
  return edits.length === 0 ? edits : dropEchoes(document, edits, restoring);
}

/** Their tokens spell the pseudonyms, and no longer add up to the text. */
export function dropEchoes(
  document: JsonDocument,
  edits: readonly Edit[],
  { texts }: Restoring,
): Edit[] {
  const echoes = texts.tokenEchoes(document);
  const isOutside = (edit: Edit) =>
    !echoes.some((echo) => edit.start >= echo.start && edit.end <= echo.end);
  const nulls = echoes.map(({ start, end }) => ({ start, end, text: 'null' }));
  return [...edits.filter(isOutside), ...nulls];
}
