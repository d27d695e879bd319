import { replaceKey, replaceWithString, type Edit, type JsonDocument, type Steps } from '#kernel';
import type { ReplyEvent, ReplyFrame } from '#wire';
import { restoreEvent, type Restoring } from './restoring.js';
import { restoreWhole } from './text-restorer.js';

/** A complete answer: every string of it is restored, also where no event points to. */
export function* restoreWholeFrame(frame: ReplyFrame, restoring: Restoring): Steps<ReplyFrame> {
  if (!frame.document) return frame;
  const edits = yield* restoreDocument(frame.document, restoring);
  if (edits.length === 0) return frame;
  const events: ReplyEvent[] = [];
  for (const event of frame.events) events.push(yield* restoreEvent(event, restoring));
  return { ...frame, edits: [...frame.edits, ...edits], events };
}

export function* restoreDocument(document: JsonDocument, restoring: Restoring): Steps<Edit[]> {
  const { texts, vault } = restoring;
  const edits: Edit[] = [];
  yield* texts.visitAnswer(document.root, {
    *text(node) {
      const restored = yield* restoreWhole(vault, node.value);
      if (restored !== node.value) edits.push(replaceWithString(node, restored));
    },
    *key(object, index) {
      const key = object.keys[index] as string;
      const value = object.values[index];
      const restored = yield* restoreWhole(vault, key);
      if (value && restored !== key) edits.push(replaceKey(document.text, value, restored));
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
