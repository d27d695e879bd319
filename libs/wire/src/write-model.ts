import { member, replaceWithString, type Edit, type JsonDocument } from '#kernel';

/**
 * Gives back the model id that the caller asked for, at the top level, in the `response` of a
 * Responses event, and in the `message` that a stream of messages begins with. Nothing is added where
 * a payload names no model.
 */
export function modelEdits(document: JsonDocument, model: string | null): Edit[] {
  if (model === null) return [];
  const named = [
    member(document.root, 'model'),
    member(document.root, 'modelVersion'),
    member(member(document.root, 'response'), 'model'),
    member(member(document.root, 'message'), 'model'),
  ];
  const edits: Edit[] = [];
  for (const node of named) {
    if (node?.kind === 'string' && node.value !== model) edits.push(replaceWithString(node, model));
  }
  return edits;
}
