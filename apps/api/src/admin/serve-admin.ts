import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Clock } from '#kernel';
import { isAdminRequest } from '../http/write-problem.js';
import { Admission, isPublic } from './http/admission.js';
import { readAdminBody } from './http/read-body.js';
import { settingsSchema } from './config/settings-schema.js';
import { adminDocument } from './openapi/admin-document.js';

/** What stands before the controllers of `/admin/v1`: who asks, and then the body. */
export function guardAdmin(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const [admission, clock] = [app.get(Admission), app.get(Clock)];
  fastify.decorateRequest('browser');
  fastify.decorateRequest('actor', undefined);
  fastify.decorateRequest('pending', undefined);
  fastify.addHook('onRequest', async (request) => {
    if (isAdminRequest(request)) await admission.admit(request);
  });
  fastify.addHook('preValidation', async (request) => {
    if (!isAdminRequest(request) || !hasBody(request.headers)) return;
    // It comes in as bodies of calls do, by its own bounds.
    if (CALL_PATHS.has(`${request.method} ${request.routeOptions.url}`)) return;
    request.body = await readAdminBody(request.raw, isPublic(request), clock);
  });
}

/** Once all routes are known. */
export function serveAdminDocument(app: NestFastifyApplication): void {
  let document: string | undefined;
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/admin/v1/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(adminDocument(app));
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' })
      .send(document);
  });
  let schema: string | undefined;
  fastify.get('/console/config.schema.json', (_request, reply) => {
    schema ??= JSON.stringify(settingsSchema());
    return reply
      .headers({ 'content-type': 'application/schema+json', 'cache-control': 'no-cache' })
      .send(schema);
  });
}

/** Calls of people, whose bodies are read as those of calls are. */
const CALL_PATHS: ReadonlySet<string> = new Set(
  [
    'playground/chat',
    'playground/decide',
    'anonymizations',
    'knowledge/stores/:id/documents',
    'knowledge/stores/:id/search',
  ].map((path) => `POST /admin/v1/${path}`),
);

const hasBody = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
