import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  lchown,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sha256, type Entropy } from '#kernel';
import { writeOnce } from '../files/whole-file.js';
import type { PostgresBinaries } from './binaries.js';
import { isProcess } from './processes.js';
import { isOpenToOthers, type UnprivilegedUser } from './unprivileged-user.js';

/** The server's first user, and its owner. */
export const USER = 'gateway';
const GROWING = '.new-'; // Before the number of the process that makes the cluster.

/**
 * As root the server runs as somebody else, who may not be let through to the data folder (a
 * checkout in /root, say). Then its files live under /var/lib instead.
 */
export async function chooseHome(
  dataDir: string,
  user: UnprivilegedUser | undefined,
): Promise<string> {
  if (!user) return dataDir;
  const probe = join(dataDir, 'postgres');
  if (isOpenToOthers(probe)) return dataDir;
  const home = join('/var/lib', `gateway-${fingerprint(dataDir)}`);
  await mkdir(home, { recursive: true });
  await chmod(home, 0o755);
  return home;
}

export const fingerprint = (path: string): string => sha256(path).toString('hex').slice(0, 12);

export async function makeFolder(path: string, user: UnprivilegedUser | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  if (user) await chown(path, user.uid, user.gid);
}

/** @throws when the cluster is there without it: a new one would let nobody in */
export async function readPassword(
  file: string,
  entropy: Entropy,
  hasCluster: boolean,
): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  if (hasCluster) {
    throw new Error(
      `${file} is missing, and the database beside it lets nobody in without it. Restore the file from a copy of the data folder.`,
    );
  }
  return (await writeOnce(file, `${entropy.bytes(32).toString('hex')}\n`)).trim();
}

/**
 * A cluster that was copied to this place. A copy made as root belongs to root, whom the server must
 * not be; one that was made under a running server may be of two moments.
 * @throws when it was, as what it lost cannot be told
 */
export async function takeOver(folder: string, user: UnprivilegedUser | undefined): Promise<void> {
  if (!existsSync(join(folder, 'PG_VERSION'))) return;
  const pidFile = join(folder, 'postmaster.pid');
  const [, runFrom] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  if (runFrom !== undefined && (await placeOf(runFrom)) !== (await placeOf(folder))) {
    throw new Error(
      `${folder} is a copy of ${runFrom}, made while its database ran, so parts of it may be older than others. Stop the gateway there, copy the data folder again and start this one. Only if it is of one moment (a snapshot of the disk, or the folder of a gateway that was killed): remove ${pidFile}.`,
    );
  }
  const { uid } = await stat(folder);
  if (user && uid !== user.uid) await giveTo(user, folder);
}

const placeOf = (folder: string): Promise<string> => realpath(folder).catch(() => folder);

async function giveTo(user: UnprivilegedUser, path: string): Promise<void> {
  await lchown(path, user.uid, user.gid);
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  for (const { parentPath, name } of entries) {
    await lchown(join(parentPath, name), user.uid, user.gid);
  }
}

/** Made beside its place and moved there when it is whole: a kill leaves no half of a cluster. */
export async function createCluster(
  binaries: PostgresBinaries,
  folder: string,
  password: string,
  scratch: string,
  user: UnprivilegedUser | undefined,
): Promise<void> {
  const growing = `${folder}${GROWING}${process.pid}`;
  await rm(growing, { recursive: true, force: true });
  await makeFolder(growing, user);
  const passwordFile = join(scratch, `initdb.password.${process.pid}`);
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);
  try {
    await runToEnd(
      binaries.initdb,
      ['-D', growing, '-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`].concat([
        '--encoding=UTF8',
        '--locale=C',
        '--data-checksums',
      ]),
      user,
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(growing, folder).catch(async (fault: unknown) => {
    await rm(growing, { recursive: true, force: true });
    if (!existsSync(join(folder, 'PG_VERSION'))) throw fault; // Else another start was faster.
  });
}

/** What starts that were killed had begun. One that lives still works on its own. */
export async function forgetAborted(folder: string): Promise<void> {
  const prefix = basename(folder) + GROWING;
  for (const name of await readdir(dirname(folder))) {
    const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length) : Number.NaN);
    if (pid === process.pid || (pid > 0 && !isProcess(pid))) {
      await rm(join(dirname(folder), name), { recursive: true, force: true });
    }
  }
}

function runToEnd(
  command: string,
  args: readonly string[],
  user: UnprivilegedUser | undefined,
): Promise<void> {
  return new Promise((settle, reject) => {
    let said = '';
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...user });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-2_000);
      });
    }
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) settle();
      else reject(new Error(`${command} ended with code ${code}:\n${said}`));
    });
  });
}
