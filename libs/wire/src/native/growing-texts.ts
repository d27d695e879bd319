import {
  isNull,
  itemsOf,
  member,
  numberOf,
  stringOf,
  type JsonNode,
  type JsonObject,
  type JsonString,
} from '#kernel';
import type { ReplyFrame } from '../reply.js';

/** Members whose string continues that of the frame before. */
const GROWING: ReadonlySet<string> = new Set([
  'delta',
  'text',
  'content',
  'arguments',
  'partial_json',
  'reasoning',
  'reasoning_content',
  'refusal',
  'tool_plan',
  'transcript',
]);

/** Members that say which of several texts a frame belongs to. */
const IDENTITY = ['item_id', 'output_index', 'index', 'content_index', 'summary_index'] as const;

/** One piece of a growing text, in a frame of a format that the gateway only forwards. */
export interface GrowingText {
  /** The same in each frame that continues the text. */
  readonly key: string;
  readonly name: string;
  readonly node: JsonString;
}

export const payloadType = (frame: ReplyFrame, root: JsonNode): string =>
  stringOf(member(root, 'type')) ?? frame.name ?? '';

/** Formats with types say delta; those without send pieces in every frame. */
export const growsTexts = (type: string): boolean => type === '' || type.includes('delta');

export function growingTexts(root: JsonNode, type: string): readonly GrowingText[] {
  const texts: GrowingText[] = [];
  collect(root, '', type, texts);
  return texts;
}

/** UTF-16 units of all of them, where nobody has to know which is which. */
export function growingLength(node: JsonNode, name = ''): number {
  switch (node.kind) {
    case 'string':
      return GROWING.has(name) ? node.value.length : 0;
    case 'object':
      return node.keys.reduce(
        (sum, key, index) => sum + growingLength(node.values[index] as JsonNode, key),
        0,
      );
    case 'array':
      if (node.items[0]?.kind === 'scalar') return 0; // An embedding: numbers without end.
      return node.items.reduce((sum, item) => sum + growingLength(item, name), 0);
    case 'scalar':
      return 0;
  }
}

/** The frame ends its texts itself, with the reason in it. */
export const endsItsTexts = (root: JsonNode): boolean =>
  [...itemsOf(member(root, 'choices')), ...itemsOf(member(root, 'candidates'))].some((item) => {
    const reason = member(item, 'finish_reason') ?? member(item, 'finishReason');
    return reason !== undefined && !isNull(reason);
  });

/** Both frames speak of the same item, so the later one may be what ends the text. */
export function speaksOfSameItem(frame: ReplyFrame, root: JsonNode): boolean {
  const before = frame.document?.root;
  return IDENTITY.slice(0, 3).some((name) => {
    const id = scalarOf(member(root, name));
    return id !== '' && id === scalarOf(member(before, name));
  });
}

function collect(node: JsonNode, name: string, path: string, texts: GrowingText[]): void {
  switch (node.kind) {
    case 'string':
      if (GROWING.has(name)) texts.push({ key: path, name, node });
      return;
    case 'object': {
      const here = path + identityOf(node);
      node.keys.forEach((key, index) => {
        // Beside a delta this is the whole message so far.
        if (key === 'message' && node.keys.includes('delta')) return;
        collect(node.values[index] as JsonNode, key, `${here}.${key}`, texts);
      });
      return;
    }
    case 'array':
      node.items.forEach((item, index) => {
        // An item that numbers itself may stand anywhere in the array.
        const hasIndex = member(item, 'index') !== undefined;
        collect(item, name, hasIndex ? path : `${path}[${index}]`, texts);
      });
      return;
    case 'scalar':
  }
}

const identityOf = (object: JsonObject): string =>
  IDENTITY.map((name) => `|${scalarOf(member(object, name))}`).join('');

const scalarOf = (node: JsonNode | undefined): string =>
  stringOf(node) ?? numberOf(node)?.toString() ?? '';
