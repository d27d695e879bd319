import type { JsonNode } from './json-document.js';

/** Keys that a program would choose. Others may be data themselves and must not be echoed. */
const PLAIN_KEY = /^[A-Za-z_$][\w$-]{0,63}$/;

/**
 * Where a node stands, as `messages[2].content`; `$` is the body itself. A key that could be data
 * shows as `*`.
 */
export function jsonPath(root: JsonNode, target: JsonNode): string {
  let path = '';
  let node: JsonNode | undefined = root;
  while (node && node !== target) {
    const index: number = childTowards(node, target);
    if (node.kind === 'object') path += memberPath(node.keys[index] ?? '', path);
    else path += `[${index}]`;
    node = childrenOf(node)[index];
  }
  return path === '' ? '$' : path;
}

/** Index of the child that the target is, or stands in. */
export const childTowards = (node: JsonNode, target: JsonNode): number =>
  firstEndingAt(childrenOf(node), target.end);

/** The index of the first child that ends at `end` or behind: they stand in the order of the text. */
function firstEndingAt(children: readonly JsonNode[], end: number): number {
  let low = 0;
  let high = children.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((children[middle] as JsonNode).end >= end) high = middle;
    else low = middle + 1;
  }
  return low;
}

function childrenOf(node: JsonNode): readonly JsonNode[] {
  if (node.kind === 'object') return node.values;
  return node.kind === 'array' ? node.items : [];
}

function memberPath(key: string, before: string): string {
  const name = PLAIN_KEY.test(key) ? key : '*';
  return before === '' ? name : `.${name}`;
}
