import type { OcrLine, OcrWord } from './engine.js';

/** Of the height of a line: nothing but a dot is so low. */
const BULLET_HEIGHT_MAX = 0.4;
const BULLET_CONFIDENCE_MAX = 0.8;
/** Of a word's box within another one's. */
const WITHIN_MIN = 0.6;
const SURE = 0.85;
/** Heights of a mark that the letters beneath it have: what is larger is printed across the page. */
const LETTERS_MAX = 5;

/** Puts right what is read wrongly again and again: bullets that are taken for letters, and marks of letters for words. */
export const mendLines = (lines: readonly OcrLine[]): readonly OcrLine[] =>
  lines
    .map((line, index) => {
      const beside = [lines[index - 1], lines[index + 1]].flatMap((one) => one?.words ?? []);
      return { ...line, words: line.words.filter((word) => !isMark(word, beside)) };
    })
    .map((line) => ({
      ...line,
      words: line.words.map((word, index) =>
        index === 0 && isBullet(word, line) ? { ...word, text: '•' } : word,
      ),
    }))
    .filter(({ words }) => words.length > 0);

/** Accents of large letters are read as a line of their own, which stands in the boxes of the words below it. */
const isMark = (word: OcrWord, beside: readonly OcrWord[]): boolean =>
  word.confidence < SURE &&
  beside.some(
    (other) =>
      other.confidence >= SURE &&
      heightOf(other) > heightOf(word) &&
      heightOf(other) <= LETTERS_MAX * heightOf(word) &&
      sharedArea(word, other) >= WITHIN_MIN * areaOf(word),
  );

function isBullet(word: OcrWord, { words, height }: OcrLine): boolean {
  const isLow = heightOf(word) < BULLET_HEIGHT_MAX * height;
  return (
    words.length > 1 &&
    isLow &&
    word.confidence < BULLET_CONFIDENCE_MAX &&
    /^[\p{L}\p{S}*+¢©°]$/u.test(word.text)
  );
}

const heightOf = ({ top, bottom }: OcrWord): number => bottom - top;
const areaOf = (word: OcrWord): number => heightOf(word) * (word.right - word.left);

const sharedArea = (one: OcrWord, other: OcrWord): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
