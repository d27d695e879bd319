import { rotate, type GreyImage } from '../image/grey.js';
import type { TextItem } from '../layout/item.js';
import { findSkew } from './deskew.js';
import { recognise, type OcrWord } from './engine.js';
import type { OcrLanguage } from './languages.js';
import { mendLines } from './mend-lines.js';

export interface PictureReading {
  /** For the layout: lines are level, lengths in pixels. */
  readonly items: readonly TextItem[];
  /** All that was recognised, in pixels of the picture as it was handed in. */
  readonly words: readonly OcrWord[];
  /** Degrees clockwise that its lines were turned by. */
  readonly skew: number;
}

/** Less than this is no skew that costs a letter, and turning a picture blurs it. */
const SKEW_MIN = 0.15;

/** Levels a picture and reads it. */
export async function readPicture(
  image: GreyImage,
  languages: readonly OcrLanguage[],
  dpi: number,
): Promise<PictureReading> {
  const found = findSkew(image);
  const skew = Math.abs(found) < SKEW_MIN ? 0 : found;
  const lines = await recognise(rotate(image, -skew), languages, dpi);
  const place = placeIn(image, skew);
  return {
    items: mendLines(lines).flatMap(({ words, height, baseline }) =>
      words.map(({ text, left, right }) => ({
        text: `${text} `, // What stands apart is two words, however near.
        x: left,
        y: baseline - height,
        width: right - left,
        height,
      })),
    ),
    words: lines.flatMap(({ words }) => words.map(place)),
    skew,
  };
}

/** The box around where a word of the levelled picture stands in the one from before. */
function placeIn({ width, height }: GreyImage, skew: number): (word: OcrWord) => OcrWord {
  if (skew === 0) return (word) => word;
  const angle = (skew * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
  return (word) => {
    const corners = [word.left, word.right].flatMap((x) =>
      [word.top, word.bottom].map((y) => [
        cx + (x - cx) * cos - (y - cy) * sin,
        cy + (x - cx) * sin + (y - cy) * cos,
      ]),
    );
    const xs = corners.map(([x = 0]) => x);
    const ys = corners.map(([, y = 0]) => y);
    return {
      ...word,
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    };
  };
}
