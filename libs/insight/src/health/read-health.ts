import type { Queries, Statement } from '#platform';
import { percentile, PLACES } from '../usage/spans.js';

const COUNT_MAX = 100_000; // Of what waits; more is more.

/** One model at one provider, by what its calls of this hour and the one before became. */
export interface EndpointUse {
  readonly provider: string;
  /** As `<provider>/<model>`; empty where none was named. */
  readonly model: string;
  readonly requests: number;
  readonly failed: number;
  readonly latencyP95: number | null;
  readonly lastSuccessAt: Date | null;
}

export interface Queue {
  readonly queue: 'sealing' | 'set_aside' | 'background_answers' | 'deliveries' | 'audit_jobs';
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
  /** Null where nothing waits, or its age is not known. */
  readonly oldestAt: Date | null;
}

export interface Replica {
  readonly id: string;
  readonly version: string | null;
  readonly startedAt: Date | null;
  readonly seenAt: Date;
  readonly openCalls: number;
}

const ENDPOINTS: Statement = {
  name: 'health-endpoints',
  text: `
    WITH recent AS (
      SELECT s.provider, s.model, sum(u.requests) AS requests,
        coalesce(sum(u.requests) FILTER (WHERE s.outcome IN ('error', 'timeout')), 0) AS failed,
        ${PLACES.map((place) => `coalesce(sum(u.latency_${place}), 0) AS latency_${place}`).join(', ')}
      FROM usage_hour u JOIN usage_series s ON s.id = u.series_id
      WHERE u.org_id = $1 AND u.hour > now() - interval '2 hours' AND s.provider <> ''
      GROUP BY s.provider, s.model
    ), served AS (
      SELECT s.provider, s.model, max(l.at) AS at FROM usage_series s, LATERAL (
        SELECT c.at FROM usage_call c WHERE c.series_id = s.id ORDER BY c.at DESC LIMIT 1
      ) l WHERE s.org_id = $1 AND s.outcome = 'ok' AND s.provider <> ''
      GROUP BY s.provider, s.model
    )
    SELECT *, served.at AS "lastSuccessAt" FROM recent FULL JOIN served USING (provider, model)`,
};
const QUEUES: Statement = {
  name: 'health-queues',
  text: `
    SELECT 'sealing' AS queue, (
        SELECT count(*) FROM (SELECT FROM audit_pending WHERE org_id = $1 LIMIT ${COUNT_MAX}) p
      ) AS waiting, 0 AS active, 0 AS failed, NULL::timestamptz AS "oldestAt"
    UNION ALL SELECT 'set_aside', 0, 0, (SELECT count(*) FROM audit_set_aside WHERE org_id = $1), NULL
    UNION ALL SELECT 'background_answers', 0, count(*), 0, NULL
      FROM call_intent WHERE org_id = $1 AND background IS NOT NULL
    UNION ALL SELECT 'deliveries', count(*) FILTER (WHERE failed_at IS NULL), 0,
      count(*) FILTER (WHERE failed_at IS NOT NULL), min(created_at) FILTER (WHERE failed_at IS NULL)
      FROM outbox WHERE org_id = $1
    UNION ALL SELECT 'audit_jobs', 0, count(*) FILTER (WHERE status = 'running'),
      count(*) FILTER (WHERE status = 'failed' AND created_at > now() - interval '1 day'),
      min(created_at) FILTER (WHERE status = 'running') FROM audit_job WHERE org_id = $1`,
};
const REPLICAS: Statement = {
  name: 'health-replicas',
  text: `
    SELECT l.replica_id AS id, l.version, l.started_at AS "startedAt", l.seen_at AS "seenAt",
      (SELECT count(*) FROM call_intent i WHERE i.replica_id = l.replica_id) AS "openCalls"
    FROM replica_lease l ORDER BY l.replica_id LIMIT 200`,
};

type Row = Readonly<Record<string, string | null>> & { readonly lastSuccessAt: Date | null };

export async function readEndpoints(
  queries: Queries,
  organisationId: string,
): Promise<readonly EndpointUse[]> {
  const rows = await queries.query<Row>(ENDPOINTS, [organisationId]);
  return rows.map((row) => ({
    provider: row['provider'] ?? '',
    model: row['model'] ?? '',
    requests: Number(row['requests'] ?? 0),
    failed: Number(row['failed'] ?? 0),
    latencyP95: percentile(
      PLACES.map((place) => Number(row[`latency_${place}`] ?? 0)),
      0.95,
    ),
    lastSuccessAt: row.lastSuccessAt,
  }));
}

/** What waits to be done beside the calls of an organisation. */
export async function readQueues(
  queries: Queries,
  organisationId: string,
): Promise<readonly Queue[]> {
  const rows = await queries.query<
    Pick<Queue, 'queue' | 'oldestAt'> & { waiting: string; active: string; failed: string }
  >(QUEUES, [organisationId]);
  return rows.map(({ queue, waiting, active, failed, oldestAt }) => ({
    queue,
    waiting: Number(waiting),
    active: Number(active),
    failed: Number(failed),
    oldestAt,
  }));
}

/** Processes that hold a lease: those of the API, and the worker. */
export async function readReplicas(queries: Queries): Promise<readonly Replica[]> {
  const rows = await queries.query<Omit<Replica, 'openCalls'> & { openCalls: string }>(REPLICAS);
  return rows.map((row) => ({ ...row, openCalls: Number(row.openCalls) }));
}
