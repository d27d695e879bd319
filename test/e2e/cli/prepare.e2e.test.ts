import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/build.js';

/** As `npx gw` after a pull: it builds, and then says what was asked for. */
const AFTER_A_BUILD = `
  const { prepare } = await import('./tools/install.mjs');
  prepare(process.execPath, ['-e', 'console.log("dist/console/index.html")']);
  console.log('{"id":1}');
`;

it('a build before a command is not in what the command says', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', AFTER_A_BUILD], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  expect(said).toBe('{"id":1}\n');
});
