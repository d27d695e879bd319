/** In pixels of a page, from its upper left. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const areaOf = ({ left, top, right, bottom }: Rect): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

/** How much of the first lies within the second, from 0 to 1. */
export function shareWithin(one: Rect, other: Rect): number {
  const shared = areaOf({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  return shared / Math.max(1, areaOf(one));
}

export const scaled = ({ left, top, right, bottom }: Rect, by: number): Rect => ({
  left: left * by,
  top: top * by,
  right: right * by,
  bottom: bottom * by,
});

const PAD_PIXELS = 2;
const PAD_SHARE = 0.1;

/** A little more than what letters cover: their edges are grey, and accents reach beyond. */
export function padded({ left, top, right, bottom }: Rect): Rect {
  const pad = PAD_PIXELS + (bottom - top) * PAD_SHARE;
  return { left: left - pad, top: top - pad, right: right + pad, bottom: bottom + pad };
}
