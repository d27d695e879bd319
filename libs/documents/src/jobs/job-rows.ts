import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '#platform';
import {
  IDEMPOTENCY_MS,
  JOB_AGE_MS_MAX,
  JOB_ROW_DAYS,
  JOB_SILENT_MS,
  JOBS_OPEN_MAX,
} from './limits.js';

export type JobStatus =
  | 'receiving'
  | 'queued'
  | 'in_progress'
  | 'cancelling'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'expired';

/** A job as it is kept. Bytes are sealed; times are those of the gateway's clock. */
export interface JobRow {
  readonly callId: string;
  readonly organisationId: string;
  readonly workloadId: string;
  readonly memberId: string | null;
  readonly status: JobStatus;
  readonly stage: string;
  readonly pagesTotal: number;
  readonly pagesDone: number;
  readonly pagesDue: number | null;
  readonly bytes: string;
  readonly mediaType: string;
  readonly wantsMapping: boolean;
  readonly dataKey: Buffer | null;
  readonly filename: Buffer | null;
  readonly options: Buffer | null;
  readonly outcome: Buffer | null;
  readonly resultSha256: string | null;
  readonly error: string | null;
  readonly fingerprint: Buffer | null;
  readonly tries: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly deletedAt: Date | null;
}

/** Whose jobs somebody may see. */
export interface JobScope {
  readonly organisationId: string;
  /** Null: those of all workloads. */
  readonly workloads: readonly string[] | null;
  /** Who sees what they made themselves, besides; null for a key. */
  readonly memberId: string | null;
}

/** What a beat tells whoever works on a job; undefined: it is somebody else's now, or gone. */
export type Heard = 'go_on' | 'cancel' | undefined;

const COLUMNS = `call_id AS "callId", org_id AS "organisationId", workload_id AS "workloadId",
  member_id AS "memberId", status, stage, pages_total AS "pagesTotal", pages_done AS "pagesDone",
  pages_due AS "pagesDue", bytes, media_type AS "mediaType", wants_mapping AS "wantsMapping",
  data_key AS "dataKey", filename, options, outcome, result_sha256 AS "resultSha256", error,
  fingerprint, tries, created_at AS "createdAt", started_at AS "startedAt", ended_at AS "endedAt",
  expires_at AS "expiresAt", deleted_at AS "deletedAt"`;

const OPEN = `status IN ('receiving', 'queued', 'in_progress', 'cancelling')`;
const AT_WORK = `status IN ('in_progress', 'cancelling')`;
const SILENT = `seen_at < $2::timestamptz - interval '${JOB_SILENT_MS} milliseconds'`;
/** What makes a document unreadable for ever, wherever a copy of it lies. */
const FORGOTTEN = `data_key = NULL, options = NULL, outcome = NULL, runner = NULL`;

const statement = (name: string, text: string): Statement => ({
  name: `document-job-${name}`,
  text,
});

