/** A file that somebody uploads: OpenAI's own bound is larger, and so are the machines that read it. */
export const DOCUMENT_BYTES_MAX = 25 * 1_048_576;
/** Attributes of a document, as OpenAI counts them. */
export const ATTRIBUTES_MAX = 16;
export const ATTRIBUTE_KEY_CHARS_MAX = 64;
export const ATTRIBUTE_TEXT_CHARS_MAX = 512;
/** Of a document's text: a thousand pages, and what is held in memory while it is split. */
export const TEXT_CHARS_MAX = 16 * 1_048_576;
/** Of one store. Searching looks at each: so many of 1,024 numbers take 80 MB and some 20 ms. */
export const STORE_PASSAGES_MAX = 20_000;
/**
 * Of one whose vectors are in an index of the database: of 1,024 numbers they take 2.6 GB there, and to make the index anew takes
 * a quarter of an hour.
 */
export const INDEXED_PASSAGES_MAX = 200_000;
/** Of an organisation: a list that people look through, and names that grants are chosen from. */
export const STORES_MAX = 200;
/** Of a store. */
export const DOCUMENTS_MAX = 5_000;
/** Uploads of an organisation that wait to be read: they lie in the database meanwhile. */
export const DOCUMENTS_WAITING_MAX = 100;

/** Passages that one call has embedded. Providers take more; to read their vectors takes some 5 ms at a time, and a kill repeats one call at most. */
export const EMBED_BATCH = 32;
/** Of one such call, whatever the workload's own time is. */
export const EMBED_MS = 60_000;
/** Numbers in a vector, as many as models make today: with the passages of a store they bound its memory, 330 MB. */
export const DIMENSIONS_MAX = 4_096;

/** Numbers in a vector that an index of the database takes, as halves of 16 bits. */
export const INDEXED_DIMENSIONS_MAX = 4_000;
/** Up to so many it takes them whole. */
export const WHOLE_DIMENSIONS_MAX = 2_000;

export const PASSAGE_TOKENS_MIN = 100;
export const PASSAGE_TOKENS_MAX = 4_096;
/** As OpenAI splits when it is not told otherwise. */
export const PASSAGE_TOKENS = 800;
export const OVERLAP_TOKENS = 400;

/** Of a search. */
export const QUERIES_MAX = 8;
export const QUERY_CHARS_MAX = 8_192;
export const RESULTS_MAX = 50;
export const RESULTS_DEFAULT = 10;
/** Of a chat whose model searches by itself: each takes a round of the model, and what it finds goes into all rounds behind it. */
export const CHAT_SEARCHES_MAX = 3;
export const CHAT_RESULTS_MAX = 10;
export const FILTER_DEPTH_MAX = 8;
export const FILTER_NODES_MAX = 64;

/** Vectors that are held in memory, of all stores together, beside the one that is searched. */
export const VECTOR_BYTES_MAX = 256 * 1_048_576;

/** Names and attributes of documents that are held beside them, as they lie sealed. */
export const HEAD_BYTES_MAX = 32 * 1_048_576;

/** How many an index of the database looks at for a search: more find more, and take longer. */
export const EF_SEARCH = 200;
/** How many it looks at in all for a search that is narrowed, until it found enough. */
export const SCAN_TUPLES_MAX = 20_000;
/** Beyond what is asked for, since an index puts equal ones, and halves of numbers, in an order of its own. */
export const CANDIDATES_MORE = 20;
/**
 * Passages that the database looks at one by one in the place of its index, which may miss some: of 1,024 numbers they take 20 ms.
 * Where a filter leaves some of a store, as many as a store without an index may have.
 */
export const SCANNED_PASSAGES_MAX = 2_000;
/** The state of the extension is asked for again after so long: whoever installs it has nothing to restart. */
export const EXTENSION_MS = 10_000;
/** Documents that are to be indexed are looked for this often. */
export const KEEP_MS = 5_000;

/** Tries of a document whose provider, database or limits do not let it through; each waits longer. */
export const TRIES_MAX = 8;
export const AGAIN_MS = 2_000;
export const AGAIN_MS_MAX = 300_000;
/** Whoever works on a document says so this often, */
export const BEAT_MS = 2_000;
/** and is taken for dead after so long. */
export const SILENT_MS = 20_000;
/** At work at a time in one process: what they mostly do is wait for a provider. */
export const AT_ONCE_MAX = 2;
/** Of one document, all its calls together; it is tried again from where it stood. */
export const DOCUMENT_MS_MAX = 3_600_000;
