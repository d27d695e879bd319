import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './build.js';

const MAIN = join(ROOT, 'dist', 'apps', 'cli', 'src', 'main.js');

/** The built command line in a process of its own. @returns what it said @throws where it failed */
export async function gw(
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<string> {
  const env = { PATH: process.env['PATH'], ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...words], { env });
  return stdout;
}
