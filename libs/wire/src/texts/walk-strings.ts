import { member, stringOf, type JsonNode, type JsonObject, type JsonString } from '#kernel';
import { classifyString, isSigned, isToolName, opens } from './classify-string.js';

export type VisitString = (node: JsonString, use: 'text' | 'json_text') => void;

/**
 * Visits every string value that is prose, in the order of the text.
 *
 * @returns whether something was left out that may hold personal data all the same
 */
export function walkStrings(root: JsonNode, visit: VisitString): boolean {
  return new Walk(visit).walk(root);
}

/** Every string of a value that is the caller's own, such as decoded tool arguments. */
export function walkOwnStrings(root: JsonNode, visit: VisitString): boolean {
  return new Walk(visit).walk(root, true);
}

class Walk {
  private hasUnscanned = false;

  constructor(private readonly visit: VisitString) {}

  walk(root: JsonNode, isOpen = false): boolean {
    this.node(root, '', isOpen);
    return this.hasUnscanned;
  }

  private node(node: JsonNode, key: string, isOpen: boolean): void {
    switch (node.kind) {
      case 'string':
        return this.string(node, key, isOpen);
      case 'object':
        return this.object(node, key, isOpen || opens(key, false));
      case 'array':
        for (const item of node.items) this.node(item, key, isOpen || opens(key, true));
        return;
      case 'scalar':
    }
  }

  private object(object: JsonObject, parentKey: string, isOpen: boolean): void {
    const { keys, values } = object;
    if (mayBeSigned(keys) && isSigned(typeOf(object), signatureOf(object))) {
      this.hasUnscanned = true;
      return;
    }
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as string;
      const isName = key === 'name' && !isOpen && isToolName(parentKey, keys);
      if (!isName) this.node(values[index] as JsonNode, key, isOpen);
    }
  }

  private string(node: JsonString, key: string, isOpen: boolean): void {
    const use = classifyString(key, node.value, isOpen);
    if (use === 'unscanned') this.hasUnscanned = true;
    else if (use !== 'opaque') this.visit(node, use);
  }
}

const mayBeSigned = (keys: readonly string[]): boolean =>
  keys.includes('signature') || keys.includes('thinking');

const typeOf = (object: JsonObject): string | undefined => stringOf(member(object, 'type'));

const signatureOf = (object: JsonObject): string | undefined =>
  stringOf(member(object, 'signature'));
