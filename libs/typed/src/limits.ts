/** What a model takes on at a time, and for how long whoever asks it waits. */
export interface LaneLimits {
  /** Jobs at hand, running ones among them, for each process. */
  readonly openMax: number;
  /** Of these, kept for routing. */
  readonly reserved: number;
  /** Whoever would wait longer for its turn is turned away at once. */
  readonly waitMsMax: number;
  /** From being asked to the answer. */
  readonly budgetMs: number;
}

/** A read takes some ten milliseconds, and callers of a router wait for it before anything else. */
export const ROUTER_LIMITS: LaneLimits = {
  openMax: 17, // One runs and sixteen wait: some hundred milliseconds.
  reserved: 2,
  waitMsMax: 120,
  budgetMs: 1_000,
};

/** A read takes a second where the questions are many. */
export const TYPED_LIMITS: LaneLimits = {
  openMax: 5,
  reserved: 0,
  waitMsMax: 5_000,
  budgetMs: 10_000, // Of the specification.
};

/** How much of what a unit of work took before is forgotten with each that is learnt. */
export const LEARNING_RATE = 0.2;
