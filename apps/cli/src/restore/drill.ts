import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemClock, SystemEntropy } from '#kernel';
import {
  EmbeddedPostgres,
  explain,
  loadConfig,
  readBackup,
  withPatientClient,
  type Config,
} from '#platform';
import { generateVirtualKey } from '#workloads';
import { print } from '../with-instance.js';
import { endChildren, run, startGateway, startSandbox, type Variables } from './children.js';
import { secretsOf, withDatabaseUrl } from './open-target.js';

const ORGANISATION = 'Restore drill';
const CALL_MS_MAX = 30_000;
/** Without them nothing that was under way can leave the drill, or cost anything. */
const QUIET = `DELETE FROM provider_secret; DELETE FROM outbox; DELETE FROM mail;
  DELETE FROM knowledge_document WHERE status IN ('queued', 'in_progress');
  UPDATE call_intent SET background = NULL WHERE background IS NOT NULL`;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Shows that a backup can be gone on from: restores it beside everything that runs, checks the log, has a
 * gateway serve a call of an organisation of its own, and takes it all away again.
 *
 * @param into an empty database; a server of its own in a temporary folder unless given
 * @returns the exit code
 */
export async function drill(folder: string, into: string | undefined): Promise<number> {
  const config = loadConfig();
  const scratch = await mkdtemp(join(tmpdir(), 'gw-drill-'));
  const steps = new Steps();
  const asked = new Interruption();
  try {
    await asked.orDone(prove(steps, config, { folder, scratch, into }));
    print(`\nThe backup can be gone on from. ${steps.total}`);
    return 0;
  } catch (fault) {
    print(`✗ ${steps.at}\n\n${explain(fault)}`);
    return 1;
  } finally {
    await endChildren();
    await endDatabase(config, scratch);
    await rm(scratch, { recursive: true, force: true });
    asked.ignore();
  }
}

interface Places {
  readonly folder: string;
  readonly scratch: string;
  readonly into: string | undefined;
}

async function prove(steps: Steps, config: Config, { folder, scratch, into }: Places) {
  await steps.run('every byte is as it was written', async () =>
    readBackup(folder, await secretsOf(config)),
  );
  const variables = await variablesOf(config, scratch, into);
  await steps.run('restored, and the log is sound', () => run(['restore', folder], variables));
  await steps.run('nothing can leave it', () => quieten(variables));
  await steps.run('a gateway starts and serves a call', () => serve(variables, scratch));
  await steps.run('the log is sound with it', () => run(['audit', 'fsck'], variables));
}

/** Somebody wants the drill to end: not before all that it has laid out is away again. */
class Interruption {
  private tell: (signal: NodeJS.Signals) => void = () => undefined;
  private readonly asked = new Promise<never>((_resolve, reject) => {
    this.tell = (signal) => reject(new Error(`It was ended by ${signal}.`));
  });

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.tell);
  }

  /** @throws what the work does, and when somebody wants it to end; the work is left to itself then */
  orDone(work: Promise<void>): Promise<void> {
    return Promise.race([work, this.asked]);
  }

  ignore(): void {
    for (const signal of SIGNALS) process.off(signal, this.tell);
  }
}

/** Of children that were ended in the middle: it holds everything that the backup does. */
async function endDatabase({ postgresBinDir }: Config, scratch: string): Promise<void> {
  if (!existsSync(join(scratch, 'postgres', 'postmaster.pid'))) return;
  const options = { dataDir: scratch, ...(postgresBinDir && { binDir: postgresBinDir }) };
  const left = await EmbeddedPostgres.start(options, new SystemClock(), new SystemEntropy());
  await left.stop();
}

class Steps {
  private readonly clock = new SystemClock();
  private readonly startedMs = this.clock.monotonicMs();
  at = '';

  async run(what: string, work: () => Promise<unknown>): Promise<void> {
    this.at = what;
    const startedMs = this.clock.monotonicMs();
    await work();
    print(`✓ ${what.padEnd(36)} ${this.secondsSince(startedMs)}`);
  }

  get total(): string {
    return `It took ${this.secondsSince(this.startedMs)}.`;
  }

  private secondsSince(ms: number): string {
    return `${((this.clock.monotonicMs() - ms) / 1_000).toFixed(1)} s`;
  }
}

/** The environment of the drill: what leads to the backup, and nothing that leads to anybody else. */
async function variablesOf(
  { masterKey, dataDir, signingKeyFile, postgresBinDir }: Config,
  scratch: string,
  into: string | undefined,
): Promise<Variables> {
  return {
    GW_DATA_DIR: scratch,
    GW_MASTER_KEY:
      masterKey?.reveal() ?? (await readFile(join(dataDir, 'master.key'), 'utf8')).trim(),
    GW_MIGRATE_ON_START: 'false',
    GW_LOG_LEVEL: 'error',
    GW_TYPED: 'off',
    ...(into !== undefined && { DATABASE_URL: into }),
    ...(signingKeyFile !== null && { GW_SIGNING_KEY_FILE: signingKeyFile }),
    ...(postgresBinDir !== null && { GW_PG_BIN: postgresBinDir }),
  };
}

function quieten(variables: Variables): Promise<unknown> {
  return withDatabaseUrl(loadConfig(variables), (url) =>
    withPatientClient(url, (client) => client.query(QUIET)),
  );
}

/** A call of the drill's own organisation to a provider that runs here alone. */
async function serve(variables: Variables, scratch: string): Promise<void> {
  const key = generateVirtualKey('test', new SystemEntropy()).text;
  const settings = join(scratch, 'settings.yaml');
  const sandbox = await startSandbox();
  try {
    await writeFile(settings, settingsOf(sandbox.url)); // JSON is YAML.
    const gateway = await startGateway({
      ...variables,
      GW_CONFIG_FILE: settings,
      GW_DRILL_KEY: key,
      GW_DRILL_PROVIDER: 'drill',
      GW_ROLE: 'api', // Seals nothing: the log of the drill must not be signed beside the real one.
    });
    try {
      await call(gateway.url, key);
    } finally {
      await gateway.stop();
    }
  } finally {
    await sandbox.stop();
  }
}

function settingsOf(sandboxUrl: string): string {
  return JSON.stringify({
    apiVersion: 'gw/v1',
    organisation: { name: ORGANISATION },
    providers: [
      {
        name: 'sandbox',
        family: 'sandbox',
        base_url: `${sandboxUrl}/v1`,
        secret: { env: 'GW_DRILL_PROVIDER' },
        models: [{ id: 'sandbox-chat', price: 'free' }],
      },
    ],
    workloads: [{ name: 'drill', keys: [{ name: 'drill', secret: { env: 'GW_DRILL_KEY' } }] }],
  });
}

async function call(gatewayUrl: string, key: string): Promise<void> {
  const answer = await fetch(new URL('/v1/chat/completions', gatewayUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'sandbox/sandbox-chat',
      messages: [{ role: 'user', content: 'Hello' }],
    }),
    signal: AbortSignal.timeout(CALL_MS_MAX),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`The call got ${answer.status}: ${text}`);
}
