import { parse } from 'yaml';
import { Clock, Ids, SystemClock, SystemEntropy } from '#kernel';
import { InstanceSecrets, loadConfig, Vault, type Database } from '#platform';
import { DatabaseDirectory } from '../directory/database-directory.js';
import { StoredSecrets } from '../directory/stored-secrets.js';
import { SettingsRepository } from '../directory/settings.repository.js';
import { KeyHasher } from '../keys/key-hasher.js';
import { KeyRepository } from '../keys/key.repository.js';
import { generateVirtualKey } from '../keys/virtual-key.js';
import { SettingsApplier, type ApplyPrices } from '../settings-file/apply-settings-file.js';
import { readSettings } from '../settings-file/read-settings-file.js';
import { FAMILIES, SAMPLE } from './a-settings-file.js';

/** What the sample's alerts are sent by. */
const MAIL = { GW_SMTP_URL: 'smtp://127.0.0.1:25', GW_SMTP_FROM: 'gateway@example.org' };

type Fields = Readonly<Record<string, unknown>>;

/** Settings, keys and their tables, as one replica has them. */
export function workloadsWorld(
  database: Database,
  clock: Clock = new SystemClock(),
  environment: Readonly<Record<string, string>> = MAIL,
) {
  const entropy = new SystemEntropy();
  const secrets = new InstanceSecrets(Buffer.alloc(32, 7));
  const variables: Record<string, string> = {
    MOCK_KEY: 'sk-mock',
    OPS_HOOK: 'a-secret-of-sixteen',
  };
  const config = loadConfig({
    MOCK_KEY: 'sk-mock',
    OPS_HOOK: 'a-secret-of-sixteen',
    ...environment,
  });
  const repository = new SettingsRepository(database, new Ids(clock, entropy));
  const keys = new KeyRepository(database);
  const hasher = new KeyHasher(secrets);
  const applier = new SettingsApplier(database, repository, keys, hasher, config);
  const stored = new StoredSecrets(new Vault(secrets, entropy), new Ids(clock, entropy), secrets);
  const directory = new DatabaseDirectory(repository, stored, config, clock);

  /** A key of the sample's workload, told to the file by the variable that it names. */
  function aKey(variable = 'GW_KEY_CI'): string {
    const { text } = generateVirtualKey('test', entropy);
    variables[variable] = text;
    return text;
  }

  /** @param change members of the sample, in place of its own */
  async function apply(change: Fields = {}, applyPrices: ApplyPrices = () => Promise.resolve()) {
    const file = readSettings({ ...(parse(SAMPLE) as Fields), ...change }, FAMILIES);
    await applier.apply(file, applyPrices, { variables: (name) => variables[name] });
    await directory.poll();
  }

  return { keys, hasher, directory, variables, aKey, apply };
}

/** The sample's workload with other members. */
export const aWorkloadDto = (change: Fields = {}): Fields => ({
  name: 'app',
  keys: [{ name: 'ci', secret: { env: 'GW_KEY_CI' } }],
  ...change,
});
