const MIB = 1_048_576;

/** One document after its base64 was decoded: what chat and OCR take. */
export const DOCUMENT_BYTES_MAX = 32 * MIB;
/** All documents of one conversation. */
export const REQUEST_DOCUMENTS_BYTES_MAX = 64 * MIB;
/** Formats that are text. */
export const TEXT_BYTES_MAX = 10 * MIB;
/** What a document says, all its texts together: what data protection reads in one go. */
export const TEXT_CHARS_MAX = 4 * MIB;
/** Text that documents add to one conversation: a thousand dense pages. */
export const CHAT_TEXT_CHARS_MAX = 4 * MIB;
/** Pages that one conversation shows as images, of the specification. */
export const CHAT_PAGES_MAX = 48;
/** The longer edge of an image in a conversation: makers of models scale down what is larger. */
export const CHAT_PIXELS_EDGE = 1_568;

/** Files that are attached to the documents of one call, and mails within each other. */
export const ATTACHMENTS_MAX = 100;
export const ATTACHMENTS_DEPTH_MAX = 3;
/** Of a page with a text of its own: what pictures cover more of is a scan with a stamp of letters on it. */
export const CHAT_PICTURE_SHARE_MAX = 0.5;

/** Pages that one local OCR call reads. */
export const OCR_PAGES_MAX = 200;

/** Of a page that is drawn: an RGBA canvas of it takes 160 MB. */
export const RENDER_PIXELS_MAX = 40_000_000;
/** Of a page that is read: more take longer, and large sheets have large letters. */
export const READING_PIXELS = 16_000_000;
/** Text of 8 points breaks down below it. */
export const SCAN_DPI_MIN = 100;
/** 300 buys nothing and costs 40 % more. */
export const SCAN_DPI = 200;
/** Points to an inch. */
export const POINTS_PER_INCH = 72;
/** Pages of one TIFF, which are as many images. */
export const IMAGE_PAGES_MAX = 48;

/** Parts of an archive; office programs write dozens, a long presentation a thousand. */
export const ZIP_ENTRIES_MAX = 2_000;
export const ENTRY_BYTES_MAX = 64 * MIB;
/** Of all parts together, once inflated. */
export const ARCHIVE_BYTES_MAX = 200 * MIB;
/** How much larger a part may become than it is packed; XML of tables reaches fifty. */
export const RATIO_MAX = 200;
/** Below this nobody is harmed, and small parts of zeros are common. */
export const RATIO_FROM_BYTES = 5 * MIB;

/** Slides or sheets of one document, which are as many pages. */
export const SLIDES_MAX = 1_000;

/** Elements within each other; what programs write stays below sixty. */
export const XML_DEPTH_MAX = 256;

/** Resident memory of a cell: an A0 page takes 560 MB, recognition of many large pages 760. */
export const CELL_BYTES_MAX = 900 * MIB;
/** A cell is ended as much before: that is what fills between two readings of a bomb. */
export const CELL_BYTES_MARGIN = 64 * MIB;
/** How often it is read; a page of 1 GB takes longer to fill. */
export const CELL_WATCH_MS = 25;
/** Beyond it a cell collects what pages have left, some 30 ms, and one that has done its job makes room for a new one. */
export const CELL_WORN_BYTES = 450 * MIB;
/** Jobs after which it does, whatever its memory: recognition keeps what it allocates. */
export const CELL_JOBS_MAX = 50;
/** Of JavaScript's own heap; pictures are not on it. */
export const CELL_HEAP_MIB = 384;
/** Loading the libraries from a slow disk, on a machine that is busy. */
export const CELL_START_MS_MAX = 60_000;
/** Jobs that wait for a cell: more would wait longer than their callers do. */
export const CELL_QUEUE_MAX = 32;
/** Of them, those of one organisation: the others are never left without room by it. */
export const CELL_QUEUE_OWNER_MAX = 16;
/** Cells that died before they were ready, one after the other: then the fault is the installation's. */
export const CELL_FALSE_STARTS_MAX = 3;

/** What a cell does, told apart by how long it may take. */
export type StepName = 'open' | 'page' | 'ocr' | 'office';

/**
 * Milliseconds of processor that a step may take. A machine that is busy elsewhere takes nothing of it away;
 * who waits is bounded by the wall clock, which gives eight times as much.
 */
export const STEP_CPU_MS_MAX: Readonly<Record<StepName, number>> = {
  open: 5_000,
  page: 10_000,
  ocr: 20_000,
  office: 10_000,
};
export const STEP_WALL_FACTOR = 8; // With both cores busy a child has a seventh of one.

/** One message of a cell: it has no more to say than it may hold. */
export const MESSAGE_BYTES_MAX = CELL_BYTES_MAX;
/** Bytes that go to a cell at a time: a copy of a fraction of a millisecond. */
export const CHUNK_BYTES = 512 * 1_024;
