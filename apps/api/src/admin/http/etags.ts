import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { tap, type Observable } from 'rxjs';

/** What has a `version` is answered with it as its ETag, which a change sends back as `If-Match`. */
@Injectable()
export class ETags implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      tap((answer: unknown) => {
        const version = (answer as { readonly version?: unknown } | null | undefined)?.version;
        if (typeof version === 'number') void reply.header('etag', `"${version}"`);
      }),
    );
  }
}
