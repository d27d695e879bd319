import { member, replaceWithString, type Edit, type JsonDocument } from '#kernel';

/**
 * Gives back the model id that the caller asked for, at the top level and in the `response` of a
 * Responses event. Nothing is added where a payload names no model.
 */
export function modelEdits(document: JsonDocument, model: string | null): Edit[] {
  if (model === null) return [];
  const named = [
    member(document.root, 'model'),
    member(member(document.root, 'response'), 'model'),
  ];
  const edits: Edit[] = [];
  for (const node of named) {
    if (node?.kind === 'string' && node.value !== model) edits.push(replaceWithString(node, model));
  }
  return edits;
}
