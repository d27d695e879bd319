import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseError } from 'pg';
import type { Clock } from '#kernel';
import type { PostgresBinaries } from './binaries.js';
import { makeFolder, USER } from './cluster.js';
import { childrenOf, isFrozen, isProcess, isServer, kill, signal } from './processes.js';
import type { UnprivilegedUser } from './unprivileged-user.js';
import { withClient } from './with-client.js';

const NO_AUTHORIZATION = '28';
const SOCKET = '.s.PGSQL.5432';
/** In the gateway's data folder. */
export const PASSWORD_FILE = 'postgres.password';
const START_TIMEOUT_MS = 30_000; // Recovery after a crash under load takes a few seconds.
const STOP_TIMEOUT_MS = 10_000; // A fast shutdown writes one checkpoint.
const QUIT_TIMEOUT_MS = 6_000; // Its own processes that do not hear it, PostgreSQL kills after five seconds.
const POLL_MS = 25;
// A server that ends as soon as it starts is not started forty times a second: each time costs a log line.
const LAUNCH_PAUSE_MS_MAX = 2_000;

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '', // Only the socket, which only this user may open.
  shared_buffers: '128MB',
  max_connections: '60',
  max_wal_size: '2GB',
  jit: 'off', // The gateway's statements are short; compiling them would cost more than it saves.
  autovacuum_naptime: '15s', // Intents and pending rows come and go by the thousand.
  log_min_messages: 'warning',
};

/** The process of the server: adopted, started and stopped, by one gateway at a time. */
export class Server {
  /** False once the server is to be stopped: it is not started again then. */
  isWanted = true;
  private pid: number | undefined;

  constructor(
    private readonly folder: string,
    private readonly socketDir: string,
    private readonly logFile: string,
    private readonly password: string,
    private readonly binaries: PostgresBinaries,
    private readonly user: UnprivilegedUser | undefined,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  urlOf(database: string): string {
    return `postgresql://${USER}:${this.password}@localhost/${database}?host=${encodeURIComponent(this.socketDir)}`;
  }

  /** Deleted, by whoever cleans up temporary folders, it does not come back while the server runs. */
  hasSocket(): boolean {
    return existsSync(join(this.socketDir, SOCKET));
  }

  isAlive(): boolean {
    return this.pid !== undefined && isProcess(this.pid);
  }

  /** A server that somebody else started serves this folder already. */
  async isAdopted(): Promise<boolean> {
    return (await this.runningPid()) !== undefined;
  }

  /** Adopts a server that already serves this folder, or starts one, and waits until it answers. */
  async run(clock: Clock): Promise<void> {
    const deadline = clock.monotonicMs() + START_TIMEOUT_MS;
    let launchMs = 0;
    let pauseMs = POLL_MS;
    let lastError: unknown;
    while (this.isWanted && clock.monotonicMs() < deadline) {
      const owner = await this.runningPid();
      if (owner === undefined && !this.isAlive() && clock.monotonicMs() >= launchMs) {
        await this.launch();
        pauseMs = Math.min(2 * pauseMs, LAUNCH_PAUSE_MS_MAX);
        launchMs = clock.monotonicMs() + pauseMs;
      } else if (owner !== undefined) this.pid = owner;
      try {
        await ping(this.urlOf('postgres'));
        this.pid = (await this.runningPid()) ?? this.pid;
        return;
      } catch (error) {
        lastError = error;
        if (isRefusal(error)) throw this.refusal(); // Asked again, it refuses again.
        await clock.sleep(POLL_MS);
      }
    }
    const log = await readFile(this.logFile, 'utf8').catch(() => '');
    const last = log.trimEnd().split('\n').at(-1) ?? '';
    throw new Error(
      `The embedded PostgreSQL does not answer. The end of ${this.logFile}: ${last}`,
      {
        cause: lastError,
      },
    );
  }

  async stop(clock: Clock): Promise<void> {
    const pid = this.pid;
    if (pid === undefined || !isProcess(pid)) return;
    const ended = async (atMostMs: number): Promise<boolean> => {
      const deadline = clock.monotonicMs() + atMostMs;
      while (isProcess(pid) && clock.monotonicMs() < deadline) await clock.sleep(POLL_MS);
      return !isProcess(pid);
    };
    // Whatever was committed is safe with each of them; the later ones only start again slower.
    const family = [pid, ...(await childrenOf(pid))];
    if ((await Promise.all(family.map(isFrozen))).includes(true)) return kill(family);
    signal(pid, 'SIGINT'); // Fast shutdown: clients are disconnected.
    if (await ended(STOP_TIMEOUT_MS)) return;
    signal(pid, 'SIGQUIT');
    if (!(await ended(QUIT_TIMEOUT_MS))) kill(family);
  }

  private refusal(): Error {
    const file = join(dirname(this.logFile), PASSWORD_FILE);
    return new Error(
      `The embedded PostgreSQL does not take the password in ${file}, which must be that of the same data folder. Restore both from one copy.`,
    );
  }

  private async launch(): Promise<void> {
    await makeFolder(this.socketDir, this.user);
    await this.forgetStranger();
    const log = await open(this.logFile, 'a', 0o600);
    const flags = Object.entries({
      ...SETTINGS,
      ...this.settings,
      unix_socket_directories: this.socketDir,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    // A group of its own: Ctrl-C in the terminal must reach the gateway first, which drains.
    const child = spawn(this.binaries.postgres, ['-D', this.folder, ...flags], {
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
      ...this.user,
    });
    child.on('error', () => undefined); // Seen by `run`, which waits for an answer.
    child.unref();
    this.pid = child.pid;
    await log.close();
  }

  /** The process that holds this data folder, if it lives. A killed server leaves a stale file. */
  private async runningPid(): Promise<number | undefined> {
    const pid = await this.notedPid();
    return pid !== undefined && (await isServer(pid)) ? pid : undefined;
  }

  private async notedPid(): Promise<number | undefined> {
    const text = await readFile(this.pidFile, 'utf8').catch(() => '');
    const [pid, folder] = text.split('\n');
    return pid && folder === this.folder ? Number(pid) : undefined;
  }

  /** The server does not start while the number in one of its files is taken, by whomever. */
  private async forgetStranger(): Promise<void> {
    for (const file of [this.pidFile, join(this.socketDir, `${SOCKET}.lock`)]) {
      const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
      if (pid > 0 && isProcess(pid) && !(await isServer(pid))) await rm(file);
    }
  }

  private get pidFile(): string {
    return join(this.folder, 'postmaster.pid');
  }
}

async function ping(url: string): Promise<void> {
  await withClient(url, (client) => client.query('SELECT 1'));
}

const isRefusal = (fault: unknown): boolean =>
  fault instanceof DatabaseError && fault.code?.startsWith(NO_AUTHORIZATION) === true;
