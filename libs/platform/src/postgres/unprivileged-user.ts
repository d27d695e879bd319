import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface UnprivilegedUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. Where the gateway itself runs as root, its server runs as
 * `postgres` or `nobody`, whichever the machine has; no user is ever created.
 */
export function unprivilegedUser(): UnprivilegedUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const found = users.find(([name]) => name === wanted);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Error(
    'PostgreSQL does not run as root and this machine has neither a user "postgres" nor "nobody". Run the gateway as an ordinary user, or set DATABASE_URL.',
  );
}

/** Whether users other than the owner may pass through every folder above `path`. */
export function isOpenToOthers(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
