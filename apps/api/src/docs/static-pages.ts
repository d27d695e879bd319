import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ROOT } from '../root.js';
import { serveDocumentation } from './documentation.js';
import { openApi } from './openapi.js';
import { PAGE_HEADERS, POLICY } from './page-headers.js';

/**
 * Its components place themselves by styles of their elements; a script stays a file of ours. What it frames are
 * documents that it made itself, as PDF.
 */
const CONSOLE_POLICY = `${POLICY}; frame-src blob:; style-src 'self' 'unsafe-inline'; script-src 'self'`;
/** Neither a file nor the folder of those with a hash, which would be taken for a script. */
const PAGE_PATH = /^\/console\/(?!assets(?:\/|$))[^.]{0,500}$/;
const BUILT = join(ROOT, 'dist', 'console');
const OPENAPI_JSON = JSON.stringify(openApi);

/** The Console under /console, the documentation at /docs, the reference of the API in it and as /openapi.json. */
export async function servePages(
  app: NestFastifyApplication,
  folder = BUILT,
  documentation?: string,
): Promise<void> {
  const assets = join(folder, 'assets');
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/openapi.json', (_request, reply) =>
    reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      })
      .send(OPENAPI_JSON),
  );
  if (!existsSync(folder)) {
    // The API alone, as in its tests. Browsers are sent to /docs, which must not send them on again.
    fastify.get('/docs', (_request, reply) => reply.redirect('/openapi.json', 302));
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/console/',
    wildcard: false, // The files that were built, each by its path, and nothing that looks for others.
    index: false,
    cacheControl: false, // Ours, below.
    setHeaders: (response, path) => {
      // Pages of the documentation are sent this way, too, and need less.
      const isConsole = path === join(folder, 'index.html');
      void response.headers({
        ...PAGE_HEADERS,
        'content-security-policy': isConsole ? CONSOLE_POLICY : POLICY,
      });
      // Their names hold a hash of what is in them; the pages name the assets of one build.
      const isHashed = path.startsWith(assets);
      void response.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  fastify.get('/docs/api', (_request, reply) => reply.sendFile('docs.html', folder));
  if (!(await serveDocumentation(app, documentation))) {
    fastify.get('/docs', (_request, reply) => reply.redirect('/docs/api', 302));
  }
  // The router takes both spellings for one; the links of the page are relative to the longer one.
  fastify.get('/console', (request, reply) => {
    const [path, query] = request.url.split('?');
    if (path?.endsWith('/')) return reply.sendFile('index.html', folder);
    return reply.redirect(query === undefined ? '/console/' : `/console/?${query}`, 302);
  });
  // Pages of the Console have addresses of their own, which its router knows. Files were named above.
  fastify.get('/console/*', (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (PAGE_PATH.test(path)) return reply.sendFile('index.html', folder);
    reply.callNotFound();
    return reply;
  });
}
