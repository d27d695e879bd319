import type { Readiness } from '#contract';
import { isRecord } from '../lib/is-record';

/** What one look at the API found. */
export type Health =
  | { readonly kind: 'answered'; readonly isAlive: boolean; readonly readiness: Readiness }
  | { readonly kind: 'unreadable'; readonly status: number }
  | { readonly kind: 'unreachable' };

const ANSWER_MS_MAX = 4000; // Below the polling interval, so that looks do not pile up.

/** Never rejects: not getting an answer is an answer here. */
export async function fetchHealth(): Promise<Health> {
  try {
    const [ready, alive] = await Promise.all([get('/readyz'), get('/healthz')]);
    const body: unknown = await ready.json().catch(() => undefined);
    // An API that is not ready says so with 503 and the same body.
    return isReadiness(body)
      ? { kind: 'answered', isAlive: alive.ok, readiness: body }
      : { kind: 'unreadable', status: ready.status };
  } catch {
    return { kind: 'unreachable' };
  }
}

const get = (path: string): Promise<Response> =>
  fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS_MAX) });

const isReadiness = (value: unknown): value is Readiness =>
  isRecord(value) &&
  (value['status'] === 'ready' || value['status'] === 'unready') &&
  typeof value['version'] === 'string' &&
  isRecord(value['checks']);
