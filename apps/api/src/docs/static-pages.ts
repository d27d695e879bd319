import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ROOT } from '../start/root.js';
import { openApiDocument } from './openapi.js';

/** No foreign request, no inline script: the pages work in a closed network. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};
const FOLDER = join(ROOT, 'dist', 'console');

/** The Console under /console, the API documentation at /docs and /openapi.json. */
export async function servePages(app: NestFastifyApplication): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/openapi.json', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(openApiDocument()),
  );
  if (!existsSync(FOLDER)) return; // The API alone, as in its tests; the pages are a build of their own.
  await app.register(fastifyStatic, {
    root: FOLDER,
    prefix: '/console/',
    setHeaders: (response, path) => {
      void response.headers(PAGE_HEADERS);
      const isHashed = path.includes(`${join(FOLDER, 'assets')}`);
      void response.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'no-store',
      );
    },
  });
  fastify.get('/docs', (_request, reply) => reply.sendFile('docs.html', FOLDER));
  fastify.get('/console', (_request, reply) => reply.redirect('/console/', 302));
}
