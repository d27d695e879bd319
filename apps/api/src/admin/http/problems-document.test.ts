import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROBLEMS } from '#kernel';
import { ROOT } from '../../root.js';

it('docs/admin-api.md lists every problem, with its status and what to do', async () => {
  const text = await readFile(join(ROOT, 'docs', 'admin-api.md'), 'utf8');
  const rows = [...text.matchAll(/^\| <a id="(\w+)"><\/a>`\1` +\| (\d+) +\| (.*?) +\|$/gm)];
  expect(rows.map(([, key, status, told]) => [key, Number(status), told])).toEqual(
    Object.entries(PROBLEMS).map(([key, { status, title, detail }]) => [
      key,
      status,
      `${title}. ${detail}`,
    ]),
  );
});
