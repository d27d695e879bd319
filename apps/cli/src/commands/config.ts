import { readFile } from 'node:fs/promises';
import { loadConfig } from '#platform';
import { FAMILIES } from '#providers';
import { findWebhookFaults, readSettingsFile, SettingsFault } from '#workloads';
import { UsageError } from '../usage-error.js';
import { print } from '../with-instance.js';

export async function validateConfig([file]: readonly string[]): Promise<number> {
  if (!file) throw new UsageError('Which file?');
  try {
    const settings = readSettingsFile(await readFile(file, 'utf8'), FAMILIES);
    const faults = findWebhookFaults(settings, loadConfig().outboundHosts);
    if (faults.length > 0) throw new SettingsFault(faults);
    const { providers, aliases, workloads } = settings;
    const models = providers.reduce((sum, provider) => sum + provider.models.length, 0);
    print(
      `${file} can be used: ${providers.length} providers with ${models} models, ${aliases.length} aliases, ${workloads.length} workloads.`,
    );
    return 0;
  } catch (fault) {
    if (!(fault instanceof SettingsFault)) throw fault;
    print(fault.message);
    return 1;
  }
}
