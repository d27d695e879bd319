import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ROOT } from '../root.js';
import { PAGE_HEADERS, POLICY } from './page-headers.js';

const BUILT = join(ROOT, 'dist', 'docs');
const HOME = 'index.html';
/** Colours of a picture are in it, for both schemes; it runs nothing and fetches nothing. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * The pages of docs/ as `npm run docs:pages` made them, each at its path without an ending.
 * @returns whether there are any: without them the API is alone, as in its tests
 */
export async function serveDocumentation(
  app: NestFastifyApplication,
  folder = BUILT,
): Promise<boolean> {
  if (!existsSync(folder)) return false;
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/docs/',
    wildcard: false,
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      void response.headers({
        ...PAGE_HEADERS,
        'content-security-policy': path.endsWith('.svg') ? PICTURE_POLICY : POLICY,
        'cache-control': 'no-cache',
      });
    },
  });
  const fastify = app.getHttpAdapter().getInstance();
  for (const file of pagesIn(folder)) {
    const address = file === HOME ? '/docs' : `/docs/${file.slice(0, -'.html'.length)}`;
    fastify.get(address, (_request, reply) => reply.sendFile(file, folder));
  }
  return true;
}

const pagesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.html'));
