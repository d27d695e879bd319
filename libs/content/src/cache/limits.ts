/** Of an organisation's answers in its cache; in PostgreSQL there may be more between two looks of the sweep. */
export const CACHE_BYTES_MAX = 256 * 1_024 * 1_024;
/** Deleted by one statement, so that no lock is held for long. */
export const SWEEP_ANSWERS_MAX = 1_000;
/** Deleted with a purge itself: a fraction of a second. What is more is found by nobody from then on, and the sweep's. */
export const PURGE_ANSWERS_MAX = 20_000;
/** As soon as settings are in force everywhere, what was purged or erased is nowhere any more. */
export const FRESH_MS = 2_000;
/** By one script in Redis: a millisecond or two of the server's time. */
export const STEP_ANSWERS_MAX = 200;
