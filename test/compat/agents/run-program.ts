import { execFile } from 'node:child_process';

const PROGRAM_MS_MAX = 120_000; // Agents start slowly, the more so beside others.
const OUTPUT_BYTES_MAX = 4 * 1_024 * 1_024;

export interface Program {
  /** A script for the pinned Node, or a program. */
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
}

/** @returns what it wrote to its output @throws with all that it said, where it failed */
export function runProgram({ file, args, env, folder }: Program): Promise<string> {
  const isScript = /\.[cm]?js$/.test(file);
  const [program, ...rest] = isScript ? [process.execPath, file, ...args] : [file, ...args];
  const options = {
    cwd: folder,
    timeout: PROGRAM_MS_MAX,
    maxBuffer: OUTPUT_BYTES_MAX,
    env: { PATH: process.env['PATH'], ...env },
  };
  return new Promise((resolve, reject) => {
    const child = execFile(program, rest, options, (fault, stdout, stderr) => {
      if (fault) reject(new Error(`${fault.message}\n${stdout}\n${stderr}`.slice(-16_000)));
      else resolve(stdout);
    });
    child.stdin?.end();
  });
}
