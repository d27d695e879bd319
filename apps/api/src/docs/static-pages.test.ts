import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servePages } from './static-pages.js';

let folder: string;
let documentation: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-pages-'));
  await mkdir(join(folder, 'assets'));
  for (const page of ['index.html', 'docs.html']) await writeFile(join(folder, page), page);
  await writeFile(join(folder, 'assets', 'main-abc123.js'), '');
  documentation = join(folder, 'documentation');
  await mkdir(join(documentation, 'guides'), { recursive: true });
  for (const page of [
    'index.html',
    'running.html',
    'guides/curl.html',
    'holds.svg',
    'search.json',
  ]) {
    await writeFile(join(documentation, page), page === 'index.html' ? 'home' : page);
  }
});

afterAll(() => rm(folder, { recursive: true }));

/** The pages alone, on a router as the API has it. */
async function get(url: string, pages = folder, guide = documentation) {
  const adapter = new FastifyAdapter({ routerOptions: { ignoreTrailingSlash: true } });
  const fastify = adapter.getInstance();
  const app = { getHttpAdapter: () => adapter, register: fastify.register.bind(fastify) };
  await servePages(app as unknown as NestFastifyApplication, pages, guide);
  return fastify.inject({ method: 'GET', url });
}

describe('the pages', () => {
  it.each([
    ['/docs', 'home'],
    ['/docs/', 'home'],
    ['/docs/running', 'running.html'],
    ['/docs/guides/curl', 'guides/curl.html'],
    ['/docs/api', 'docs.html'],
    ['/console/', 'index.html'],
    ['/console/?setup=x', 'index.html'],
    ['/console/setup', 'index.html'],
    ['/console/workloads/0199-ab?tab=scope', 'index.html'],
  ])('%s is a page that may load nothing foreign', async (url, page) => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, body]).toEqual([200, page]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe");
    // Only the components of the Console set styles inline.
    const isStrict = !headers['content-security-policy']?.includes('unsafe');
    expect(isStrict).toBe(page !== 'index.html');
  });

  it('sends /console on, once, with what stands behind it', async () => {
    const { statusCode, headers } = await get('/console?setup=x');
    expect([statusCode, headers.location]).toEqual([302, '/console/?setup=x']);
  });

  it('lets browsers keep what has a hash in its name', async () => {
    const { headers } = await get('/console/assets/main-abc123.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    '/docs/gone',
    '/docs/guides',
    '/docs/guides/../../index.html',
    '/console/assets/',
    '/console/assets/main-of-another-build',
    '/console/gone.js',
    `/console/${'a'.repeat(600)}`,
  ])('%s is no page', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  it('shows the document in UTF-8', async () => {
    const { headers, json } = await get('/openapi.json');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json()).toMatchObject({ openapi: '3.1.0' });
  });

  it('a picture may set its own colours, and nothing else', async () => {
    const { headers } = await get('/docs/holds.svg');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'",
    );
  });

  it('has the reference of the API in the place of a documentation that is not built', async () => {
    const { statusCode, headers } = await get('/docs', folder, join(folder, 'none'));
    expect([statusCode, headers.location]).toEqual([302, '/docs/api']);
  });

  it('has the document in the place of pages that are not built', async () => {
    const { statusCode, headers } = await get('/docs', join(folder, 'none'));
    expect([statusCode, headers.location]).toEqual([302, '/openapi.json']);
  });
});
