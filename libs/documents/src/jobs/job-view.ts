import { errorTold } from '#kernel';
import type { JobRow } from './job-rows.js';
import { jobIdOf } from './job-id.js';

/** What came of a document, apart from the file. */
export interface JobOutcome {
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly entities: readonly { readonly type: string; readonly count: number }[];
  readonly warnings: readonly string[];
  readonly pages: number;
  readonly images: number;
}

/** A job, as those who may see it see it. */
export interface JobView {
  readonly id: string;
  readonly object: 'document.anonymization.job';
  readonly status:
    | 'queued'
    | 'in_progress'
    | 'cancelling'
    | 'completed'
    | 'failed'
    | 'cancelled'
    | 'expired';
  readonly created_at: number;
  readonly started_at: number | null;
  readonly completed_at: number | null;
  readonly expires_at: number | null;
  readonly file: {
    readonly filename: string | null;
    readonly bytes: number;
    readonly mime_type: string;
  };
  readonly progress: {
    readonly stage: string;
    readonly pages_done: number;
    readonly pages_total: number;
  };
  readonly result: {
    readonly url: string;
    readonly url_expires_at: number;
    readonly filename: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly mime_type: string;
    readonly entities: JobOutcome['entities'];
    readonly warnings: readonly string[];
  } | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly usage_info: {
    readonly pages_processed: number;
    readonly images_processed: number;
    readonly doc_size_bytes: number;
  } | null;
}

export interface SeenResult {
  readonly outcome: JobOutcome;
  readonly url: string;
  readonly expSeconds: number;
}

export function jobView(row: JobRow, filename: string | null, result: SeenResult | null): JobView {
  const { status, error, resultSha256 } = row;
  const bytes = Number(row.bytes);
  const outcome = result?.outcome;
  return {
    id: jobIdOf(row.callId),
    object: 'document.anonymization.job',
    status: status === 'receiving' ? 'queued' : status,
    created_at: secondsOf(row.createdAt) ?? 0,
    started_at: secondsOf(row.startedAt),
    completed_at: secondsOf(row.endedAt),
    expires_at: secondsOf(row.expiresAt),
    file: { filename, bytes, mime_type: row.mediaType },
    progress: { stage: row.stage, pages_done: row.pagesDone, pages_total: row.pagesTotal },
    result: result && {
      url: result.url,
      url_expires_at: result.expSeconds,
      filename: result.outcome.filename,
      bytes: result.outcome.bytes,
      sha256: resultSha256 ?? '',
      mime_type: result.outcome.mediaType,
      entities: result.outcome.entities,
      warnings: result.outcome.warnings,
    },
    error: error === null ? null : errorTold(error),
    usage_info: outcome
      ? {
          pages_processed: outcome.pages,
          images_processed: outcome.images,
          doc_size_bytes: bytes,
        }
      : null,
  };
}

const secondsOf = (time: Date | null): number | null => time && Math.floor(time.getTime() / 1_000);
