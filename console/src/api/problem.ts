import type { components } from './schema';
import { isRecord } from '../lib/is-record';

type ProblemBody = components['schemas']['Problem'];

/** Codes of the API, and what a browser alone can know. */
export type ProblemCode = ProblemBody['code'] | 'unreachable' | 'unreadable';

/** One field at fault, by its path as in `budget.amount` or `targets[0].model`. */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

/** What the admin API refused, or why it was not reached. */
export class ProblemError extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly requestId: string | null,
    readonly errors: readonly FieldFault[] = [],
  ) {
    super(title);
    this.name = 'ProblemError';
  }
}

export const isProblem = (error: unknown, ...codes: ProblemCode[]): error is ProblemError =>
  error instanceof ProblemError && (codes.length === 0 || codes.includes(error.code));

/** @param body of an answer that is none of 2xx */
export function readProblem(status: number, body: unknown, requestId: string | null): ProblemError {
  if (!isRecord(body) || typeof body['code'] !== 'string') {
    // A proxy in between has answered, say.
    return new ProblemError('unreadable', status, `HTTP ${status}`, '', requestId);
  }
  const { code, title, detail, request_id: id, errors } = body as Partial<ProblemBody>;
  return new ProblemError(
    code ?? 'unreadable',
    status,
    title ?? `HTTP ${status}`,
    detail ?? '',
    id ?? requestId,
    errors ?? [],
  );
}

/** @param cause what `fetch` threw */
export const unreachable = (cause: unknown): ProblemError => {
  const reason = cause instanceof Error ? cause.message : '';
  return new ProblemError('unreachable', 0, 'The gateway does not answer', reason, null);
};

/** By the names that forms use: `targets[0].model` is `targets.0.model` there. */
export const formErrorsOf = ({ errors }: ProblemError): Record<string, string> =>
  Object.fromEntries(
    errors.map(({ path, message }) => [path.replace(/\[(\d+)\]/g, '.$1'), message]),
  );
