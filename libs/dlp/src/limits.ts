/** Text read in one step, where it costs little: a millisecond of work at most. */
export const SLICE_CHARS = 16_384;

/** Text that values are sought in, in one step: a millisecond or two on one core where it is full of them. */
export const SCAN_CHARS = 4_096;

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

/**
 * Characters of the longest form a pseudonym may come back in, and thus the most that a stream holds back.
 * Room for a label of four words in bold; what is longer stays as it is.
 */
export const FORM_CHARS_MAX = 63;

/** Longest changed or translated word in front of a code that is taken as its label. */
export const FOREIGN_LABEL_CHARS_MAX = 40;

/** Nodes of a body visited in one step: well under a millisecond. */
export const WALK_NODES = 8_192;

/** Escapes within escapes that are undone; escapes of one kind within each other count once. */
export const VIEW_DEPTH_MAX = 8;

/** Spaces, dots or line breaks in a row that may part two groups of one number. */
export const SEPARATORS_MAX = 8;

/**
 * Findings of one request. A larger one costs seconds and hundreds of megabytes, and no model reads
 * as many addresses at once.
 */
export const FINDINGS_MAX = 100_000;

/** What each text costs beside its characters, and each finding while it is sorted and counted. */
export const TEXT_COST_CHARS = 32;
export const FINDING_COST_CHARS = 64;

/** Pieces of a rewritten text put together in one step. */
export const REWRITES_PER_STEP = 4_096;

/** Hidden characters in a row within a pseudonym; each held character may have as many behind it. */
export const HIDDEN_RUN_MAX = 8;

/** Texts within strings of JSON and between fences, put back with the escapes of each level. */
export const NESTED_TEXTS_MAX = 4;

/** Texts encoded within each other, as base64 in base64; each is at most three quarters as long. */
export const ENCODED_DEPTH_MAX = 4;
/** What is decoded of a text, in its lengths: on each level of escapes it is met again. */
export const DECODED_LENGTHS_MAX = 4;
export const DECODED_CHARS_MIN = 65_536;
/** Decoding one run costs as much as scanning this much text. */
export const ENCODED_COST_CHARS = 48;

/**
 * Bytes that nobody can tell and that pass for a token, a hash, a signature or a certificate. Longer
 * ones are taken for a file.
 */
export const UNKNOWN_BYTES_MAX = 4_096;

/**
 * Of a text's ends, read once more together with its neighbours: four times the longest value, and the
 * base64 of a page.
 */
export const JOINED_CHARS = 2_048;

/** Texts from here on are kept in the cache of scans: a look takes 3 µs, and to scan as few characters 12. */
export const CACHED_CHARS_MIN = 64;
/** Of what is kept of scans: the texts of some hundred thousand turns. */
export const SCAN_CACHE_BYTES = 64 * 1_048_576;
/** The same of where data speaks to a model: most texts hold nothing, and an entry is small. */
export const INJECTION_CACHE_BYTES = 16 * 1_048_576;

/** Shorter texts hold no name that a model could tell by what stands around it. */
export const MARKED_CHARS_MIN = 4;
/** What an operator's model reads at a time: some 250 tokens, a tenth of a second of a small model. */
export const PASSAGE_CHARS_MAX = 1_024;
/** Of what is kept of its findings. */
export const MARKED_CACHE_BYTES = 32 * 1_048_576;

/** Places of one call where data speaks to a model: that there are any is what counts, and an entry holds fewer. */
export const FINDINGS_OF_CALL_MAX = 64;
