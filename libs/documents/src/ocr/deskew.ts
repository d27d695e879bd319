import { shrink, type GreyImage } from '../image/grey.js';

const WIDTH = 900; // Lines of text are a few pixels high: enough for a tenth of a degree.
const DEGREES_MAX = 5;
const COARSE = 0.5;
const FINE = 0.1;
/** A line is told from its neighbours by this much less light than the page has. */
const INK = 40;

/**
 * How far the lines of a page are turned, in degrees clockwise: the angle at which the rows of the picture are
 * either full of ink or empty. 0 where no angle is better than none.
 */
export function findSkew(image: GreyImage): number {
  const small = shrink(image, Math.max(1, Math.round(image.width / WIDTH)));
  const ink = inkOf(small);
  if (ink.xs.length === 0) return 0;
  const score = (degrees: number): number => sharpness(ink, small, degrees);
  const coarse = best(steps(-DEGREES_MAX, DEGREES_MAX, COARSE), score);
  const fine = best(steps(coarse - COARSE, coarse + COARSE, FINE), score);
  // A page without lines has a best angle, too, by a hair.
  return score(fine) > score(0) * 1.02 ? fine : 0;
}

interface Ink {
  readonly xs: Int32Array;
  readonly ys: Int32Array;
}

function inkOf({ width, height, pixels }: GreyImage): Ink {
  let sum = 0;
  for (const pixel of pixels) sum += pixel;
  const limit = sum / Math.max(1, pixels.length) - INK;
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((pixels[y * width + x] as number) >= limit) continue;
      xs.push(x);
      ys.push(y);
    }
  }
  return { xs: Int32Array.from(xs), ys: Int32Array.from(ys) };
}

/** The sum of squares of what changes from row to row, once the ink was turned back. */
function sharpness({ xs, ys }: Ink, { width, height }: GreyImage, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const margin = Math.ceil(Math.abs(slope) * width) + 1;
  const rows = new Int32Array(height + 2 * margin);
  for (let at = 0; at < xs.length; at++) {
    const row = Math.round((ys[at] as number) - (xs[at] as number) * slope) + margin;
    if (row >= 0 && row < rows.length) (rows[row] as number)++;
  }
  let sum = 0;
  for (let row = 1; row < rows.length; row++) {
    const change = (rows[row] as number) - (rows[row - 1] as number);
    sum += change * change;
  }
  return sum;
}

function best(angles: readonly number[], score: (degrees: number) => number): number {
  let found = 0;
  let highest = -1;
  for (const angle of angles) {
    const reached = score(angle);
    if (reached > highest) [found, highest] = [angle, reached];
  }
  return found;
}

const steps = (from: number, to: number, by: number): number[] =>
  Array.from({ length: Math.round((to - from) / by) + 1 }, (_, index) => from + index * by);
