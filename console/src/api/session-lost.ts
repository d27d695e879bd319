import { Signal } from '../lib/signal';

/** The API asked for a sign-in while somebody was at work. */
export const sessionLost = new Signal(false);

/** The API asked for a password or a code again; null: nobody waits. What it refused is tried once more after. */
export const stepUpWanted = new Signal<(() => void) | null>(null);
