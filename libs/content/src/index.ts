/**
 * What is kept of calls where an organisation wants it: prompts and answers, apart from the log.
 *
 * Invariants: what is kept is what was sent and what came back, after data protection; nothing lies in the database
 * that it can read, and no row opens in the place of another; no call waits for it or fails with it.
 */
export { ContentModule } from './content.module.js';
export { ContentQueue } from './keep/content-queue.js';
export { ContentStore, type ReadContent } from './keep/content-store.js';
export { ContentSweep } from './keep/content-sweep.js';
export { KeepInterceptor } from './keep/keep.interceptor.js';
