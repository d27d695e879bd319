export const BODY_BYTES_MAX = 32 * 1024 * 1024; // Room for a base64 document; larger bodies get 413.
export const LOGGED_REQUESTS_MAX = 200; // The ring behind GET /_requests.
export const LOGGED_BODY_BYTES_MAX = 64 * 1024; // Per logged request, so the ring stays below 13 MB.
export const FILES_MAX = 50; // Uploaded files; the oldest goes first.
export const FILES_BYTES_MAX = 64 * 1024 * 1024; // All uploaded files together.
export const RESPONSES_MAX = 200; // Stored responses, likewise.
export const RESPONSES_BYTES_MAX = 32 * 1024 * 1024; // With the conversations that they answered.
export const ACCOUNTS_MAX = 50; // Service accounts that tests made known; the oldest goes first.
export const TOKENS_ISSUED_MAX = 1_000; // Access tokens in force, likewise.
export const QUEUED_FAULTS_MAX = 1000;
export const QUOTED_CHARS_MAX = 600; // Of the prompt, in an answer of `sandbox-chat`.
export const TOKENS_MAX = 1_000_000; // Of a `tokens=N` answer.
export const FAULT_PIECE_BYTES = 64; // What counts as one event in a buffered answer.
export const KEEP_ALIVE_MS = 65_000; // Longer than the usual 60 s of clients: they close first.
export const REQUEST_RECEIVE_MS_MAX = 120_000; // For a request to arrive; answers may take any time.
export const BATCHES_MAX = 50; // The oldest goes first.
export const BATCH_REQUESTS_MAX = 50_000; // Of one file.
