/**
 * What is kept of calls where an organisation wants it: prompts and answers, apart from the log, and answers for equal
 * requests.
 *
 * Invariants: what is kept is what was sent and what came back, after data protection; nothing lies in the database
 * that it can read, and no row opens in the place of another; no call waits for it or fails with it. An answer is given
 * again to nobody who could not have it made now, and never where it fails its authentication.
 */
export { isToldByEvents } from './cache/cacheable.js';
export { CacheInterceptor } from './cache/cache.interceptor.js';
export { CacheReplay } from './cache/cache-replay.js';
export { ResponseCache } from './cache/response-cache.js';
export { ContentModule } from './content.module.js';
export { ContentKeys } from './keys/content-keys.js';
export { openBytes, openText, sealBytes, sealText } from './keys/sealed-text.js';
export { ContentQueue } from './keep/content-queue.js';
export { ContentStore, type ReadContent } from './keep/content-store.js';
export { ContentSweep } from './keep/content-sweep.js';
export { KeepInterceptor } from './keep/keep.interceptor.js';
