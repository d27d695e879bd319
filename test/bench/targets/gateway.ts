import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Format, FORMATS } from '../formats.js';
import { childrenOf, commandOf } from '../process/accounting.js';
import { Child } from '../process/child.js';
import { freePort } from '../../support/free-port.js';
import { TARGET_CORE, unpin } from '../process/pinning.js';
import { settingsFor } from './gateway-settings.js';
import type { Target } from './target.js';
import { untilAnswers } from './until-answers.js';

const ENTRY = ['dist', 'apps', 'api', 'src', 'main.js'];
const PATH_UNKNOWN = 404;
const START_TIMEOUT_MS = 60_000; // The first start creates a database cluster.

/** Which build is started, and what the table calls it. */
export interface GatewayOptions {
  readonly name: 'before' | 'ours' | 'caching';
  /** The checkout, or the part of one, that holds `dist`. */
  readonly folder: string;
  readonly nodeFlags: readonly string[];
  /** Beside what every one is started with. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Gateway extends Target {
  readonly name: GatewayOptions['name'];
  readonly dataDir: string;
  /** Deletes what it kept, once it has ended. */
  discard(): Promise<void>;
}

/** The gateway as `npm start` runs it: its own PostgreSQL, every concern switched on. */
export async function startGateway(
  { name, folder, nodeFlags, env }: GatewayOptions,
  upstreamPort: number,
): Promise<Gateway> {
  const entry = join(folder, ...ENTRY);
  if (!existsSync(entry)) throw new Error(`There is no build at ${entry}. Run: npm run build`);
  const { generateVirtualKey } = await import('#workloads');
  const { SystemEntropy } = await import('#kernel');
  const key = generateVirtualKey('live', new SystemEntropy()).text;
  const home = await mkdtemp(join(tmpdir(), 'gw-bench-'));
  await chmod(home, 0o755); // Run as root, the database is another user's, who must get in.
  const dataDir = join(home, 'data');
  const settingsFile = join(home, 'settings.yaml');
  await writeFile(settingsFile, settingsFor(upstreamPort, name === 'caching'));
  const port = await freePort();
  const child = Child.start(`The gateway (${name})`, {
    args: [...nodeFlags, entry],
    env: {
      NODE_ENV: 'production',
      GW_HOST: '127.0.0.1',
      GW_PORT: String(port),
      GW_DATA_DIR: dataDir,
      GW_CONFIG_FILE: settingsFile,
      GW_LOG_LEVEL: 'warn',
      GW_KEY_BENCH: key,
      MOCK_KEY: 'sk-mock',
      ...env,
    },
    core: TARGET_CORE,
  });
  const discard = () => rm(home, { recursive: true, force: true });
  try {
    await untilAnswers(child, `http://127.0.0.1:${port}/readyz`, START_TIMEOUT_MS);
  } catch (error) {
    await child.stop();
    await discard();
    throw error;
  }
  const databasePid = freeTheDatabase(child.pid);
  return {
    name,
    port,
    formats: await formatsOf(port),
    headers: { authorization: `Bearer ${key}` },
    modelName: (model) => `mock/${model}`,
    child,
    databasePid,
    dataDir,
    discard,
  };
}

/** An earlier commit may speak one alone: it knows no other path. */
async function formatsOf(port: number): Promise<readonly Format[]> {
  const address = `http://127.0.0.1:${port}${FORMATS.messages.path}`;
  const { status } = await fetch(address, { method: 'POST' });
  return status === PATH_UNKNOWN ? ['chat'] : ['chat', 'messages'];
}

/** The gateway is pinned, its database is not: it works wherever there is room. */
function freeTheDatabase(gatewayPid: number): number | undefined {
  const postmaster = childrenOf(gatewayPid).find((pid) => commandOf(pid) === 'postgres');
  if (postmaster === undefined) return undefined;
  for (const pid of [postmaster, ...childrenOf(postmaster)]) unpin(pid);
  return postmaster;
}