const FREE_KEY = statement(
  'free-key',
  `UPDATE document_job SET idempotency_key = NULL WHERE workload_id = $1 AND idempotency_key = $2
    AND created_at < $3::timestamptz - interval '${IDEMPOTENCY_MS} milliseconds'`,
);
const BY_KEY = statement(
  'by-key',
  `SELECT ${COLUMNS} FROM document_job WHERE workload_id = $1 AND idempotency_key = $2`,
);
const COUNT_OPEN = statement(
  'count-open',
  `SELECT count(*)::int AS open FROM document_job WHERE workload_id = $1 AND ${OPEN}`,
);
const INSERT = statement(
  'insert',
  `INSERT INTO document_job (call_id, org_id, workload_id, member_id, status, pages_total, bytes, media_type,
      wants_mapping, data_key, filename, options, idempotency_key, fingerprint, created_at)
    VALUES ($1, $2, $3, $4, 'receiving', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
    ON CONFLICT DO NOTHING RETURNING call_id`,
);
const QUEUE = statement(
  'queue',
  `UPDATE document_job SET status = 'queued' WHERE call_id = $1 AND status = 'receiving' RETURNING call_id`,
);
const FIND = statement('find', `SELECT ${COLUMNS} FROM document_job WHERE call_id = $1`);
const LIST = statement(
  'list',
  `SELECT ${COLUMNS} FROM document_job WHERE org_id = $1 AND ($2::uuid[] IS NULL OR workload_id = ANY($2) OR member_id = $5::uuid)
      AND deleted_at IS NULL AND status <> 'receiving' AND ($3::uuid IS NULL OR call_id < $3)
    ORDER BY call_id DESC LIMIT $4`,
);
const CANCEL = statement(
  'cancel',
  `UPDATE document_job SET
      status = CASE WHEN ${AT_WORK} THEN 'cancelling' ELSE 'cancelled' END,
      ended_at = CASE WHEN ${AT_WORK} THEN NULL ELSE $2::timestamptz END,
      pages_due = CASE WHEN ${AT_WORK} THEN NULL ELSE pages_read END,
      data_key = CASE WHEN ${AT_WORK} THEN data_key END,
      options = CASE WHEN ${AT_WORK} THEN options END
    WHERE call_id = $1 AND ${OPEN} RETURNING ${COLUMNS}`,
);
const DELETE = statement(
  'delete',
  `UPDATE document_job SET
      status = CASE WHEN ${OPEN} THEN 'cancelled' ELSE status END,
      ended_at = coalesce(ended_at, $2::timestamptz), pages_due = coalesce(pages_due, pages_read),
      deleted_at = $2::timestamptz, filename = NULL, idempotency_key = NULL, ${FORGOTTEN}
    WHERE call_id = $1 AND deleted_at IS NULL RETURNING call_id`,
);
const CLAIM = statement(
  'claim',
  `UPDATE document_job SET runner = $3, seen_at = $2::timestamptz, tries = tries + 1,
      started_at = coalesce(started_at, $2::timestamptz), stage = 'opening', pages_done = 0,
      status = CASE WHEN status = 'queued' THEN 'in_progress' ELSE status END
    WHERE call_id = $1 AND (status = 'queued' OR (${AT_WORK} AND ${SILENT})) RETURNING ${COLUMNS}`,
);
const BEAT = statement(
  'beat',
  `UPDATE document_job SET seen_at = $2::timestamptz, stage = $4, pages_done = $5,
      pages_read = greatest(pages_read, $6)
    WHERE call_id = $1 AND runner = $3 AND ${AT_WORK} RETURNING status`,
);
const COMPLETE = statement(
  'complete',
  `UPDATE document_job SET status = 'completed', stage = 'done', pages_done = pages_total, ended_at = $2::timestamptz,
      expires_at = $4::timestamptz, outcome = $5, result_sha256 = $6, pages_due = least($7, pages_total),
      options = NULL, runner = NULL
    WHERE call_id = $1 AND runner = $3 AND status = 'in_progress' RETURNING call_id`,
);
const END = statement(
  'end',
  `UPDATE document_job SET status = $4, error = $5, ended_at = $2::timestamptz,
      pages_due = CASE WHEN $4 = 'cancelled' THEN pages_read ELSE 0 END, ${FORGOTTEN}
    WHERE call_id = $1 AND runner = $3 AND ${AT_WORK} RETURNING call_id`,
);
const HAND_BACK = statement(
  'hand-back',
  `UPDATE document_job SET status = 'queued', stage = 'queued', pages_done = 0, runner = NULL,
      tries = tries - $3
    WHERE call_id = $1 AND runner = $2 AND status = 'in_progress' RETURNING call_id`,
);
const WAITING = statement(
  'waiting',
  `SELECT call_id AS id FROM document_job
    WHERE status = 'queued' OR (${AT_WORK} AND seen_at < $1::timestamptz - interval '${JOB_SILENT_MS} milliseconds')
    ORDER BY call_id LIMIT $2`,
);
const EXPIRE = statement(
  'expire',
  `UPDATE document_job SET status = 'expired', filename = NULL, ${FORGOTTEN}
    WHERE status = 'completed' AND has_blobs AND data_key IS NOT NULL AND expires_at < $1::timestamptz`,
);
const GIVE_UP = statement(
  'give-up',
  `UPDATE document_job SET status = 'failed', error = 'document_processing_timeout', ended_at = $1::timestamptz,
      pages_due = 0, ${FORGOTTEN}
    WHERE ${OPEN} AND created_at < $1::timestamptz - interval '${JOB_AGE_MS_MAX} milliseconds'`,
);
/** Its upload broke off with its process: nobody was told of it. */
const RECEIVING_MS_MAX = 600_000;
const GIVE_UP_RECEIVING = statement(
  'give-up-receiving',
  `UPDATE document_job SET status = 'cancelled', ended_at = $1::timestamptz, pages_due = 0,
      deleted_at = $1::timestamptz, filename = NULL, idempotency_key = NULL, ${FORGOTTEN}
    WHERE status = 'receiving' AND created_at < $1::timestamptz - interval '${RECEIVING_MS_MAX} milliseconds'`,
);
const LEFT = statement(
  'left',
  `SELECT call_id AS id FROM document_job WHERE has_blobs AND data_key IS NULL ORDER BY call_id LIMIT $1`,
);
/** Whoever was at work when it ended may have been writing still: so what was cleared is cleared again. */
const CLEAR_AGAIN_MS = 300_000;
const CLEARED = statement(
  'cleared',
  `UPDATE document_job SET has_blobs = false WHERE call_id = $1 AND data_key IS NULL
    AND ended_at < $2::timestamptz - interval '${CLEAR_AGAIN_MS} milliseconds'`,
);
const FORGET = statement(
  'forget',
  `DELETE FROM document_job WHERE call_id IN (
    SELECT call_id FROM document_job WHERE NOT has_blobs AND NOT (${OPEN})
      AND ended_at < $1::timestamptz - interval '${JOB_ROW_DAYS} days' LIMIT $2)`,
);

