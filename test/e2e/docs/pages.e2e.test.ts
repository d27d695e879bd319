import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../support/build.js';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-docs-'));
  await run(process.execPath, [join(ROOT, 'tools', 'docs-pages.mjs'), '--out', folder]);
});
afterAll(() => rm(folder, { recursive: true }));

it('every link and picture of the pages leads to something that is there', async () => {
  const files = await readdir(folder, { recursive: true });
  const pages = new Map<string, string>();
  for (const file of files.filter((one) => one.endsWith('.html'))) {
    const name = file === 'index.html' ? '/docs' : `/docs/${file.slice(0, -'.html'.length)}`;
    pages.set(name, await readFile(join(folder, file), 'utf8'));
  }
  const others = new Set(['/docs/api', '/console/', ...files.map((file) => `/docs/${file}`)]);
  const broken = [...pages].flatMap(([from, html]) =>
    [...html.matchAll(/(?:href|src)="([^"]+)"/g)].flatMap(([, address = '']) => {
      if (/^https?:|^mailto:/.test(address)) return [];
      const [path, anchor] = address.split('#');
      const target = pages.get(path || from);
      const isThere = anchor
        ? target?.includes(` id="${anchor}"`)
        : target || others.has(path ?? '');
      return isThere ? [] : [`${from}: ${address}`];
    }),
  );
  expect(pages.size).toBeGreaterThan(20);
  expect(broken).toEqual([]);
});

it('every picture is what its source draws', async () => {
  await run(process.execPath, [join(ROOT, 'tools', 'docs-pictures.mjs'), '--check']);
});
