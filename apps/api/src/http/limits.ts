/** Bounds of what comes in over HTTP, each with its reason. */
export const JSON_BYTES_MAX = 32 * 1_024 * 1_024; // Holds the largest documents that clients embed.
export const FORM_BYTES_MAX = 64 * 1_024 * 1_024; // Audio and image uploads; they go to disk.
export const FORM_FIELD_BYTES_MAX = 1_024 * 1_024; // A prompt or a vocabulary, not a file.
export const FORM_FIELDS_BYTES_MAX = 4 * 1_024 * 1_024; // Fields are kept in memory, files are not.
export const FORM_PARTS_MAX = 128;
export const FORM_HEAD_BYTES_MAX = 16 * 1_024; // The headers of one part of a form.
export const HEADERS_BYTES_MAX = 32 * 1_024; // Twice Node's default: coding agents send long ones.
export const HEADERS_MS_MAX = 10_000; // Slower than this is an attack, not a client.
// From a body's arrival to the beginning of its answer it is there as bytes, as text, as edited text
// and as what is sent: six times its length where nothing but ASCII is in it.
export const BODY_MEMORY_FACTOR = 6;
export const SMALL_BODY_BYTES_MAX = 256 * 1_024; // All but a few chats, long ones included.
export const SMALL_BODIES_MEMORY_MAX = 256 * 1_024 * 1_024; // Ten thousand chats of 4 KiB.
export const LARGE_BODIES_MEMORY_MAX = 512 * 1_024 * 1_024; // Two of the largest, or forty of 2 MiB.
export const NODE_MEMORY_BYTES = 240; // Of one value, the arrays of its object included.
export const SMALL_NODES_MEMORY_MAX = 128 * 1_024 * 1_024; // Half a million values of small bodies.
export const LARGE_NODES_MEMORY_MAX = 256 * 1_024 * 1_024; // Two bodies of as many values as may be.
export const UNDECLARED_BODY_BYTES = 64 * 1_024; // What a chunked body starts with, and then
export const UNDECLARED_BODY_GROWTH = 4; // grows by.
export const ROOM_WAIT_MS = 5_000; // A burst is over by then; SDKs wait ten minutes.
export const CONTENDED_BODY_MS_MAX = 4_000; // While others wait, nobody trickles in their place.
export const BODY_GRACE_MS = 10_000;
export const BODY_BYTES_PER_SECOND_MIN = 1_024; // Slower than any modem: nobody is waiting for it.
export const REQUEST_MS_MAX = 300_000; // 64 MiB over a slow line.
export const CONNECTIONS_CHECK_MS = 2_000; // How late the two above may be noticed.
export const KEEP_ALIVE_MS = 65_000; // Above the 60 seconds of the usual load balancers.
export const CONNECTION_REQUESTS_MAX = 100_000; // Lets load balancers rebalance after a while.
export const WRITE_STALL_MS = 60_000; // A client that takes nothing for this long has gone.
export const WRITE_PIECE_CHARS = 256 * 1_024; // A longer answer waits for its reader in between.
export const LINGER_MS = 2_000; // For who still sends when the refusal is there, and reads it later.
export const KEEPALIVE_MS = 15_000; // The specification's silence before `: keepalive`.
