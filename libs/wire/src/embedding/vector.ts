import { endianness } from 'node:os';
import { numberOf, type JsonNode } from '#kernel';

/** A vector as its provider wrote it, and in numbers. */
export interface Vector {
  /** A JSON array of numbers. */
  readonly json: string;
  readonly floats: Float32Array;
}

const FLOAT_MAX = 3.402_823_466_385_288_6e38; // The largest that 32 bits hold.

/** Undefined for what is no list of finite numbers, or an empty one. @param text that the node stands in */
export function readVector(node: JsonNode | undefined, text: string): Vector | undefined {
  if (node?.kind !== 'array' || node.items.length === 0) return undefined;
  const { items } = node;
  const floats = new Float32Array(items.length);
  // By hand: an iterator would take several times as long, and there are hundreds of thousands of them.
  for (let index = 0; index < items.length; index++) {
    const value = numberOf(items[index]);
    if (value === undefined || Math.abs(value) > FLOAT_MAX) return undefined;
    floats[index] = value;
  }
  return { json: text.slice(node.start, node.end), floats };
}

const isBigEndian = endianness() === 'BE';

/** Little-endian 32-bit floats, as the clients of OpenAI's format take them. */
export function base64Of({ floats }: Pick<Vector, 'floats'>): string {
  const bytes = Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength);
  return (isBigEndian ? Buffer.from(bytes).swap32() : bytes).toString('base64');
}
