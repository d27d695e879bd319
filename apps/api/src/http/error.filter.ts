import {
  Catch,
  Logger,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asGatewayError, failed, faultBehind, GatewayError, refuse } from '#kernel';
import { isDatabaseOutage } from '#platform';
import { AnswerWriter } from './answer-writer.js';
import { wantsDocumentation } from './docs-redirect.js';
import { envelopeOf } from './envelope-of.js';
import { namesBatches, noBatches } from './no-batches.js';
import { isAdminRequest, problemOf, writeProblem } from './write-problem.js';

/** Where an error outside of a call becomes a response. Calls write their own, see `CallServer`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  constructor(
    private readonly writer: AnswerWriter,
    private readonly docsUrl: string,
  ) {}

  catch(fault: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (isAdminRequest(request)) return this.tellAdmin(request, reply, fault);
    if (isUnknownPath(fault) && wantsDocumentation(request)) {
      return void reply.header('request-id', request.id).redirect(this.docsUrl, 302);
    }
    const error =
      isUnknownPath(fault) && namesBatches(request.url)
        ? noBatches()
        : this.toGatewayError(fault, request.url);
    const behind = faultBehind(error);
    if (behind) this.logger.error(`request ${request.id} failed: ${error.key}`, behind);
    const headers = { 'request-id': request.id, 'x-request-id': request.id };
    this.writer.writeError(reply.hijack().raw, error, headers, envelopeOf(request.raw));
  }

  private tellAdmin(request: FastifyRequest, reply: FastifyReply, fault: unknown): void {
    const told = problemOf(fault);
    if (told.key === 'failed') this.logger.error(`request ${request.id} failed`, fault);
    writeProblem(request, reply, told);
  }

  private toGatewayError(fault: unknown, url: string): GatewayError {
    if (fault instanceof GatewayError) return fault;
    if (isUnknownPath(fault)) return refuse('path_unknown', url.startsWith('//') ? DOUBLED : {});
    const status = (fault as { statusCode?: unknown } | null)?.statusCode;
    // The framework's own complaints about a request: bad escapes in the path and the like.
    if (typeof status === 'number' && status >= 400 && status < 500) return refuse('path_invalid');
    if (isDatabaseOutage(fault)) return failed('document_storage_unavailable', { cause: fault });
    return asGatewayError(fault);
  }
}

/** Clients that join a base URL and a path as they are. */
const DOUBLED = {
  message: 'The path begins with two slashes. Leave out the slash at the end of the base URL.',
};

const isUnknownPath = (fault: unknown): boolean =>
  fault instanceof NotFoundException ||
  (fault instanceof GatewayError && fault.key === 'path_unknown');
