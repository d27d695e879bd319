import sharp from 'sharp';
import type { Task } from '../cell/task.js';
import { judged, openImage, readHead } from '../image/decode.js';
import { coarsen } from './coarsen.js';

/** Longer ones say nothing more once they are coarse. */
const LONG_EDGE_MAX = 800;

/** A picture of which nothing can be told, as PNG without any word of where it came from. @throws DocumentFault */
export const coarsenPicture: Task<object, never, Uint8Array> = async (
  [bytes = new Uint8Array()],
  _,
  tools,
) => {
  await tools.step('page');
  await readHead(bytes);
  const { data, info } = await judged(() =>
    openImage(bytes, 0)
      .resize({
        width: LONG_EDGE_MAX,
        height: LONG_EDGE_MAX,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { width, height } = info;
  coarsen(new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), width, height);
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
};
