import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { FirstRun } from '#contract';
import { SANDBOX_FAMILY } from '#call';
import { Entropy, type OrganisationId } from '#kernel';
import { SetUp } from '#members';
import { SettingsBoot } from '#operations';
import {
  bumpEpoch,
  Config,
  Database,
  InstanceSecrets,
  writeWhole,
  type Statement,
} from '#platform';
import { FAMILIES } from '#providers';
import { generateVirtualKey, readSettings } from '#workloads';
import { defaultSettings, FIRST_WORKLOAD } from './default-settings.js';
import { SandboxProcess } from './sandbox-process.js';

const KEY_VARIABLE = 'GW_FIRST_RUN_KEY'; // Exists only while the first settings are applied.
const FIND_OWNER: Statement = {
  name: 'first-run-owner',
  text: `SELECT managed_by FROM organisation ORDER BY id LIMIT 1`,
};
const MOVE_SANDBOX: Statement = {
  name: 'first-run-move-sandbox',
  text: `UPDATE provider SET settings = jsonb_set(settings, '{base_url}', to_jsonb($1::text))
    WHERE managed_by = 'first-run' AND settings ->> 'family' = $2 RETURNING org_id AS org`,
};
const OPEN_INSTANCE: Statement = {
  name: 'instance-open',
  text: `INSERT INTO instance (master_key_check) VALUES ($1)
    ON CONFLICT (only_row) DO NOTHING`,
};
const READ_CHECK: Statement = {
  name: 'instance-check',
  text: 'SELECT master_key_check FROM instance',
};

/** Makes a fresh instance usable without a click, and tells how. */
@Injectable()
export class FirstRunner {
  private readonly file: string;

  constructor(
    private readonly database: Database,
    private readonly secrets: InstanceSecrets,
    private readonly settings: SettingsBoot,
    private readonly sandbox: SandboxProcess,
    private readonly setUp: SetUp,
    private readonly entropy: Entropy,
    private readonly config: Config,
  ) {
    this.file = join(config.dataDir, 'first-run.json');
  }

  /** @throws when this process was given another master key than the database knows */
  async openInstance(): Promise<void> {
    const check = this.secrets.derive('instance/check');
    await this.database.query(OPEN_INSTANCE, [check]);
    const [row] = await this.database.query<{ master_key_check: Buffer }>(READ_CHECK);
    if (!row?.master_key_check.equals(check)) {
      throw new Error(
        'This database was set up with another master key, so its keys and proofs cannot be used. Set GW_MASTER_KEY to that key, or restore master.key into the data folder.',
      );
    }
  }

  /** The sandbox and the first settings, where no settings file declares others. */
  async ensureSettings(): Promise<string | null> {
    // On a database of one's own replicas share the settings: the Console makes them, or a file.
    if (this.config.databaseUrl) return null;
    const [owner] = await this.database.query<{ managed_by: string }>(FIND_OWNER);
    const sandboxUrl = await this.sandbox.start(0);
    if (owner && owner.managed_by !== 'first-run') {
      await this.moveSandbox(`${sandboxUrl}/v1`);
      return null;
    }
    const known = await this.read();
    const key = known?.api_key ?? generateVirtualKey('test', this.entropy).text;
    const variables = (name: string) => (name === KEY_VARIABLE ? key : this.config.secretOf(name));
    const has = (name: string) => this.config.secretOf(name) !== undefined;
    const file = readSettings(defaultSettings(sandboxUrl, KEY_VARIABLE, has), FAMILIES);
    await this.settings.apply(file, { managedBy: 'first-run', variables });
    return key;
  }

  /** Settings that people edit in the Console stay theirs; only where the sandbox listens is new. */
  private async moveSandbox(baseUrl: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const moved = await tx.query<{ org: OrganisationId }>(MOVE_SANDBOX, [
        baseUrl,
        SANDBOX_FAMILY,
      ]);
      for (const { org } of moved) await bumpEpoch(tx, 'settings', org);
    });
  }

  /** Written once; afterwards only the addresses follow the configuration. */
  async note(baseUrl: string, apiKey: string | null): Promise<FirstRun> {
    const known = await this.read();
    const facts: FirstRun = {
      base_url: `${baseUrl}/v1`,
      console_url: `${baseUrl}/console/`,
      api_key: apiKey ?? known?.api_key ?? null,
      workload: apiKey ? FIRST_WORKLOAD : (known?.workload ?? null),
      setup_token: await this.setUp.token(),
    };
    await writeWhole(this.file, `${JSON.stringify(facts, null, 2)}\n`);
    return facts;
  }

  private async read(): Promise<FirstRun | undefined> {
    if (!existsSync(this.file)) return undefined;
    return JSON.parse(await readFile(this.file, 'utf8')) as FirstRun;
  }
}
