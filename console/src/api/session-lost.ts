import { Signal } from '../lib/signal';
import type { FieldFault } from './problem';

/** The API asked for a sign-in while somebody was at work. */
export const sessionLost = new Signal(false);

/** What waits for a password or a code, and why. */
export interface StepUpWanted {
  /** What was refused, once more. */
  readonly retry: () => void;
  /** Settings that weigh so much; empty where the action says it itself. */
  readonly why: readonly FieldFault[];
}

/** The API asked for a password or a code again; null: nobody waits. */
export const stepUpWanted = new Signal<StepUpWanted | null>(null);
