import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** A font that comes along with the libraries: a machine may have none. */
const FONT = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts/LiberationSans-Regular.ttf',
);

/** Words as pixels, JPEG. */
export async function pictureOf(
  lines: readonly string[],
  { ink = '#000000', paper = '#ffffff', dpi = 200 } = {},
): Promise<{ readonly bytes: Buffer; readonly width: number; readonly height: number }> {
  const words = await sharp({
    text: {
      text: `<span foreground="${ink}">${lines.join('\n')}</span>`,
      font: 'Liberation Sans 11',
      fontfile: FONT,
      dpi,
      spacing: 12,
      rgba: true,
    },
  })
    .png()
    .toBuffer();
  const edge = 24;
  const { data, info } = await sharp(words)
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: '#00000000' })
    .flatten({ background: paper })
    .jpeg({ quality: 92 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
