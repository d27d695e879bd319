import 'reflect-metadata';
import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import type { Foundation } from '#platform';
import { guardAdmin, serveAdminDocument } from './admin/serve-admin.js';
import { ApiModule } from './api.module.js';
import { servePages } from './docs/static-pages.js';
import { AnswerWriter } from './http/answer-writer.js';
import { answerBadAddress, answerClientError } from './http/client-error.js';
import { CallServer } from './http/call-server.js';
import { ErrorFilter } from './http/error.filter.js';
import { openFrontDoor } from './http/front-door.js';
import {
  CONNECTION_REQUESTS_MAX,
  CONNECTIONS_CHECK_MS,
  HEADERS_BYTES_MAX,
  HEADERS_MS_MAX,
  KEEP_ALIVE_MS,
  REQUEST_MS_MAX,
} from './http/limits.js';
import { CHAT_PATH, chatSurface } from './surfaces/chat/chat.surface.js';
import { MESSAGES_PATH, messagesSurface } from './surfaces/messages/messages.surface.js';

/** Builds the API on what was opened before; used by `main.ts` and by every test of the whole. */
export async function createApi(
  foundation: Foundation,
  logger: LoggerService,
): Promise<NestFastifyApplication> {
  const ids = new Ids(
    foundation.clock ?? new SystemClock(),
    foundation.entropy ?? new SystemEntropy(),
  );
  const adapter = new FastifyAdapter({
    // The request id is the audit id: made when the request arrives, never taken from the caller.
    genReqId: () => ids.callId(),
    requestIdHeader: false,
    logger: false,
    http: {
      maxHeaderSize: HEADERS_BYTES_MAX,
      headersTimeout: HEADERS_MS_MAX,
      requireHostHeader: false, // A request without one is answered as the API answers, not bare.
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    },
    requestTimeout: REQUEST_MS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxRequestsPerSocket: CONNECTION_REQUESTS_MAX,
    clientErrorHandler: (fault, socket) => answerClientError(fault, socket, ids.callId()),
    frameworkErrors: answerBadAddress,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    ApiModule.forRoot(foundation),
    adapter,
    { logger, bodyParser: false, abortOnError: false },
  );
  const fastify = adapter.getInstance();
  fastify.removeAllContentTypeParsers();
  // Bodies stay streams: the key is checked first, then each surface reads its own.
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
  fastify.addHook('onSend', (request, reply, payload, done) => {
    void reply.headers({ 'request-id': request.id, 'x-request-id': request.id });
    if (!reply.getHeader('cache-control')) void reply.header('cache-control', 'no-store');
    done(null, payload);
  });
  app.useGlobalFilters(new ErrorFilter(app.get(AnswerWriter), foundation.config.docsUrl));
  guardAdmin(app);
  serveAdminDocument(app);
  await servePages(app);
  await app.init();
  await fastify.ready();
  openFrontDoor(app.getHttpServer(), {
    hotRoutes: new Map([
      [CHAT_PATH, chatSurface],
      [MESSAGES_PATH, messagesSurface],
    ]),
    server: app.get(CallServer),
    writer: app.get(AnswerWriter),
    newId: () => ids.callId(),
  });
  return app;
}