export interface NewJobRow extends Pick<
  JobRow,
  | 'callId'
  | 'organisationId'
  | 'workloadId'
  | 'memberId'
  | 'pagesTotal'
  | 'mediaType'
  | 'wantsMapping'
  | 'dataKey'
  | 'filename'
  | 'options'
  | 'fingerprint'
  | 'createdAt'
> {
  readonly bytes: number;
  readonly idempotencyKey: string | null;
}

/** Jobs as rows: each change is one statement, so that of two who want one of them one has it. */
@Injectable()
export class JobRows {
  constructor(private readonly database: Database) {}

  /** Of a key of idempotency that stands still. */
  async byKey(workloadId: string, key: string, now: Date): Promise<JobRow | undefined> {
    await this.database.query(FREE_KEY, [workloadId, key, now]);
    const [row] = await this.database.query<JobRow>(BY_KEY, [workloadId, key]);
    return row;
  }

  async hasRoom(workloadId: string): Promise<boolean> {
    const [row] = await this.database.query<{ open: number }>(COUNT_OPEN, [workloadId]);
    return (row?.open ?? 0) < JOBS_OPEN_MAX;
  }

  /** @returns false where the key of idempotency is another job's */
  insert(row: NewJobRow): Promise<boolean> {
    return this.changed(INSERT, [
      row.callId,
      row.organisationId,
      row.workloadId,
      row.memberId,
      row.pagesTotal,
      row.bytes,
      row.mediaType,
      row.wantsMapping,
      row.dataKey,
      row.filename,
      row.options,
      row.idempotencyKey,
      row.fingerprint,
      row.createdAt,
    ]);
  }

  /** It is whole, and may be worked on. */
  queue(callId: string): Promise<boolean> {
    return this.changed(QUEUE, [callId]);
  }

  /** Deleted ones included. */
  async find(callId: string): Promise<JobRow | undefined> {
    const [row] = await this.database.query<JobRow>(FIND, [callId]);
    return row;
  }

