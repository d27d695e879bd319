/** Bounds of what comes in over HTTP, each with its reason. */
export const JSON_BYTES_MAX = 32 * 1_024 * 1_024; // Holds the largest documents that clients embed.
export const FORM_BYTES_MAX = 64 * 1_024 * 1_024; // Audio and image uploads; they go to disk.
export const FORM_FIELD_BYTES_MAX = 1_024 * 1_024; // A prompt or a vocabulary, not a file.
export const FORM_PARTS_MAX = 128;
export const FORM_HEAD_BYTES_MAX = 16 * 1_024; // The headers of one part of a form.
export const HEADERS_BYTES_MAX = 32 * 1_024; // Twice Node's default: coding agents send long ones.
export const HEADERS_MS_MAX = 10_000; // Slower than this is an attack, not a client.
export const REQUEST_MS_MAX = 300_000; // 64 MiB over a slow line.
export const KEEP_ALIVE_MS = 65_000; // Above the 60 seconds of the usual load balancers.
export const CONNECTION_REQUESTS_MAX = 100_000; // Lets load balancers rebalance after a while.
export const WRITE_STALL_MS = 60_000; // A client that takes nothing for this long has gone.
export const KEEPALIVE_MS = 15_000; // The specification's silence before `: keepalive`.
