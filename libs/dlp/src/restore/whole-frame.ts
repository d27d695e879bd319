import { replaceWithString, type Edit, type JsonDocument } from '#kernel';
import type { ReplyEvent, ReplyFrame } from '#wire';
import { isJsonText, isText, newRestorer, restoreEvent, type Restoring } from './restoring.js';
import { restoreWhole } from './text-restorer.js';

/** A complete answer: every string of it is restored, also where no event points to. */
export function restoreWholeFrame(frame: ReplyFrame, restoring: Restoring): ReplyFrame {
  if (!frame.document) return frame;
  const edits = restoreDocument(frame.document, restoring, frame.events);
  if (edits.length === 0) return frame;
  const events = frame.events.map((event) => restoreEvent(event, restoring));
  return { ...frame, edits: [...frame.edits, ...edits], events };
}

export function restoreDocument(
  document: JsonDocument,
  restoring: Restoring,
  events: readonly ReplyEvent[] = [],
): Edit[] {
  const jsonTexts = new Set<number>();
  for (const event of events) {
    if (isText(event) && event.at && isJsonText(event, restoring)) jsonTexts.add(event.at.start);
  }
  const edits: Edit[] = [];
  restoring.texts.visitStrings(document.root, (node, use) => {
    const isJson = use === 'json_text' || jsonTexts.has(node.start);
    const restored = restoreWhole(newRestorer(isJson, restoring), node.value);
    if (restored !== node.value) edits.push(replaceWithString(node, restored));
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
