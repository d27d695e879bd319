import type { Steps } from '#kernel';
import { SLICE_CHARS } from '../limits.js';

/** How long the work of one request has gone on. */
export interface Pace {
  /** Characters until the event loop may get its turn. */
  left: number;
}

export const newPace = (): Pace => ({ left: SLICE_CHARS });

/** Gives the event loop its turn where enough was done. @param chars as much work as scanning these */
export function* spend(pace: Pace, chars: number): Steps<void> {
  pace.left -= chars;
  if (pace.left > 0) return;
  yield;
  pace.left = SLICE_CHARS;
}
