import fc from 'fast-check';
import { expect, it } from 'vitest';
import { depthIn, windowsOf } from './windows.js';

it('covers every piece, with half of the stride around it wherever the passage has as much', () => {
  const sizes = fc
    .tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 4, max: 60 }))
    .chain(([count, room]) =>
      fc.tuple(fc.constant(count), fc.constant(room), fc.integer({ min: 0, max: room >> 2 })),
    );
  fc.assert(
    fc.property(sizes, ([count, room, stride]) => {
      const windows = windowsOf(count, room, stride);
      for (const { from, to } of windows) expect(to - from).toBeLessThanOrEqual(room);
      for (let piece = 0; piece < count; piece++) {
        const depths = windows
          .filter(({ from, to }) => from <= piece && piece < to)
          .map((window) => depthIn(window, piece, count));
        expect(Math.max(...depths)).toBeGreaterThanOrEqual(Math.floor((stride - 1) / 2));
      }
    }),
  );
});
