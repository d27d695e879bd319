import type { FoundValue } from '#call';
import type { PagePaint } from '../pixels/draw-pages.js';
import { rectsOf, type PlacedText } from '../pixels/placed-text.js';
import type { SeenPage } from '../pixels/read-pages.js';
import { padded, shareWithin, type Rect } from '../pixels/rect.js';
import type { AnonymizationOptions } from './read-options.js';
import type { TagBook } from './tag-book.js';

/** A picture with fewer words has none that are worth to be kept. */
const WORDS_MIN = 3;
/** Of a word: what lies within a picture belongs to it. */
const WITHIN = 0.5;

/** What is put over a page: boxes over values, and what becomes of its pictures. */
export function paintOf(
  page: SeenPage,
  { layer, seen }: { readonly layer: readonly FoundValue[]; readonly seen: readonly FoundValue[] },
  tags: TagBook,
  images: AnonymizationOptions['images'],
): PagePaint {
  const boxes = [...boxesOf(page.layer, layer, tags), ...boxesOf(page.seen, seen, tags)];
  const covered = (picture: Rect): boolean => images === 'blur' && !hasWords(page.seen, picture);
  return {
    boxes,
    coarse: page.pictures.filter(covered),
    blank: images === 'remove' ? page.pictures : [],
  };
}

function boxesOf(
  text: PlacedText | null,
  found: readonly FoundValue[],
  tags: TagBook,
): PagePaint['boxes'] {
  if (!text) return [];
  return found.flatMap((value) => {
    const tag = tags.tagOf(value);
    // The tag is written once, where the value began.
    return rectsOf(text, value.start, value.end).map((rect, index) => ({
      ...padded(rect),
      tag: index === 0 ? tag : '',
    }));
  });
}

function hasWords(seen: PlacedText, picture: Rect): boolean {
  let words = 0;
  for (const word of wordsOf(seen)) {
    if (shareWithin(word, picture) > WITHIN && ++words >= WORDS_MIN) return true;
  }
  return false;
}

export interface SeenWord extends Rect {
  readonly text: string;
}

/** What was recognised, as words that stand somewhere. */
export function* wordsOf(seen: PlacedText): Iterable<SeenWord> {
  for (const { index, 0: text } of seen.text.matchAll(/\S+/g)) {
    const [left = 0, top = 0, right = 0, bottom = 0] = seen.places.subarray(
      index * 4,
      index * 4 + 4,
    );
    yield { text, left, top, right, bottom };
  }
}

/** The words that can be selected on the new page: those that are seen there still, and the tags. */
export function wordsLeft(
  { seen }: SeenPage,
  { boxes, coarse, blank }: PagePaint,
): readonly SeenWord[] {
  const hidden = [...boxes, ...coarse, ...blank];
  const words = [...wordsOf(seen)].filter((word) => !hidden.some((box) => touches(word, box)));
  const tags = boxes.flatMap(({ tag, ...box }) => (tag === '' ? [] : [{ ...box, text: tag }]));
  return [...words, ...withoutTwins(tags)];
}

/** A corner of a letter under a box is no reason to leave a word out; a tenth of it is. */
const TOUCHED = 0.1;
const touches = (word: Rect, box: Rect): boolean => shareWithin(word, box) > TOUCHED;

/** The same value, found in the text layer and in the pixels. */
function withoutTwins(tags: readonly SeenWord[]): readonly SeenWord[] {
  const kept: SeenWord[] = [];
  for (const tag of tags) {
    if (!kept.some((one) => one.text === tag.text && shareWithin(tag, one) > WITHIN))
      kept.push(tag);
  }
  return kept;
}
