import sharp, { type Sharp } from 'sharp';
import { DPI } from './draw-sheet.js';

/** What happens to a sheet on its way to a reader. */
export interface Condition {
  readonly name: string;
  /** Of words, in percent: more is a failure. */
  readonly target: number;
  readonly apply: (sheet: Buffer, seed: number) => Promise<Buffer>;
}

const clean = (image: Sharp): Promise<Buffer> =>
  image.withMetadata({ density: DPI }).png().toBuffer();

export const CONDITIONS: readonly Condition[] = [
  {
    name: 'clean',
    target: 1.5,
    apply: (sheet) => clean(sharp(sheet).greyscale()),
  },
  {
    name: 'skewed by 2 degrees',
    target: 2.5,
    apply: (sheet, seed) =>
      clean(
        sharp(sheet)
          .greyscale()
          .rotate(seed % 2 === 0 ? 2 : -2, { background: '#ffffff' }),
      ),
  },
  {
    name: 'skewed, noise, JPEG of quality 50',
    target: 2.5,
    apply: async (sheet, seed) => {
      const turned = sharp(sheet)
        .rotate(seed % 2 === 0 ? 0.8 : -0.8, { background: '#ffffff' })
        .greyscale()
        .blur(0.7);
      const { data, info } = await turned.raw().toBuffer({ resolveWithObject: true });
      addNoise(data, seed);
      const { width, height } = info;
      return sharp(data, { raw: { width, height, channels: 1 } })
        .withMetadata({ density: DPI })
        .jpeg({ quality: 50 })
        .toBuffer();
    },
  },
];

const NOISE = 28; // Of 255 steps: a cheap scanner.

/** The same noise each time: figures of two runs compare. */
function addNoise(pixels: Uint8Array, seed: number): void {
  let state = (seed + 1) * 2_654_435_761;
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const noise = ((state >>> 8) / 0xff_ff_ff) * 2 - 1;
    const value = (pixels[at] ?? 0) + noise * NOISE;
    pixels[at] = Math.max(0, Math.min(255, value));
  }
}
