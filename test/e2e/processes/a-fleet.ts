import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseVirtualKey } from '#workloads';
import { GatewayHome, type GatewayProcess } from '../../support/gateway-process.js';
import { gw } from '../../support/gw.js';
import { testDatabase } from '../../support/test-database.js';
import { TestSandbox } from '../../support/test-sandbox.js';

/** What a change is told by: an answer that it makes another one. */
type Sign = (replica: GatewayProcess) => Promise<boolean>;

// As many answers in a row, each on a connection of its own, come from every process behind a port.
const ANSWERS_IN_A_ROW = 8;
const BEATS_MS = 5; // Between two looks, or the replicas would be busy with them.

const MODEL = 'fault/delay=1';
/** A model that is served once a list has a price for it. */
export const UNPRICED = `sandbox/${MODEL}`;
const LIST = {
  [UNPRICED]: {
    litellm_provider: 'sandbox',
    mode: 'chat',
    input_cost_per_token: 1e-6,
    output_cost_per_token: 2e-6,
  },
};

export type Fleet = Awaited<ReturnType<typeof aFleet>>;

/**
 * Processes of the API on one PostgreSQL and one settings file.
 * @param replicas the environment of each
 */
export async function aFleet(replicas: readonly Readonly<Record<string, string>>[]) {
  const sandbox = await TestSandbox.start();
  const { url } = await testDatabase();
  const workloads = ['default', 'first', 'second', 'third'].map((name) => ({ name }));
  const home = await GatewayHome.make({ models: [{ id: MODEL }], workloads }, sandbox.url, {
    direct: url,
    through: url,
  });
  const processes: GatewayProcess[] = [];
  for (const environment of replicas) processes.push(await home.start(environment));

  /** @returns milliseconds since the epoch at which the last replica showed the sign for good */
  async function untilAll(sign: Sign): Promise<number> {
    return Math.max(...(await Promise.all(processes.map((one) => untilOne(one, sign)))));
  }

  return {
    home,
    sandbox,
    processes,
    untilAll,
    /** By the command line. @returns milliseconds since the epoch of the commit */
    async revoke(workload: string, environment: Readonly<Record<string, string>>): Promise<number> {
      const { id } = parseVirtualKey(home.keyOf(workload)) ?? { id: '' };
      await gw({ ...home.environment, ...environment }, 'key', 'revoke', id);
      return msOf(home, `SELECT revoked_at AS at FROM virtual_key WHERE id = '${id}'`);
    },
    /** Lets the file have one more alias. @returns milliseconds since the epoch */
    async addAlias(name: string): Promise<number> {
      const file = join(home.folder, 'settings.yaml');
      const settings = JSON.parse(await readFile(file, 'utf8')) as { aliases: object[] };
      settings.aliases.push({ name, targets: [{ model: 'sandbox/small' }] });
      await writeFile(file, JSON.stringify(settings));
      return Date.now();
    },
    async importPrices(environment: Readonly<Record<string, string>>): Promise<number> {
      const file = join(home.folder, 'prices.json');
      await writeFile(file, JSON.stringify(LIST));
      const all = { ...home.environment, ...environment };
      await gw(all, 'price', 'import', file, '--rate', 'USD:EUR=0.92', '--activate');
      return msOf(home, 'SELECT max(active_from) AS at FROM price_book WHERE org_id IS NULL');
    },
    async close(): Promise<void> {
      await home.remove();
      await sandbox.close();
    },
  };
}

async function msOf(home: GatewayHome, text: string): Promise<number> {
  const [row] = await home.rows<{ at: Date }>(text);
  return row?.at.getTime() ?? 0;
}

async function untilOne(replica: GatewayProcess, sign: Sign): Promise<number> {
  let sinceMs = 0;
  for (let inARow = 0; inARow < ANSWERS_IN_A_ROW;) {
    if (await sign(replica)) {
      if (inARow++ === 0) sinceMs = Date.now();
    } else {
      inARow = 0;
      await new Promise((resolve) => setTimeout(resolve, BEATS_MS));
    }
  }
  return sinceMs;
}

const aBody = (model: string): string =>
  JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] });

/** Answered so, whoever calls. */
export const answers =
  (status: number, model: string, key?: string): Sign =>
  async (replica) => {
    const sending = { body: aBody(model) };
    return (await replica.send('/v1/chat/completions', sending, key)).status === status;
  };
