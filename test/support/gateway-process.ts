import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fsck, openSigner, type FsckReport } from '#audit';
import { SystemClock, SystemEntropy } from '#kernel';
import { loadConfig, openInstance, type OpenInstance } from '#platform';
import { ROOT } from './build.js';
import { begin, send, type Answer, type OpenAnswer, type Sending } from './http.js';
import { writeSettings, type TestSettings, type WrittenSettings } from './settings.js';

/** Of every instance that is given a database. */
export const MASTER_KEY = 'cd'.repeat(32);
/** A program and its arguments, run in the checkout. */
type Command = readonly [string, ...string[]];

const mainOf = (app: string, build = ROOT) => join(build, 'dist', 'apps', app, 'src', 'main.js');
const built = (app: string, build: string): Command => [process.execPath, mainOf(app, build)];
/** What a process says when it serves, with its address. */
const SERVES = /(?:Base URL\s+(\S+)\/v1|Probes: (\S+)\/readyz)\n/;

/** A database that is there already: as the test reaches it, and as the gateway does. */
export interface OutsideDatabase {
  readonly direct: string;
  readonly through: string;
}

/**
 * A data folder of its own, with its own PostgreSQL unless one is given, and the gateway processes
 * that run on it.
 */
export class GatewayHome {
  private readonly running = new Set<GatewayProcess>();
  private instance: OpenInstance | undefined;

  private constructor(
    readonly folder: string,
    private readonly settings: WrittenSettings,
    private readonly database: OutsideDatabase | undefined,
  ) {}

  /** @param keys that workloads have already, by their names */
  static async make(
    settings: TestSettings,
    sandboxUrl: string,
    database?: OutsideDatabase,
    keys?: ReadonlyMap<string, string>,
  ): Promise<GatewayHome> {
    const folder = await mkdtemp(join(tmpdir(), 'gw-home-'));
    await chmod(folder, 0o755); // The database server may run as somebody else.
    const written = writeSettings(settings, sandboxUrl, keys);
    await writeFile(join(folder, 'settings.yaml'), written.text);
    return new GatewayHome(folder, written, database);
  }

  get key(): string {
    return [...this.settings.keys.values()][0] ?? '';
  }

  keyOf(workload: string): string {
    return this.settings.keys.get(workload) ?? '';
  }

  /** By workload. */
  get keys(): ReadonlyMap<string, string> {
    return this.settings.keys;
  }

  get environment(): Record<string, string> {
    return {
      GW_DATA_DIR: this.folder,
      GW_CONFIG_FILE: join(this.folder, 'settings.yaml'),
      GW_PORT: '0',
      GW_LOG_LEVEL: 'error',
      GW_DRAIN_SECONDS: '5',
      GW_TYPED: 'off',
      ...this.settings.variables,
      ...(this.database && { DATABASE_URL: this.database.through, GW_MASTER_KEY: MASTER_KEY }),
    };
  }

  /** As the test itself reaches the database, whatever is broken between it and the gateway. */
  get ownEnvironment(): Record<string, string> {
    return { ...this.environment, ...(this.database && { DATABASE_URL: this.database.direct }) };
  }

  /**
   * Resolves when it serves.
   * @param build the checkout whose build runs, for another release than ours
   */
  start(environment: Readonly<Record<string, string>> = {}, build = ROOT): Promise<GatewayProcess> {
    return this.run(environment, build === ROOT ? undefined : built('api', build));
  }

  /** One that may be killed before it serves. */
  begin(environment: Readonly<Record<string, string>> = {}): Starting {
    return GatewayProcess.begin({ ...this.environment, ...environment }, this.key);
  }

  /** The embedded database as its owner, who may stop others in it. */
  async ownerUrl(): Promise<string> {
    const file = join(this.folder, 'postgres', 'postmaster.pid');
    const socketDir = (await readFile(file, 'utf8')).split('\n')[4] ?? '';
    const password = (await readFile(join(this.folder, 'postgres.password'), 'utf8')).trim();
    return `postgresql://gateway:${password}@localhost/gateway?host=${encodeURIComponent(socketDir)}`;
  }

  /** A worker beside it, on the database that was given. Resolves when it seals. */
  startWorker(
    environment: Readonly<Record<string, string>> = {},
    build = ROOT,
  ): Promise<GatewayProcess> {
    return this.run({ GW_WORKER_PORT: '0', ...environment }, built('worker', build));
  }

