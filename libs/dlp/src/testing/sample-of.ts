import { shapeOf } from '../scan/secrets/shape.js';

/** A random value of a shape, put together when it is asked for: no source holds what looks like a key. */
export function sampleOf(pattern: string, random: () => number): string {
  let sample = '';
  for (const { allowed, min, max } of shapeOf(pattern).steps) {
    const characters = Array.from({ length: allowed.length }, (_, code) => code)
      .filter((code) => allowed[code] === 1)
      .map((code) => String.fromCharCode(code));
    const count = min + Math.floor(random() * (Math.min(max, min + 40) - min + 1));
    for (let index = 0; index < count; index++) {
      sample += characters[Math.floor(random() * characters.length)] ?? '';
    }
  }
  return sample;
}
