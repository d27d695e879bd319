import { sha256 } from '#kernel';

export const DIMENSIONS_DEFAULT = 256;

const WORD = /[\p{L}\p{N}]+/gu;
const WHOLE_WEIGHT = 0.25; // Of a word: enough to tell apart texts that have the same ones.

/** Points where the words of a text do: equal texts have similarity 1, and the more words two share, the nearer they are. */
export function unitVector(text: string, dimensions: number): Float32Array {
  const vector = directionOf(text, dimensions).map((value) => value * WHOLE_WEIGHT);
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    const direction = directionOf(word, dimensions);
    for (let at = 0; at < dimensions; at++) {
      vector[at] = (vector[at] as number) + (direction[at] as number);
    }
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function directionOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  let state = sha256(text).readUInt32LE(0) | 1; // xorshift32 never leaves zero.
  for (let at = 0; at < dimensions; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    vector[at] = state / 2 ** 31;
  }
  return vector;
}
