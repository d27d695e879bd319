import { useSyncExternalStore } from 'react';
import { repeat } from './repeat';

const TICK_MS = 30_000; // Relative times are told in minutes.

let now = new Date();

const follow = (changed: () => void): (() => void) =>
  repeat(TICK_MS, () => {
    now = new Date();
    changed();
  });

/** The time, anew every half a minute. */
export const useNow = (): Date => useSyncExternalStore(follow, () => now);
