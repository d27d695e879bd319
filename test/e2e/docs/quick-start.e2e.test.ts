import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/build.js';
import { startFirstRun } from '../../support/first-run.js';

const gateway = await startFirstRun();

it('the call of the quick start is answered as it stands there', async () => {
  const document = await readFile(join(ROOT, 'docs', 'quick-start.md'), 'utf8');
  const block = /```sh\n([^`]*curl[^`]*)```/.exec(document)?.[1] ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'gw-quick-start-'));
  await mkdir(join(folder, '.gateway'));
  const facts = JSON.stringify({ api_key: gateway.key() });
  await writeFile(join(folder, '.gateway', 'first-run.json'), facts);
  const command = `set -e; ${block.replaceAll('http://127.0.0.1:8080', gateway.url)}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: folder });
  await rm(folder, { recursive: true });
  expect(stdout).toContain('I am jane.doe@example.org');
});
