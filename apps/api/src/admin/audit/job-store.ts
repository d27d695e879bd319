import type { RangeVerdict } from '#audit';
import type { Queries, Statement } from '#platform';

/** So long without a sign of life, and whoever ran it has died. It gives one every five seconds. */
const SILENT = `interval '60 seconds'`;
const KEPT_DAYS = 90;
const EXPORTS_KEPT = 2; // Of an organisation; each may be large.

export type JobKind = 'verify' | 'export';

export interface ExportResult {
  readonly vkey: string;
  readonly bytes: number;
}

export interface AuditJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly status: 'running' | 'done' | 'failed';
  readonly first: string;
  readonly end: string;
  readonly rowsDone: string;
  readonly result: RangeVerdict | ExportResult | null;
  readonly error: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** Its pieces are still there. */
  readonly isKept: boolean;
}

const FAIL_SILENT: Statement = {
  name: 'audit-job-fail-silent',
  text: `UPDATE audit_job SET status = 'failed', error = 'The replica that ran it is gone.', ended_at = now()
    WHERE org_id = $1 AND status = 'running' AND seen_at < now() - ${SILENT}`,
};
const FORGET: Statement = {
  name: 'audit-job-forget',
  text: `DELETE FROM audit_job WHERE org_id = $1 AND created_at < now() - interval '${KEPT_DAYS} days'`,
};
const FORGET_PIECES: Statement = {
  name: 'audit-job-forget-pieces',
  text: `DELETE FROM audit_export_piece WHERE job_id IN (
    SELECT id FROM (
      SELECT id, created_at, row_number() OVER (ORDER BY created_at DESC) AS place
      FROM audit_job WHERE org_id = $1 AND kind = 'export' AND status <> 'running'
    ) j WHERE place >= ${EXPORTS_KEPT} OR created_at < now() - interval '1 day')`,
};
const INSERT: Statement = {
  name: 'audit-job-insert',
  text: `INSERT INTO audit_job (id, org_id, kind, status, first_seq, end_seq, created_by)
    VALUES ($1, $2, $3, 'running', $4, $5, $6) ON CONFLICT DO NOTHING RETURNING id`,
};
const COLUMNS = `j.id, j.kind, j.status, j.first_seq AS first, j.end_seq AS "end", j.rows_done AS "rowsDone",
  j.result, j.error, j.created_by AS "createdBy", j.created_at AS "createdAt", j.ended_at AS "endedAt",
  EXISTS (SELECT FROM audit_export_piece p WHERE p.job_id = j.id) AS "isKept"`;
const LIST: Statement = {
  name: 'audit-job-list',
  text: `SELECT ${COLUMNS} FROM audit_job j WHERE j.org_id = $1
      AND ($2::uuid IS NULL OR j.id < $2)
    ORDER BY j.id DESC LIMIT $3`,
};
const FIND: Statement = {
  name: 'audit-job-find',
  text: `SELECT ${COLUMNS} FROM audit_job j WHERE j.org_id = $1 AND j.id = $2`,
};
const SEEN: Statement = {
  name: 'audit-job-seen',
  text: `UPDATE audit_job SET rows_done = $2, end_seq = first_seq + $3, seen_at = now()
    WHERE id = $1 AND status = 'running' RETURNING id`,
};
const END: Statement = {
  name: 'audit-job-end',
  text: `UPDATE audit_job SET status = $2, result = $3, error = $4, rows_done = coalesce($5, rows_done),
      seen_at = now(), ended_at = now() WHERE id = $1 AND status = 'running'`,
};
const ADD_PIECE: Statement = {
  name: 'audit-job-add-piece',
  text: 'INSERT INTO audit_export_piece (job_id, n, content) VALUES ($1, $2, $3)',
};
const READ_PIECE: Statement = {
  name: 'audit-job-read-piece',
  text: 'SELECT content FROM audit_export_piece WHERE job_id = $1 AND n = $2',
};

/** Makes room: jobs of replicas that are gone have failed, and old exports go. */
export async function tidyJobs(queries: Queries, organisationId: string): Promise<void> {
  await queries.query(FAIL_SILENT, [organisationId]);
  await queries.query(FORGET, [organisationId]);
  await queries.query(FORGET_PIECES, [organisationId]);
}

/** @returns false while another one of the organisation runs */
export async function insertJob(
  queries: Queries,
  organisationId: string,
  job: { id: string; kind: JobKind; first: number; end: number; createdBy: string },
): Promise<boolean> {
  const { id, kind, first, end, createdBy } = job;
  const values = [id, organisationId, kind, first, end, createdBy];
  return (await queries.query(INSERT, values)).length > 0;
}

export async function listJobs(
  queries: Queries,
  organisationId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<readonly AuditJob[]> {
  await queries.query(FAIL_SILENT, [organisationId]);
  const values = [organisationId, after ?? null, limit];
  return queries.query<AuditJob>(LIST, values);
}

export async function findJob(
  queries: Queries,
  organisationId: string,
  id: string,
): Promise<AuditJob | undefined> {
  await queries.query(FAIL_SILENT, [organisationId]);
  const [job] = await queries.query<AuditJob>(FIND, [organisationId, id]);
  return job;
}

/** @returns false when it was taken for dead */
export const markSeen = async (queries: Queries, id: string, rows: number, of: number) =>
  (await queries.query(SEEN, [id, rows, of])).length > 0;

export async function endJob(
  queries: Queries,
  id: string,
  end: { result?: RangeVerdict | ExportResult; rows?: number } | { error: string },
): Promise<void> {
  const isDone = !('error' in end);
  await queries.query(END, [
    id,
    isDone ? 'done' : 'failed',
    isDone ? JSON.stringify(end.result ?? null) : null,
    isDone ? null : end.error,
    isDone ? (end.rows ?? null) : null,
  ]);
}

export async function addPiece(
  queries: Queries,
  id: string,
  n: number,
  content: Buffer,
): Promise<void> {
  await queries.query(ADD_PIECE, [id, n, content]);
}

/** One after the other, as they were written. */
export async function* readPieces(queries: Queries, id: string): AsyncGenerator<Buffer> {
  for (let n = 0; ; n++) {
    const [piece] = await queries.query<{ content: Buffer }>(READ_PIECE, [id, n]);
    if (!piece) return;
    yield piece.content;
  }
}
