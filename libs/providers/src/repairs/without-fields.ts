import {
  applyEdits,
  changeMembers,
  parseJson,
  parseSteps,
  runInSlices,
  type Cancellation,
  type Edit,
  type JsonArray,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
} from '#kernel';
import { PIECE_CHARS } from '../http/request-pieces.js';

/** Members by name; what ends there goes. */
interface Tree {
  goes: boolean;
  readonly below: Map<string, Tree>;
}

/**
 * A body without the members at these paths. An item of a list that held nothing else goes with its
 * member.
 */
export async function withoutFields(
  body: string,
  paths: readonly string[],
  cancellation: Cancellation,
): Promise<string> {
  const names = paths.map((path) => path.slice(path.lastIndexOf('.') + 1));
  if (!names.some((name) => body.includes(`"${name}"`))) return body;
  const { text, root } = await parsed(body, cancellation);
  return applyEdits(text, editsIn(root, treeOf(paths)));
}

/** A long body in slices, as it was read. */
export const parsed = (
  body: string,
  cancellation: Cancellation,
): JsonDocument | Promise<JsonDocument> =>
  body.length <= PIECE_CHARS ? parseJson(body) : runInSlices(parseSteps(body), cancellation);

function treeOf(paths: readonly string[]): Tree {
  const root: Tree = { goes: false, below: new Map() };
  for (const path of paths) {
    let tree = root;
    for (const name of path.split('.')) {
      let next = tree.below.get(name);
      if (!next) tree.below.set(name, (next = { goes: false, below: new Map() }));
      tree = next;
    }
    tree.goes = true;
  }
  return root;
}

function editsIn(node: JsonNode, tree: Tree): Edit[] {
  if (node.kind === 'object') return editsOfObject(node, tree);
  const items = tree.below.get('*');
  return node.kind === 'array' && items ? editsOfList(node, items) : [];
}

function editsOfObject(object: JsonObject, { below }: Tree): Edit[] {
  const gone = new Set(object.keys.filter((key) => below.get(key)?.goes));
  const within = object.keys.flatMap((key, index) => {
    const tree = below.get(key);
    return tree && !tree.goes ? editsIn(object.values[index] as JsonNode, tree) : [];
  });
  return gone.size > 0 ? [...changeMembers(object, gone), ...within] : within;
}

function editsOfList({ items }: JsonArray, tree: Tree): Edit[] {
  const isGone = (item: JsonNode | undefined): boolean =>
    item?.kind === 'object' &&
    item.keys.length > 0 &&
    item.keys.every((key) => tree.below.get(key)?.goes);
  let last: JsonNode | undefined; // That stays.
  return items.flatMap((item, index) => {
    if (!isGone(item)) {
      last = item;
      return editsIn(item, tree);
    }
    // Behind one that stays the comma before it goes, too; at the front, the one after it.
    const before = items[index - 1];
    const start = last ? (before as JsonNode).end : item.start;
    const end = last ? item.end : (items[index + 1]?.start ?? item.end);
    return [{ start, end, text: '' }];
  });
}
