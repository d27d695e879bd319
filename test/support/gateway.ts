import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, expect } from 'vitest';
import { SystemEntropy } from '#kernel';
import { MEMBER_ENTITIES } from '#members';
import { LiveSettings, SettingsBoot } from '#operations';
import { Config, loadConfig, openInstance } from '#platform';
import { FAMILIES } from '#providers';
import { readSettingsFile } from '#workloads';
import { createApi } from '../../apps/api/src/create-api.js';
import { Gateway } from '../../apps/api/src/start/gateway.js';
import { blocksOf, readStream, type Streamed } from './events.js';
import { begin, send, type Answer, type OpenAnswer, type Sending } from './http.js';
import { MemoryLogger } from './memory-logger.js';
import { Records } from './records.js';
import { writeSettings, type TestSettings } from './settings.js';
import { TestClock } from './test-clock.js';
import { testDatabase, type TestDatabase } from './test-database.js';
import { TestSandbox } from './test-sandbox.js';

const MASTER_KEY = 'ab'.repeat(32);
const BALANCER_LAG_MS = 5_000;
const DRAIN_MS_MAX = 300_000;

export interface GatewayOptions {
  /** Settings that people edit, instead of those of a file: `console`. */
  readonly managedBy?: 'console';
  /** Neither a file nor people have made settings yet, as on a new database. */
  readonly isNew?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** How the gateway reaches its database, where that is not the direct way. */
  readonly databaseUrl?: (direct: string) => Promise<string>;
}

export interface CallOptions {
  readonly workload?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The whole API in this process, on a database and a sandbox provider of its own. It ends with the
 * file, whose last check is then made: everything is settled and sealed, and `fsck` finds no fault.
 */
export async function startGateway(
  settings: TestSettings = {},
  options: GatewayOptions = {},
): Promise<TestGateway> {
  const database = await testDatabase();
  const sandbox = await TestSandbox.start();
  const gateway = await TestGateway.start(settings, options, database, sandbox);
  afterAll(async () => {
    const stopped = gateway.stop();
    gateway.clock.skip(DRAIN_MS_MAX); // What a failed test left open is not waited for.
    await stopped;
    await sandbox.close();
    expect(await database.app.dataSource.query('SELECT id FROM call_intent')).toEqual([]);
    expect((await gateway.finalReport).findings).toEqual([]);
  });
  return gateway;
}

export class TestGateway {
  readonly records: Records;
  private stopping: Promise<void> | undefined;
  private report: ReturnType<Records['fsck']> | undefined;

  private constructor(
    readonly url: string,
    readonly app: NestFastifyApplication,
    readonly database: TestDatabase,
    readonly sandbox: TestSandbox,
    readonly clock: TestClock,
    readonly log: MemoryLogger,
    private readonly keys: Map<string, string>,
    private readonly close: () => Promise<void>,
  ) {
    this.records = new Records(app, database.app);
  }

  static async start(
    settings: TestSettings,
    { env, databaseUrl, managedBy, isNew = false }: GatewayOptions,
    database: TestDatabase,
    sandbox: TestSandbox,
  ): Promise<TestGateway> {
    const folder = await mkdtemp(join(tmpdir(), 'gw-e2e-'));
    const written = writeSettings(settings, sandbox.url);
    const file = join(folder, 'settings.yaml');
    await writeFile(file, written.text);
    const config = loadConfig({
      DATABASE_URL: (await databaseUrl?.(database.url)) ?? database.url,
      GW_MASTER_KEY: MASTER_KEY,
      GW_DATA_DIR: folder,
      ...(!managedBy && !isNew && { GW_CONFIG_FILE: file }),
      GW_PORT: '0',
      GW_TYPED: 'off', // Models take processes and memory: who needs them says so.
      ...written.variables,
      ...env,
    });
    const clock = new TestClock();
    const entropy = new SystemEntropy();
    const log = new MemoryLogger();
    const instance = await openInstance(config, clock, entropy, {
      migrates: false,
      entities: MEMBER_ENTITIES,
    });
    const app = await createApi({ config, clock, entropy, ...instance }, log);
    await app.get(Gateway).prepare();
    if (managedBy) {
      await app.get(SettingsBoot).apply(readSettingsFile(written.text, FAMILIES), { managedBy });
      await app.get(LiveSettings).refresh();
    }
    await app.listen(config.port, config.host);
    const address = app.getHttpServer().address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const close = async () => {
      await app.close();
      await instance.close();
      await rm(folder, { recursive: true });
    };
    const url = `http://${config.host}:${port}`;
    return new TestGateway(url, app, database, sandbox, clock, log, new Map(written.keys), close);
  }

  /** What `fsck` found when the gateway had stopped. */
  get finalReport(): ReturnType<Records['fsck']> {
    return this.report ?? Promise.reject(new Error('the gateway is still running'));
  }

  key(workload = 'default'): string {
    const key = this.keys.get(workload);
    if (!key) throw new Error(`there is no workload ${workload}`);
    return key;
  }

  headers({ workload, headers }: CallOptions = {}): Record<string, string> {
    return { authorization: `Bearer ${this.key(workload)}`, ...headers };
  }

  get(path: string, options: CallOptions = {}): Promise<Answer> {
    return this.send(path, { headers: this.headers(options) });
  }

  /** @param body a text goes out as it is */
  post(path: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
    return this.send(path, this.posting(body, options));
  }

  send(path: string, sending: Sending = {}): Promise<Answer> {
    return send(this.url + path, sending);
  }

  /** A chat call with a model and a message, unless given otherwise. */
  chat(fields: object = {}, options: CallOptions = {}): Promise<Answer> {
    return this.post('/v1/chat/completions', aChat(fields), options);
  }

  /** An answer that has begun. */
  open(fields: object = {}, options: CallOptions = {}): Promise<OpenAnswer> {
    const sending = this.posting(aChat({ stream: true, ...fields }), options);
    return begin(`${this.url}/v1/chat/completions`, sending);
  }

  async stream(
    fields: object = {},
    options: CallOptions = {},
  ): Promise<Streamed & Pick<OpenAnswer, 'status' | 'headers'>> {
    const { status, headers, body } = await this.open(fields, options);
    return { status, headers, ...(await readStream(blocksOf(body))) };
  }

  /** New settings, in force when this resolves; workloads that stay keep their keys. */
  async apply(settings: TestSettings): Promise<void> {
    const written = writeSettings(settings, this.sandbox.url, this.keys);
    for (const [name, key] of written.keys) this.keys.set(name, key);
    const boot = this.app.get(SettingsBoot);
    const { secretOf } = this.app.get(Config);
    const variables = (name: string) => written.variables[name] ?? secretOf(name);
    await boot.apply(readSettingsFile(written.text, FAMILIES), { variables });
    await this.app.get(LiveSettings).refresh();
  }

  /** As SIGTERM does. Safe to call again. */
  stop(): Promise<void> {
    this.stopping ??= this.end();
    return this.stopping;
  }

  private async end(): Promise<void> {
    const [gateway, server] = [this.app.get(Gateway), this.app.getHttpServer()];
    const stopped = gateway.drain(server).then(() => gateway.stop(server));
    this.clock.skip(BALANCER_LAG_MS);
    await stopped;
    this.report = this.records.fsck();
    await this.report;
    await this.close();
  }

  private posting(body: unknown, options: CallOptions): Sending {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return {
      headers: { 'content-type': 'application/json', ...this.headers(options) },
      body: text,
    };
  }
}

export const aChat = (fields: object): object => ({
  model: 'sandbox/small',
  messages: [{ role: 'user', content: 'Hello' }],
  ...fields,
});
