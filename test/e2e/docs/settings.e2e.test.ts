import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ensureBuilt, ROOT } from '../../support/build.js';

it('docs/settings.md has every setting as the gateway takes it, and says what each means', async () => {
  await ensureBuilt();
  const tool = join(ROOT, 'tools', 'docs-settings.mjs');
  const { stderr } = await promisify(execFile)(process.execPath, [tool, '--check']);
  expect(stderr).toBe('');
});
