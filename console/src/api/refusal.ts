import { isRecord } from '../lib/is-record';
import { ProblemError, readProblem } from './problem';
import { sessionLost } from './session-lost';

/** Why a call was not served. */
export interface RefusedCall {
  readonly error: ProblemError;
  /** As it came. */
  readonly raw: string;
  /** Null where it never was a call, so that no row of the log has it. */
  readonly requestId: string | null;
}

/** @param response of a call that somebody made with their session, and that is none of 2xx */
export async function readRefusedCall(response: Response): Promise<RefusedCall> {
  const raw = await response.text();
  const { status, headers } = response;
  const requestId = headers.get('request-id');
  const body = parsed(raw);
  if (headers.get('content-type')?.includes('problem+json')) {
    if (status === 401) sessionLost.set(true);
    return { raw, requestId: null, error: readProblem(status, body, requestId) };
  }
  return { raw, requestId, error: readRefusal(status, body, requestId ?? '') };
}

/** Calls are refused in the words of the SDKs, not as problems. */
export function readRefusal(status: number, body: unknown, requestId: string): ProblemError {
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  const [code, message] = [error['code'], error['message']];
  const title = typeof code === 'string' ? code : `HTTP ${status}`;
  const detail = typeof message === 'string' ? message : '';
  return new ProblemError('unreadable', status, title, detail, requestId);
}

/** Undefined where it is none: a proxy in between may have answered. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
