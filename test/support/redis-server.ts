import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster, Redis } from 'ioredis';
import { freePort } from './free-port.js';
import { waitFor } from './wait-for.js';

/** As in redis.conf. */
type RedisOptions = Readonly<Record<string, string | number>>;

const NODES = 6;
const SLOTS = 16_384;

/** A real `redis-server` of a test's own, which it may freeze, kill and start again. */
export class RedisServer {
  private process: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly options: RedisOptions,
  ) {}

  static async start(options: RedisOptions = {}): Promise<RedisServer> {
    const folder = await mkdtemp(join(tmpdir(), 'gw-redis-'));
    const server = new RedisServer(await clusterPort(), folder, options);
    await server.begin();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it again after `kill`, with what it had saved. */
  async begin(): Promise<void> {
    const all = { port: this.port, dir: this.folder, bind: '127.0.0.1', save: '', ...this.options };
    const flags = Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.process = spawn('redis-server', flags, { stdio: 'ignore' });
    await waitFor('redis-server', () =>
      this.ask(() => Promise.resolve()).then(
        () => true,
        (fault: Error) => fault.message.includes('NOAUTH'),
      ),
    );
  }

  /** As `redis-cli` does. */
  async ask<Answer>(question: (client: Redis) => Promise<Answer>): Promise<Answer> {
    const client = new Redis(this.url, { retryStrategy: () => 20, maxRetriesPerRequest: 500 });
    client.on('error', () => undefined);
    try {
      await client.ping();
      return await question(client);
    } finally {
      client.disconnect();
    }
  }

  freeze(): void {
    this.process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.process?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const { process } = this;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const ended = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Three masters, each with a replica. */
export class RedisCluster {
  private constructor(readonly nodes: readonly RedisServer[]) {}

  static async start(): Promise<RedisCluster> {
    const options = {
      'cluster-enabled': 'yes',
      'cluster-node-timeout': 1_000,
      'cluster-config-file': 'nodes.conf',
      'repl-diskless-sync-delay': 0,
    };
    const nodes = await Promise.all(
      Array.from({ length: NODES }, () => RedisServer.start(options)),
    );
    const masters = nodes.slice(0, NODES / 2);
    const [first] = nodes;
    for (const node of nodes.slice(1)) {
      await first?.ask((client) => client.cluster('MEET', '127.0.0.1', node.port));
    }
    for (const [place, node] of masters.entries()) {
      const from = Math.ceil((place * SLOTS) / masters.length);
      const to = Math.ceil(((place + 1) * SLOTS) / masters.length) - 1;
      await node.ask((client) => client.call('CLUSTER', 'ADDSLOTSRANGE', from, to));
    }
    for (const [place, node] of nodes.slice(masters.length).entries()) {
      const id = await masters[place]?.ask((client) => client.cluster('MYID'));
      await waitFor('the nodes to know each other', async () => {
        const known = await node.ask((client) => client.cluster('NODES'));
        return String(known).includes(String(id));
      });
      await node.ask((client) => client.cluster('REPLICATE', String(id)));
    }
    const cluster = new RedisCluster(nodes);
    await waitFor('the cluster to serve', async () => {
      const states = await Promise.all(
        nodes.map((node) => node.ask((client) => client.cluster('INFO'))),
      );
      return states.every((state) => state.includes('cluster_state:ok'));
    });
    // One that has never had its master's data does not take its place.
    await waitFor('the replicas to follow', async () => {
      const replicas = nodes.slice(masters.length);
      const all = await Promise.all(replicas.map((node) => node.ask((client) => client.info())));
      return all.every((info) => info.includes('master_link_status:up'));
    });
    return cluster;
  }

  /** One node is enough: it tells of the others. */
  get url(): string {
    return this.nodes[0]?.url ?? '';
  }

  /** Which node serves a key now. */
  async masterOf(key: string): Promise<RedisServer | undefined> {
    const client = new Cluster([this.nodes.at(-1)?.url ?? '', this.url]);
    try {
      const slot = await client.cluster('KEYSLOT', key);
      const slots = await client.cluster('SLOTS');
      const [, , master] = slots.find(([from, to]) => from <= slot && slot <= to) ?? [];
      const port = (master as readonly [string, number] | undefined)?.[1];
      return this.nodes.find((node) => node.port === port);
    } finally {
      client.disconnect();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.close()));
  }
}

/** With ten thousand above it, where nodes of a cluster talk to each other. */
async function clusterPort(): Promise<number> {
  const port = await freePort();
  return port < 55_000 ? port : clusterPort();
}