  /** The database as the gateway sees it, while a gateway or its orphaned server runs. */
  async open(): Promise<OpenInstance> {
    const clock = new SystemClock();
    const use = { migrates: false, isGuest: true };
    this.instance ??= await openInstance(
      loadConfig(this.ownEnvironment),
      clock,
      new SystemEntropy(),
      use,
    );
    return this.instance;
  }

  async rows<Row extends object>(text: string): Promise<Row[]> {
    const { database } = await this.open();
    return database.dataSource.query<Row[]>(text);
  }

  async fsck(): Promise<FsckReport> {
    const { database, secrets } = await this.open();
    return fsck(database, openSigner(loadConfig(this.ownEnvironment), secrets));
  }

  /** Ends the test's own connections: the next look makes new ones. */
  async close(): Promise<void> {
    await this.instance?.close();
    this.instance = undefined;
  }

  /** Of the database server that serves this folder now. */
  async postmasterPid(): Promise<number> {
    const file = join(this.folder, 'postgres', 'postmaster.pid');
    return Number((await readFile(file, 'utf8')).split('\n')[0]);
  }

  /** Whatever a test left running. */
  async stop(): Promise<void> {
    await this.close();
    await Promise.all(Array.from(this.running, (running) => running.stop()));
    this.running.clear();
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async run(
    environment: Readonly<Record<string, string>>,
    command?: Command,
  ): Promise<GatewayProcess> {
    const started = await GatewayProcess.start(
      { ...this.environment, ...environment },
      this.key,
      command,
    );
    this.running.add(started);
    return started;
  }
}

export interface Starting {
  readonly serving: Promise<GatewayProcess>;
  /** Resolves when it has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

export class GatewayProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    private readonly key: string,
    /** The exit code, or the signal. */
    readonly exited: Promise<number | string | null>,
    private readonly output: { text: string },
  ) {}

  /** @param group what to run in a process group of its own, in place of the built API */
  static start(
    environment: Record<string, string>,
    key: string,
    group?: Command,
  ): Promise<GatewayProcess> {
    return GatewayProcess.begin(environment, key, group).serving;
  }

  static begin(environment: Record<string, string>, key: string, group?: Command): Starting {
    const [program, ...args] = group ?? [process.execPath, '--enable-source-maps', mainOf('api')];
    const child = spawn(program, args, {
      cwd: ROOT,
      detached: group !== undefined,
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = new Promise<number | string | null>((resolve) =>
      child.once('exit', (code, signal) => resolve(signal ?? code)),
    );
    const output = { text: '' };
    const serving = new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output.text += chunk.toString();
          const serves = SERVES.exec(output.text);
          if (serves) resolve(serves[1] ?? serves[2] ?? '');
        });
      }
      void exited.then((code) =>
        reject(new Error(`the gateway ended with ${code}:\n${output.text}`)),
      );
    }).then((url) => new GatewayProcess(child, url, key, exited, output));
    return {
      serving,
      async kill(signal) {
        serving.catch(() => undefined); // It will never serve.
        child.kill(signal);
        await exited;
      },
    };
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** On standard output and standard error, so far. */
  get said(): string {
    return this.output.text;
  }

  /** What it had in memory at its highest so far, in MiB; Linux alone tells it of another process. */
  async peakMib(): Promise<number> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024);
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** As a terminal does, and whoever stops a service with all that it started. */
  killGroup(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal);
  }

  /** As an operator stops it. */
  async stop(): Promise<number | string | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.kill('SIGTERM');
    return this.exited;
  }

  chat(fields: object): Promise<Answer> {
    return send(`${this.url}/v1/chat/completions`, this.sending(fields));
  }

  /** @param body goes out as it is */
  chatWith(body: Buffer | Readable): Promise<Answer> {
    return this.send('/v1/chat/completions', { body });
  }

  /** To any path, as any workload; what is sent is exactly what is given. */
  send(path: string, { headers, ...sending }: Sending, key = this.key): Promise<Answer> {
    const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
    return send(`${this.url}${path}`, { ...sending, headers: all });
  }

  /** Of the workload's tool servers, by its own path. */
  callTool(server: string, name = 'echo', args: object = { text: 'x' }): Promise<Answer> {
    const params = { name, arguments: args };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    return this.send(`/v1/mcp/${server}`, { method: 'POST', body });
  }

  openStream(fields: object): Promise<OpenAnswer> {
    return begin(`${this.url}/v1/chat/completions`, this.sending({ stream: true, ...fields }));
  }

  private sending(fields: object) {
    const messages = [{ role: 'user', content: 'Hello' }];
    return {
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox/small', messages, ...fields }),
    };
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
