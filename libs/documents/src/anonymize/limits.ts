const MIB = 1_048_576;

/** A document that is anonymized while its caller waits. */
export const SYNC_BYTES_MAX = 20 * MIB;
/** Its pages and pictures: a page takes two seconds of a core, and is read twice. */
export const SYNC_PAGES_MAX = 20;
/** Of a written document, what a second look has at a time to find values in: two seconds of a core. */
export const LOOK_BYTES_MAX = 32 * MIB;
