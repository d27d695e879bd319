import { assert } from '../assert.js';
import type { JsonNode, JsonObject } from './json-document.js';

/** Replace `[start, end)` of a JSON text by `text`, which is JSON itself. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Splices the edits, in any order; no two may overlap. Without edits the same string returns. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const ordered = edits.length === 1 ? edits : edits.toSorted((a, b) => a.start - b.start);
  const pieces: string[] = [];
  let at = 0;
  for (const edit of ordered) {
    assert(edit.start >= at, 'edits of one document do not overlap');
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

export const replaceWithString = (
  place: { readonly start: number; readonly end: number },
  value: string,
): Edit => ({ start: place.start, end: place.end, text: JSON.stringify(value) });

/** Renames the member of `text` whose value is given. */
export function replaceKey(text: string, { from }: JsonNode, key: string): Edit {
  let end = from + 1;
  while (text.charCodeAt(end) !== 0x22) end += text.charCodeAt(end) === 0x5c ? 2 : 1;
  return replaceWithString({ start: from, end: end + 1 }, key);
}

/** Edits that drop the named members and add the given ones (name to JSON text) at the front. */
export function changeMembers(
  object: JsonObject,
  drop: ReadonlySet<string>,
  add: ReadonlyMap<string, string> = new Map(),
): Edit[] {
  const { keys, values } = object;
  const isDropped = (index: number): boolean => drop.has(keys[index] as string);
  const edits = dropValues(values, isDropped);
  if (add.size > 0) {
    const members = [...add].map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',');
    const at = object.start + 1;
    const isEmpty = keys.every((_, index) => isDropped(index));
    edits.unshift({ start: at, end: at, text: isEmpty ? members : `${members},` });
  }
  return edits;
}

/** Edits that drop members of one object, or items of one array, with the commas between them. */
export function dropValues(
  values: readonly JsonNode[],
  isDropped: (index: number) => boolean,
): Edit[] {
  const edits: Edit[] = [];
  let keptBefore = 0;
  for (let first = 0; first < values.length; first++) {
    if (!isDropped(first)) {
      keptBefore++;
      continue;
    }
    let last = first;
    while (last + 1 < values.length && isDropped(last + 1)) last++;
    // Behind a kept value the comma before the run goes too; at the front, the one after it.
    const start = keptBefore > 0 ? placed(values[first - 1]).end : placed(values[first]).from;
    const end =
      keptBefore > 0
        ? placed(values[last]).end
        : (values[last + 1]?.from ?? placed(values[last]).end);
    edits.push({ start, end, text: '' });
    first = last;
  }
  return edits;
}

function placed(node: JsonNode | undefined): JsonNode {
  assert(node, 'a value stands there');
  return node;
}
