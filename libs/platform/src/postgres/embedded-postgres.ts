import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Clock, Entropy } from '#kernel';
import { copyBinaries, findBinaries } from './binaries.js';
import {
  chooseHome,
  createCluster,
  fingerprint,
  forgetAborted,
  makeFolder,
  readPassword,
  takeOver,
} from './cluster.js';
import { PASSWORD_FILE, Server } from './server.js';
import { isOpenToOthers, unprivilegedUser } from './unprivileged-user.js';
import { withClient } from './with-client.js';

export interface EmbeddedPostgresOptions {
  /** The gateway's data folder; the server keeps `postgres/` and `postgres.log` in it. */
  readonly dataDir: string;
  /** Folder of the operator's own `initdb` and `postgres`. */
  readonly binDir?: string;
  /** Server settings beside our own, for instance `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

const DATABASE = 'gateway';
const DUPLICATE_DATABASE = '42P04'; // Another start was faster, by a little or by very little.
const UNIQUE_VIOLATION = '23505';
const SOCKET_PATH_BYTES_MAX = 90; // The kernel allows 107 with the file name.
const WATCH_MS = 500; // A killed server is back within a second or two.

/**
 * A real PostgreSQL under a small supervisor: created on first use, adopted when a killed gateway
 * left it running, restarted when it is killed itself, stopped with the gateway.
 */
export class EmbeddedPostgres {
  private stopWatching: () => void = () => undefined;
  private restarting: Promise<void> | undefined;

  private constructor(
    /** Connection string of the gateway's database, as its owner. */
    readonly url: string,
    /** It was started by another process, or by a former life of this one. */
    readonly wasRunning: boolean,
    private readonly server: Server,
    private readonly clock: Clock,
  ) {}

  static async start(
    options: EmbeddedPostgresOptions,
    clock: Clock,
    entropy: Entropy,
  ): Promise<EmbeddedPostgres> {
    const server = await prepare(options, entropy);
    const wasRunning = await server.isAdopted();
    try {
      await server.run(clock);
      await createDatabase(server.urlOf('postgres'));
    } catch (fault) {
      if (!wasRunning) await server.stop(clock); // Nobody would look after it.
      throw fault;
    }
    const running = new EmbeddedPostgres(server.urlOf(DATABASE), wasRunning, server, clock);
    running.watch();
    return running;
  }

  async stop(): Promise<void> {
    this.leave();
    await this.restarting; // What it starts now would be left running.
    await this.server.stop(this.clock);
  }

  /** The server goes on, and whoever started it looks after it: stopped there, it stays stopped. */
  leave(): void {
    this.server.isWanted = false;
    this.stopWatching();
  }

  private watch(): void {
    this.stopWatching = this.clock.every(WATCH_MS, () => {
      if (this.restarting || (this.server.isAlive() && this.server.hasSocket())) return;
      this.restarting = this.startAgain()
        // The next tick tries again; meanwhile calls are answered 503 and readiness says so.
        .then(ignore, ignore)
        .finally(() => {
          this.restarting = undefined;
        });
    });
  }

  private async startAgain(): Promise<void> {
    // One that nobody can reach any more; left to another gateway, it is that one's to end.
    if (this.server.isAlive() && this.server.isWanted) await this.server.stop(this.clock);
    await this.server.run(this.clock);
  }
}

const ignore = (): void => undefined;

async function prepare(options: EmbeddedPostgresOptions, entropy: Entropy): Promise<Server> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const user = unprivilegedUser();
  const home = await chooseHome(dataDir, user);
  const folder = join(home, 'postgres');
  const socketDir =
    Buffer.byteLength(home) <= SOCKET_PATH_BYTES_MAX
      ? join(home, 'run')
      : join(tmpdir(), `gw-${fingerprint(home)}`);
  await makeFolder(socketDir, user);
  const binaries =
    user && !options.binDir && !isOpenToOthers((await findBinaries()).postgres)
      ? await copyBinaries(join(home, 'binaries'))
      : await findBinaries(options.binDir);
  await takeOver(folder, user);
  const hasCluster = existsSync(join(folder, 'PG_VERSION'));
  const password = await readPassword(join(dataDir, PASSWORD_FILE), entropy, hasCluster);
  if (!hasCluster) {
    await createCluster(binaries, folder, password, socketDir, user);
  }
  await forgetAborted(folder);
  const logFile = join(dataDir, 'postgres.log');
  return new Server(folder, socketDir, logFile, password, binaries, user, options.settings ?? {});
}

async function createDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount !== 0) return;
    await client.query(`CREATE DATABASE ${DATABASE}`).catch((fault: { code?: string }) => {
      if (fault.code !== DUPLICATE_DATABASE && fault.code !== UNIQUE_VIOLATION) throw fault;
    });
  });
}
