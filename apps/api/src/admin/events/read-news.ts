import type { Queries, Statement } from '#platform';

/** Of one look; a busier log says how many more there were. */
export const ROWS_MAX = 100;

export interface News {
  readonly event: 'audit.row' | 'job.progress' | 'budget.threshold' | 'breaker.changed';
  readonly data: object;
  /** Null: of the organisation, and nothing for who sees own workloads alone. */
  readonly workloadId: string | null;
}

const SIZE: Statement = {
  name: 'events-log-size',
  text: 'SELECT coalesce((SELECT size FROM audit_head WHERE org_id = $1), 0) AS size, now() AS now',
};
const ROWS: Statement = {
  name: 'events-rows',
  text: `
    SELECT l.seq, r.id, r.at, r.type, r.workload_id AS "workloadId", r.outcome, r.http_status AS status
    FROM audit_leaf l JOIN audit_row r ON r.id = l.id AND r.org_id = l.org_id
    WHERE l.org_id = $1 AND l.seq >= $2 AND l.seq < $3 ORDER BY l.seq DESC LIMIT ${ROWS_MAX}`,
};
const JOBS: Statement = {
  name: 'events-jobs',
  text: `SELECT id, kind, status, rows_done AS done, end_seq - first_seq AS rows FROM audit_job
    WHERE org_id = $1 AND id IN (SELECT id FROM audit_job WHERE org_id = $1 ORDER BY id DESC LIMIT 5)
    ORDER BY id`,
};
const THRESHOLDS: Statement = {
  name: 'events-thresholds',
  text: `
    SELECT a.scope, a.percent, a.at, w.id AS "workloadId" FROM alert a
      LEFT JOIN workload w ON w.id = a.scope_id AND w.org_id = $1
    WHERE (a.scope_id = $1 OR w.id IS NOT NULL) AND a.at >= $2 AND a.at < $3 ORDER BY a.at LIMIT 100`,
};

/** How far an organisation's log and clock are. */
export interface Mark {
  readonly size: number;
  /** Of the database. */
  readonly now: Date;
}

export async function readMark(queries: Queries, organisationId: string): Promise<Mark> {
  const [row] = await queries.query<{ size: string; now: Date }>(SIZE, [organisationId]);
  return { size: Number(row?.size ?? 0), now: row?.now ?? new Date(0) };
}

/** What was sealed, told and done between two marks. */
export async function readNews(
  queries: Queries,
  organisationId: string,
  from: Mark,
  to: Mark,
): Promise<readonly News[]> {
  const news: News[] = [];
  if (to.size > from.size) {
    const rows = await queries.query<{ seq: string; workloadId: string | null }>(ROWS, [
      organisationId,
      from.size,
      to.size,
    ]);
    for (const { workloadId, seq, ...row } of rows.toReversed()) {
      const data = { ...row, seq: Number(seq), workload_id: workloadId };
      news.push({ event: 'audit.row', data, workloadId });
    }
  }
  const thresholds = await queries.query<{
    scope: number;
    percent: number;
    at: Date;
    workloadId: string | null;
  }>(THRESHOLDS, [organisationId, from.now, to.now]);
  for (const { scope, percent, at, workloadId } of thresholds) {
    const limit = ['', 'budget', 'cap', 'credit', 'allowance'][scope] ?? '';
    const data = { limit, percent, at, workload_id: workloadId };
    news.push({ event: 'budget.threshold', data, workloadId });
  }
  return news;
}

/** As they stand; whoever asks knows what they were. */
export async function readJobNews(
  queries: Queries,
  organisationId: string,
): Promise<readonly News[]> {
  const jobs = await queries.query<{ done: string; rows: string }>(JOBS, [organisationId]);
  return jobs.map(({ done, rows, ...job }) => ({
    event: 'job.progress',
    data: { ...job, rows_done: Number(done), rows: Number(rows) },
    workloadId: null,
  }));
}
