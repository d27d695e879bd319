import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpException } from '@nestjs/common';
import { GatewayError, Problem, problem, PROBLEMS } from '#kernel';
import { isDatabaseOutage } from '#platform';

/** Everything of the administration: its paths, and with them how errors look. */
const isAdminPath = (path: string): boolean => path.startsWith('/admin/') || path === '/admin';

/** By the route that was found: the router reads `%61dmin` as `admin`, which no look at the text does. */
export const isAdminRequest = ({ routeOptions, url }: FastifyRequest): boolean =>
  isAdminPath(routeOptions.url ?? url) || isAdminPath(url);

/** As RFC 9457 has it. The head is the framework's own, so hooks have their say. */
export function writeProblem(request: FastifyRequest, reply: FastifyReply, fault: unknown): void {
  const { key, message, details } = problemOf(fault);
  const { status, title } = PROBLEMS[key];
  const seconds = details.retryAfterSeconds;
  if (seconds !== undefined) void reply.header('retry-after', String(Math.ceil(seconds)));
  void reply
    .status(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      JSON.stringify({
        type: `/docs/admin-api#${key}`,
        title,
        status,
        detail: message,
        code: key,
        request_id: request.id,
        ...(details.errors && { errors: details.errors }),
      }),
    );
}

/** What the database says of values that a check has let through: no text, number, moment or id of its type. */
const UNREADABLE: ReadonlySet<unknown> = new Set([
  '22P02',
  '22P05',
  '22021',
  '22003',
  '22007',
  '22008',
]);
/** Of two who make the same at once, the second. */
const TAKEN = '23505';

/** What is no problem yet: a framework's complaint, a database that is away, or a fault of ours. */
export function problemOf(fault: unknown): Problem {
  if (fault instanceof Problem) return fault;
  if (isDatabaseOutage(fault)) {
    return problem('unavailable', { retryAfterSeconds: 2, cause: fault });
  }
  const code = codeOf(fault);
  if (UNREADABLE.has(code)) return problem('invalid', { cause: fault });
  if (code === TAKEN) return problem('conflict', { cause: fault });
  const status = statusOf(fault);
  if (status === 404) return problem('not_found');
  if (status === 405) return problem('method_unknown');
  if (status === 413) return problem('body_too_large');
  if (status === 415) return problem('content_type_unsupported');
  const said = fault instanceof GatewayError ? { detail: fault.message } : {};
  if (status === 409) return problem('conflict', said);
  if (status >= 400 && status < 500) return problem('invalid', said);
  return problem('failed', { cause: fault });
}

const codeOf = (fault: unknown): unknown => (fault as { readonly code?: unknown } | null)?.code;

function statusOf(fault: unknown): number {
  if (fault instanceof GatewayError) return fault.spec.status;
  if (fault instanceof HttpException) return fault.getStatus();
  const status = (fault as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : 500;
}
