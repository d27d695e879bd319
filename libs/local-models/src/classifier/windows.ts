/** A part of the pieces of a passage that is read at once. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * Windows over `count` pieces, as many at a time as there is room for, each sharing `stride` with its neighbour.
 * @param stride less than half of the room
 */
export function windowsOf(count: number, room: number, stride: number): readonly Window[] {
  const windows: Window[] = [];
  for (let from = 0; from < count; from += room - stride) {
    const to = Math.min(count, from + room);
    windows.push({ from, to });
    if (to === count) break;
  }
  return windows;
}

/**
 * How far a piece stands from where its window was cut, which is how much it sees of what is around it. The
 * beginning and the end of the passage cut nothing.
 */
export function depthIn({ from, to }: Window, piece: number, count: number): number {
  const before = from === 0 ? Infinity : piece - from;
  const behind = to === count ? Infinity : to - 1 - piece;
  return Math.min(before, behind);
}
