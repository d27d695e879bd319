const MIB = 1_048_576;

/** A document that is anonymized in a job: its worker holds it in memory, and its cell does again. */
export const JOB_BYTES_MAX = 200 * MIB;
/** An hour or two of a core. */
export const JOB_PAGES_MAX = 1_000;
/** Jobs of one workload that have not ended: 10 GiB of documents, at their largest. */
export const JOBS_OPEN_MAX = 50;
/** Times that a job is begun: whatever ends its worker thrice is the document. */
export const JOB_TRIES_MAX = 3;
/** A worker says so often that it is at work, and hears whether it still is to be. */
export const JOB_BEAT_MS = 500;
/** Without a word for so long it is another's. */
export const JOB_SILENT_MS = 15_000;
/** A page is read, written and read again within seconds; on a machine that is busy elsewhere, within this. */
export const JOB_PAGE_MS_MAX = 60_000;
/** Of a job with few pages: office files, and rounds. */
export const JOB_MS_MIN = 600_000;
/** From its call to its end: an hour before nobody waits to settle it. */
export const JOB_AGE_MS_MAX = 24 * 3_600_000;
/** Rows of jobs whose documents are gone. */
export const JOB_ROW_DAYS = 30;
/** How long a key of idempotency stands for its job. */
export const IDEMPOTENCY_MS = 24 * 3_600_000;
export const IDEMPOTENCY_KEY_CHARS_MAX = 255;
/** A piece of what is kept: encrypted in a tenth of a millisecond. */
export const PIECE_BYTES = 256 * 1_024;
/** Seconds that an address of a result is good for: each look at its job makes a new one. */
export const URL_SECONDS = 15 * 60;
/** Jobs that a process works on at a time: a small document need not wait for a large one's end. */
export const JOBS_AT_ONCE_MAX = 4;
export const JOBS_AT_ONCE_MIN = 2;
/** Shares of one job at a time. With as many jobs as there may be they are what a cell lets wait. */
export const JOB_SHARES_MAX = 8;
/** Pages that a child does before others have their turn: half a minute. Each share opens the document anew. */
export const SHARE_PAGES_MAX = 16;
