import { sha256 } from '#kernel';

export const DIMENSIONS_DEFAULT = 256;

/** Points in a direction that only the text decides; equal texts have similarity 1. */
export function unitVector(text: string, dimensions: number): Float32Array {
  const digest = sha256(text);
  const vector = new Float32Array(dimensions);
  let state = digest.readUInt32LE(0) | 1; // xorshift32 never leaves zero.
  for (let at = 0; at < dimensions; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    vector[at] = state / 2 ** 31;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
