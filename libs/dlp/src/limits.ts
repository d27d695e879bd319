/** Text scanned before the event loop gets its turn: about 2 ms of work on one core. */
export const SLICE_CHARS = 65_536;

/** Making one pseudonym costs as much as scanning this much text; it counts towards a slice. */
export const PSEUDONYM_COST_CHARS = 1_024;

export const TERMS_MAX = 200;
export const TERM_CHARS_MIN = 2; // A single letter would take the text apart.
export const TERM_CHARS_MAX = 200;
/** Folding may lengthen a term (one ligature becomes several letters), but not without end. */
export const FOLDED_TERM_CHARS_MAX = 512;

/** A caller's own word for a kind: it becomes the front of a pseudonym, so it must be plain. */
export const TERM_KIND = /^[a-z][a-z_]{0,30}[a-z]$/;

/** A refusal names this many places; more would be noise, and the caller re-sends anyway. */
export const PATHS_NAMED_MAX = 10;

/** Derived workload keys kept in memory: 128 bytes each, for the busiest workloads. */
export const WORKLOAD_KEYS_MAX = 4_096;

/** Spellings of one value that share a code (`_2` to `_9`); further ones get their own code. */
export const SPELLINGS_MAX = 9;

/** Characters of the longest form a pseudonym may come back in; bounds what a stream holds back. */
export const FORM_CHARS_MAX = 96;

/** Longest changed or translated word in front of a code that is taken as its label. */
export const FOREIGN_LABEL_CHARS_MAX = 40;
