import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { catchError, type Observable } from 'rxjs';
import { Problem } from '#kernel';
import { AdminLog } from './admin-log.js';

/** Some of what is not permitted shows only in what was asked for: a role to give, a policy to make weaker. */
@Injectable()
export class DeniedOnRecord implements NestInterceptor {
  constructor(private readonly log: AdminLog) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { actor, method, url } = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(
      catchError(async (fault: unknown) => {
        const isDenied = fault instanceof Problem && fault.key === 'permission_missing';
        if (isDenied && actor && method !== 'GET') await this.log.denied(actor, `${method} ${url}`);
        throw fault;
      }),
    );
  }
}
