import { describe, expect, it } from 'vitest';
import { coarsen } from './coarsen.js';
import { PlacedTextBuilder, rectsOf } from './placed-text.js';
import { shareWithin } from './rect.js';

describe('a picture that was made coarse', () => {
  it('is the same, whatever was in its cells, as long as their means are', () => {
    const [width, height] = [64, 64];
    const stripes = new Uint8ClampedArray(width * height * 4).map((_, at) =>
      Math.floor(at / 4) % 2 === 0 ? 0 : 200,
    );
    const plain = new Uint8ClampedArray(width * height * 4).fill(100);
    coarsen(stripes, width, height);
    coarsen(plain, width, height);
    const colours = (rgba: Uint8ClampedArray) => rgba.filter((_, at) => at % 4 < 3);
    expect(colours(stripes)).toEqual(colours(plain));
  });

  it('of any size is whole', () => {
    for (const [width, height] of [
      [1, 1],
      [3, 500],
      [17, 16],
    ] as const) {
      const rgba = new Uint8ClampedArray(width * height * 4).fill(77);
      coarsen(rgba, width, height);
      expect(new Set(rgba.filter((_, at) => at % 4 < 3))).toEqual(new Set([77]));
    }
  });
});

describe('places of a text', () => {
  const text = new PlacedTextBuilder();
  text.word('Jürgen', { left: 10, top: 10, right: 60, bottom: 22 });
  text.part(' ');
  text.word('Groß', { left: 66, top: 11, right: 100, bottom: 23 });
  text.part('\n');
  text.word('Berlin', { left: 10, top: 30, right: 55, bottom: 42 });
  const placed = text.build();

  it('are a rectangle for each line that a value stands on', () => {
    expect(placed.text).toBe('Jürgen Groß\nBerlin');
    expect(rectsOf(placed, 0, 11)).toEqual([{ left: 10, top: 10, right: 100, bottom: 23 }]);
    expect(rectsOf(placed, 7, 18)).toHaveLength(2);
    expect(rectsOf(placed, 6, 7)).toEqual([]);
  });

  it('share as much as they cover of each other', () => {
    const box = { left: 0, top: 0, right: 10, bottom: 10 };
    expect(shareWithin(box, { left: 5, top: 0, right: 20, bottom: 10 })).toBe(0.5);
    expect(shareWithin(box, { left: 20, top: 0, right: 30, bottom: 10 })).toBe(0);
  });
});
