/**
 * Documents: every user's file is parsed in a cell, a child process without secrets, network or a second chance.
 * Out of it come text as markdown, pages as pictures, and where each word stands.
 *
 * Invariants: the gateway's own process parses no file; what a cell may take is bounded in time, memory and
 * number; what a parser says of a file reaches nobody; this lib knows nothing of policy, money or providers.
 */
export { AnonymizeDispatcher } from './anonymize/anonymize.dispatcher.js';
export { Anonymizer } from './anonymize/anonymizer.js';
export { SYNC_BYTES_MAX, SYNC_PAGES_MAX } from './anonymize/limits.js';
export { measureDocument } from './anonymize/measure-document.js';
export { readOptions } from './anonymize/read-options.js';
export { Cell, type CellDoor } from './cell/cell.js';
export { cleanTexts } from './clean/clean-texts.js';
export { JobCell } from './jobs/job-cell.js';
export { shownName } from './intake/shown-name.js';
export { Launcher } from './cell/launcher.js';
export { pagesToRead } from './count-document-pages.js';
export { DocumentsInterceptor } from './documents.interceptor.js';
export { DocumentsModule } from './documents.module.js';
export { isOcrLanguage, OCR_LANGUAGES, OCR_LANGUAGES_MAX } from './ocr/languages.js';
export {
  acceptedHead,
  DocumentJobs,
  JOBS_PATH,
  type Idempotency,
  type JobFile,
  type SeenJob,
  type SignedFile,
} from './jobs/document-jobs.js';
export type { JobScope } from './jobs/job-rows.js';
export { JobRunner } from './jobs/job-runner.js';
export type { JobView } from './jobs/job-view.js';
export {
  IDEMPOTENCY_KEY_CHARS_MAX,
  JOB_BYTES_MAX,
  JOB_PAGES_MAX,
  SHARE_PAGES_MAX,
} from './jobs/limits.js';
export { OcrDispatcher } from './ocr.dispatcher.js';
