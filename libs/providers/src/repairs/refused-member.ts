import { member, type JsonNode, type JsonObject } from '#kernel';
import type { Protocol } from '#wire';
import { DROPPABLE } from './droppable.js';

/** Where a kind of item is named between its place in a list and its members. */
const KINDS: ReadonlySet<string> = new Set([
  'custom',
  'user',
  'assistant',
  'system',
  'tool',
  'text',
  'image',
  'document',
  'thinking',
  'tool_use',
  'tool_result',
]);
/** A name that is written in a path as it is, and cannot be taken for more of the path, or of the message. */
const PLAIN = /^[\w-]+$/;
const INDEX = /^\d+$/;

/** Whether an error that names these steps could be of something that may be left out; told by the last alone. */
export const mayBeLeftOut = (protocol: Protocol, named: readonly string[]): boolean => {
  const last = inCase(protocol, named.at(-1) ?? '');
  return (DROPPABLE[protocol] ?? []).some((paths) => paths.some((path) => lastOf(path) === last));
};

/**
 * The members of a body that an error names and that may be left out, by their paths in the list: those alone
 * that stood in what was sent. None where the steps lead to a member that is not on the list, or through an object
 * with names that an error could quote as if they were another: both are a caller's own.
 */
export function refusedMembers(
  protocol: Protocol,
  root: JsonNode,
  named: readonly string[],
): string[] {
  const found = follow(protocol, root, named);
  if (found === null) return [];
  const list = DROPPABLE[protocol] ?? [];
  if (found !== undefined) return list.flatMap(([path]) => (path === found ? [path] : []));
  const name = nameOf(named);
  return list.flatMap(([path, ...names]) =>
    names.includes(name) && standsIn(root, path.split('.')) ? [path] : [],
  );
}

/** The path of the member that the steps lead to, `*` for places in lists; undefined where there is none, null where it is unclear. */
function follow(
  protocol: Protocol,
  root: JsonNode,
  named: readonly string[],
): string | null | undefined {
  let node: JsonNode | undefined = root;
  const path: string[] = [];
  for (const [index, step] of named.entries()) {
    if (node?.kind === 'array' && INDEX.test(step)) {
      node = node.items[Number(step)];
      path.push('*');
    } else if (node?.kind === 'object') {
      if (!node.keys.every((key) => PLAIN.test(key))) return null;
      if (isKind(named, index) && !holdsMembers(node, step)) continue;
      const name = inCase(protocol, step);
      const keys: string[] = node.keys.filter((key) => inCase(protocol, key) === name);
      if (keys.length > 1) return null;
      if (keys[0] === undefined) return undefined;
      node = member(node, keys[0]);
      path.push(name);
    } else return undefined;
  }
  return path.join('.');
}

const isKind = (named: readonly string[], index: number): boolean =>
  KINDS.has(named[index] ?? '') && INDEX.test(named[index - 1] ?? '');

const holdsMembers = (item: JsonObject, key: string): boolean => {
  const kind = member(item, key)?.kind;
  return kind === 'object' || kind === 'array';
};

/** The path by which the list knows it under another name. */
const nameOf = (named: readonly string[]): string =>
  named
    .filter((_, index) => !isKind(named, index))
    .map((step) => (INDEX.test(step) ? '*' : step))
    .join('.');

function standsIn(node: JsonNode | undefined, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return node !== undefined;
  if (step !== '*') return standsIn(member(node, step), rest);
  return node?.kind === 'array' && node.items.some((item) => standsIn(item, rest));
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Google writes names in another case than its format does. */
const inCase = (protocol: Protocol, name: string): string =>
  protocol === 'gemini'
    ? name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    : name;
