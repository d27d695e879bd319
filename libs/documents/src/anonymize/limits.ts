const MIB = 1_048_576;

/** A document that is anonymized while its caller waits. */
export const SYNC_BYTES_MAX = 20 * MIB;
/** Its pages and pictures: a page takes two seconds of a core, and is read twice. */
export const SYNC_PAGES_MAX = 20;
