import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runAtOnce } from '#kernel';
import { nearest, unitOf, type Near } from './nearest.js';

const DIMENSIONS = 8;
const anyVector = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), {
    minLength: DIMENSIONS,
    maxLength: DIMENSIONS,
  })
  .map((values) => unitOf(Float32Array.from(values)) ?? new Float32Array(DIMENSIONS).fill(0));

const tableOf = (vectors: readonly Float32Array[]) => ({
  dimensions: DIMENSIONS,
  values: Float32Array.from(vectors.flatMap((vector) => [...vector])),
});

it('finds what sorting all of them by their score finds', () => {
  fc.assert(
    fc.property(
      fc.array(anyVector, { maxLength: 60 }),
      anyVector,
      fc.integer({ min: 1, max: 20 }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      (vectors, wanted, count, scoreMin) => {
        const isSought = (index: number) => index % 3 !== 1;
        const asked = { count, scoreMin };
        const found = runAtOnce(nearest(tableOf(vectors), wanted, asked, isSought));
        const dot = (vector: Float32Array) =>
          vector.reduce((sum, value, at) => sum + value * (wanted[at] as number), 0);
        const all = vectors
          .map((vector, index): Near => ({ index, score: dot(vector) }))
          .filter(({ index, score }) => isSought(index) && score >= scoreMin)
          .toSorted((one, other) => other.score - one.score || one.index - other.index);
        expect(found).toEqual(all.slice(0, count));
      },
    ),
  );
});

it('rests while it looks', () => {
  const values = new Float32Array(4_000 * 1_024).fill(0.01);
  const wanted = new Float32Array(1_024).fill(0.01);
  const steps = nearest(
    { dimensions: 1_024, values },
    wanted,
    { count: 1, scoreMin: -1 },
    () => true,
  );
  let rests = 0;
  while (!steps.next().done) rests++;
  expect(rests).toBeGreaterThan(6);
});

it('knows no direction of nothing', () => {
  expect(unitOf(new Float32Array(3))).toBeUndefined();
  expect(unitOf(Float32Array.from([3, 4]))).toEqual(Float32Array.from([0.6, 0.8]));
});
