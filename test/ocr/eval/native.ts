import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DPI } from './draw-sheet.js';

const run = promisify(execFile);
const READ_MS_MAX = 60_000;

/** The system's own tesseract, with the data that it came with; undefined where there is none, or not of all languages. */
export async function nativeReader(languages: readonly string[]) {
  try {
    const { stdout: version } = await run('tesseract', ['--version']);
    const { stdout } = await run('tesseract', ['--list-langs']);
    const there = new Set(stdout.split(/\s+/));
    if (!languages.every((language) => there.has(language))) return undefined;
    return { version: version.split('\n')[0] ?? '', read };
  } catch {
    return undefined;
  }
}

/** On one core, as a cell reads. */
async function read(file: string, language: string): Promise<string> {
  const options = ['-l', language, '--dpi', String(DPI), '--psm', '3'];
  const { stdout } = await run('tesseract', [file, 'stdout', ...options], {
    timeout: READ_MS_MAX,
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
  });
  return stdout;
}
