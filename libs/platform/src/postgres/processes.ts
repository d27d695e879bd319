import { readFile } from 'node:fs/promises';

/** Numbers of processes come again, after a restart of the machine or its container above all. */
export async function isServer(pid: number): Promise<boolean> {
  if (!isProcess(pid)) return false;
  const text = await statOf(pid);
  // Where there is no such file, the number has to do. A killed one is there until its parent looks.
  return text === undefined || (/^\d+ \(postgres\) /.test(text) && !/\) [ZX] /.test(text));
}

const statOf = (pid: number): Promise<string | undefined> =>
  readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);

export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A stopped process hears no other signal than SIGKILL. */
export async function isFrozen(pid: number): Promise<boolean> {
  return /\) [Tt] /.test((await statOf(pid)) ?? '');
}

/** A killed server leaves its frozen processes, which would keep the next one from starting. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

export const kill = (pids: readonly number[]): void => {
  for (const pid of pids) signal(pid, 'SIGKILL');
};

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in between: that is what the signal was for.
  }
}
