/** What a serialised graph can be at most, by its format. */
export const MODEL_BYTES_MAX = 2 ** 31 - 1;
/** Vocabularies of a quarter of a million entries take less than half. */
export const TOKENIZER_BYTES_MAX = 64 * 1_048_576;
export const MANIFEST_BYTES_MAX = 1_048_576;

/** Of one sequence: attention costs its square. */
export const TOKENS_MAX = 4_096;
export const TOKENS_MIN = 16;
/** Of one run, padding included: some hundred milliseconds of a small model, which nothing can interrupt. */
export const BATCH_TOKENS = 1_024;

/** Options of all questions of a typed request, as the specification bounds both. */
export const ROWS_MAX = 16 * 20;

/** Longer words are no names: what stands behind these letters is not looked at. */
export const WORD_CHARS_MAX = 64;
/** Words whose pieces are remembered: the vocabulary of most of what an organisation writes. */
export const KNOWN_WORDS_MAX = 50_000;

/** Loading and trying a model of the largest size from a slow disk. */
export const START_MS_MAX = 120_000;
/** One job takes a fraction of a second; what takes this long will not end. */
export const JOB_MS_MAX = 10_000;
/** Waiting for a process: those of some hundred calls at once. */
export const JOBS_MAX = 256;
/** A process that has died is started anew after this long, twice as long with each time in a row. */
export const RESTART_MS_MIN = 1_000;
export const RESTART_MS_MAX = 60_000;