  /** Newest first. @param after the last of the page before */
  list(
    { organisationId, workloads, memberId }: JobScope,
    { limit, after }: { readonly limit: number; readonly after: string | undefined },
  ): Promise<readonly JobRow[]> {
    const values = [organisationId, workloads, after ?? null, limit, memberId];
    return this.database.query<JobRow>(LIST, values);
  }

  /** What waits is cancelled at once, what runs by whoever runs it. @returns undefined where it had ended */
  async cancel(callId: string, now: Date): Promise<JobRow | undefined> {
    const [row] = await this.database.query<JobRow>(CANCEL, [callId, now]);
    return row;
  }

  delete(callId: string, now: Date): Promise<boolean> {
    return this.changed(DELETE, [callId, now]);
  }

  /** @returns undefined where somebody is at work on it, or it has ended */
  async claim(callId: string, runner: string, now: Date): Promise<JobRow | undefined> {
    const [row] = await this.database.query<JobRow>(CLAIM, [callId, now, runner]);
    return row;
  }

  async beat(
    callId: string,
    runner: string,
    {
      now,
      stage,
      pagesDone,
      pagesRead,
    }: {
      readonly now: Date;
      readonly stage: string;
      readonly pagesDone: number;
      readonly pagesRead: number;
    },
  ): Promise<Heard> {
    const values = [callId, now, runner, stage, pagesDone, pagesRead];
    const [row] = await this.database.query<{ status: JobStatus }>(BEAT, values);
    return row && (row.status === 'cancelling' ? 'cancel' : 'go_on');
  }

  /** @returns false where it was cancelled, or taken over, before */
  complete(
    callId: string,
    runner: string,
    end: {
      readonly now: Date;
      readonly expiresAt: Date;
      readonly outcome: Buffer;
      readonly sha256: string;
      readonly pages: number;
    },
  ): Promise<boolean> {
    const { now, expiresAt, outcome, sha256, pages } = end;
    return this.changed(COMPLETE, [callId, now, runner, expiresAt, outcome, sha256, pages]);
  }

  /** Its document cannot be read from then on. @param error a key of the catalogue */
  end(
    callId: string,
    runner: string,
    end:
      | { readonly now: Date; readonly status: 'cancelled' }
      | { readonly now: Date; readonly status: 'failed'; readonly error: string },
  ): Promise<boolean> {
    const error = end.status === 'failed' ? end.error : null;
    return this.changed(END, [callId, end.now, runner, end.status, error]);
  }

  /** For whoever takes it next. @param isUntried the try does not count: its process ends */
  handBack(callId: string, runner: string, isUntried: boolean): Promise<boolean> {
    return this.changed(HAND_BACK, [callId, runner, isUntried ? 1 : 0]);
  }

  /** That nobody works on, oldest first. */
  async waiting(now: Date, limit: number): Promise<readonly string[]> {
    const rows = await this.database.query<{ id: string }>(WAITING, [now, limit]);
    return rows.map(({ id }) => id);
  }

  /** Ends what is due: results that were kept long enough, jobs that nobody got done, uploads that broke off. */
  async endDue(now: Date): Promise<void> {
    await this.database.query(EXPIRE, [now]);
    await this.database.query(GIVE_UP, [now]);
    await this.database.query(GIVE_UP_RECEIVING, [now]);
  }

  /** Rows of jobs that ended long ago, which it has to look for among all. */
  async forget(now: Date, limit: number): Promise<void> {
    await this.database.query(FORGET, [now, limit]);
  }

  /** Whose documents nobody can read any more, and which may still lie somewhere. */
  async left(limit: number): Promise<readonly string[]> {
    const rows = await this.database.query<{ id: string }>(LEFT, [limit]);
    return rows.map(({ id }) => id);
  }

  /** Nothing of it lies anywhere: for good, once it ended some minutes ago. */
  async cleared(callId: string, now: Date): Promise<void> {
    await this.database.query(CLEARED, [callId, now]);
  }

  private async changed(statement: Statement, values: readonly unknown[]): Promise<boolean> {
    return (await this.database.query(statement, values)).length > 0;
  }
}
