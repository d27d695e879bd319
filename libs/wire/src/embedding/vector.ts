import { endianness } from 'node:os';
import type { JsonNode } from '#kernel';

/** A vector as its provider wrote it, and in numbers. */
export interface Vector {
  /** A JSON array of numbers. */
  readonly json: string;
  readonly floats: Float32Array;
}

/** Undefined for what is no list of finite numbers, or an empty one. @param text that the node stands in */
export function readVector(node: JsonNode | undefined, text: string): Vector | undefined {
  if (node?.kind !== 'array' || node.items.length === 0) return undefined;
  const floats = new Float32Array(node.items.length);
  for (const [index, item] of node.items.entries()) {
    if (item.kind !== 'scalar' || typeof item.value !== 'number') return undefined;
    floats[index] = item.value;
    if (!Number.isFinite(floats[index])) return undefined;
  }
  return { json: text.slice(node.start, node.end), floats };
}

const isBigEndian = endianness() === 'BE';

/** Little-endian 32-bit floats, as the clients of OpenAI's format take them. */
export function base64Of({ floats }: Pick<Vector, 'floats'>): string {
  const bytes = Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength);
  return (isBigEndian ? Buffer.from(bytes).swap32() : bytes).toString('base64');
}
