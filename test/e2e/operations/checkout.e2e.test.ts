import { spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { ROOT } from '../../support/build.js';

/** Root may write anywhere, so root becomes somebody else before anything is started. */
const AS_NOBODY = ['--import', 'data:text/javascript,process.getuid()===0&&process.setuid(65534)'];
const SOURCES = ['apps', 'libs/dlp/models', 'libs/typed/models', 'console/src/styles', 'docs'];
const SETTINGS = ['nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];
const LOCKED = { version: '1.0.0', integrity: 'sha512-a' };
const lockOf = (its: object) => JSON.stringify({ packages: { 'node_modules/a': its } });

let folder = '';

afterEach(async () => {
  await chmod(folder, 0o755);
  await rm(folder, { recursive: true });
});

const put = (path: string, text: string) => writeFile(join(folder, path), text);

/** A checkout as somebody left it who ran `npm ci` and `npm run build`; then nobody may write to it. */
async function aCheckout(change: () => Promise<void> = async () => undefined) {
  folder = await mkdtemp(join(tmpdir(), 'gw-checkout-'));
  await cp(join(ROOT, 'tools'), join(folder, 'tools'), { recursive: true });
  for (const path of [...SOURCES, 'node_modules/node/bin', 'dist/docs']) {
    await mkdir(join(folder, path), { recursive: true });
  }
  await put('node_modules/node/bin/node', '#!/bin/sh\necho "it runs: $1"\n');
  await chmod(join(folder, 'node_modules/node/bin/node'), 0o755);
  for (const path of SETTINGS) await put(path, '{}');
  await put('package.json', '{"type":"module"}');
  await put('apps/main.ts', 'old');
  const elsewhere = { 'node_modules/b': { version: '2.0.0', optional: true } };
  await put(
    'package-lock.json',
    JSON.stringify({ packages: { '': {}, 'node_modules/a': LOCKED, ...elsewhere } }),
  );
  await put('node_modules/.package-lock.json', lockOf(LOCKED));
  await node('tools/stamp-build.mjs');
  await change();
  for (const path of ['.', 'dist', 'node_modules']) await chmod(join(folder, path), 0o555);
  return node('tools/start.mjs', AS_NOBODY);
}

function node(
  script: string,
  options: readonly string[] = [],
): Promise<{ code: number | null; said: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    code: number | null;
    said: string;
  }>();
  const child = spawn(process.execPath, [...options, join(folder, script)], { cwd: folder });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => (said += piece.toString()));
  }
  child.on('error', reject);
  child.on('close', (code) => resolve({ code, said }));
  return promise;
}

it('a checkout that is built and cannot be written starts as it is', async () => {
  expect(await aCheckout()).toEqual({
    code: 0,
    said: `it runs: ${join(folder, 'dist/apps/api/src/main.js')}\n`,
  });
});

it.each(['apps/main.ts', 'docs/README.md'])(
  'says what to do where another %s lies there than was built',
  async (file) => {
    const { code, said } = await aCheckout(() => put(file, 'new'));
    expect(code).toBe(1);
    expect(said).toMatch(
      /^\S+dist is not the build of these sources.* npm run build in \S+ as a user/,
    );
  },
);

it('says what to do where other packages lie there than are locked', async () => {
  const another = lockOf({ ...LOCKED, integrity: 'sha512-b' });
  const { code, said } = await aCheckout(() => put('node_modules/.package-lock.json', another));
  expect(code).toBe(1);
  expect(said).toMatch(/^\S+node_modules does not hold what .* npm ci in \S+ as a user/);
});
