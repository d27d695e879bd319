import { isTrue, member, stringOf, type JsonArray, type JsonNode, type JsonObject } from '#kernel';

/**
 * What a text is read on from and into: a model reads parts one after the other, and other formats
 * have one text for several of them.
 */
export interface Part {
  readonly kind: 'text' | 'thinking' | 'refusal';
  /** The content that it is a part of; null of a text that stands for a whole content. */
  readonly list: JsonArray | null;
}

const THOUGHT: ReadonlySet<string> = new Set(['summary_text', 'reasoning_text']);

/** @param name of the member of `item` that the text is @param around what holds `item` */
export function partOf(
  name: string | undefined,
  item: JsonObject,
  around: JsonNode | undefined,
): Part | undefined {
  if (name === 'reasoning' || name === 'reasoning_content') return { kind: 'thinking', list: null };
  if (name !== 'text' && name !== 'thinking' && name !== 'refusal') return undefined;
  const list = around?.kind === 'array' ? around : null;
  if (name !== 'text') return { kind: name, list };
  const isThought =
    THOUGHT.has(stringOf(member(item, 'type')) ?? '') || isTrue(member(item, 'thought'));
  return { kind: isThought ? 'thinking' : 'text', list };
}
