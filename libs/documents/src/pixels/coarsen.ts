/** Cells along the longer side: a face is then four or five of them. */
const CELLS_MAX = 16;

/**
 * Makes a picture so coarse that nothing of it can be told, then smooth: each cell is the mean of its pixels, and
 * between the middles of cells colours go over into each other. What a mean has lost, no filter brings back.
 * @param rgba is changed
 */
export function coarsen(rgba: Uint8ClampedArray, width: number, height: number): void {
  const size = Math.max(1, Math.ceil(Math.max(width, height) / CELLS_MAX));
  const columns = Math.ceil(width / size);
  const rows = Math.ceil(height / size);
  const means = meansOf(rgba, { width, height, size, columns, rows });
  for (let y = 0; y < height; y++) {
    const row = Math.min(Math.max(y / size - 0.5, 0), rows - 1);
    const above = Math.floor(row);
    const below = Math.min(above + 1, rows - 1);
    for (let x = 0; x < width; x++) {
      const column = Math.min(Math.max(x / size - 0.5, 0), columns - 1);
      const before = Math.floor(column);
      const behind = Math.min(before + 1, columns - 1);
      for (let channel = 0; channel < 3; channel++) {
        const at = (r: number, c: number) => means[(r * columns + c) * 3 + channel] as number;
        const upper = mix(at(above, before), at(above, behind), column - before);
        const lower = mix(at(below, before), at(below, behind), column - before);
        rgba[(y * width + x) * 4 + channel] = mix(upper, lower, row - above);
      }
      rgba[(y * width + x) * 4 + 3] = 255;
    }
  }
}

const mix = (one: number, other: number, share: number): number => one + (other - one) * share;

interface Grid {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
}

function meansOf(
  rgba: Uint8ClampedArray,
  { width, height, size, columns, rows }: Grid,
): Float64Array {
  const sums = new Float64Array(columns * rows * 3);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = Math.floor(y / size) * columns + Math.floor(x / size);
      (counts[cell] as number)++;
      for (let channel = 0; channel < 3; channel++) {
        (sums[cell * 3 + channel] as number) += rgba[(y * width + x) * 4 + channel] as number;
      }
    }
  }
  return sums.map((sum, index) => sum / (counts[Math.floor(index / 3)] as number));
}
