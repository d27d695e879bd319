import { readFile } from 'node:fs/promises';
import { counted, SystemClock } from '#kernel';
import { loadConfig } from '#platform';
import { FAMILIES } from '#providers';
import {
  findWebhookFaults,
  offlineSettings,
  outdatedFacts,
  readSettingsFile,
  SettingsFault,
} from '#workloads';
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
      `${file} can be used: ${[
        `${counted(providers.length, 'provider')} with ${counted(models, 'model')}`,
        counted(aliases.length, 'alias', 'aliases'),
        counted(workloads.length, 'workload'),
      ].join(', ')}.`,
    );
    const { organisation } = offlineSettings(settings);
    const nowMs = new SystemClock().nowMs();
    outdatedFacts(organisation.providers.values(), nowMs).forEach(print);
    return 0;
  } catch (fault) {
    if (!(fault instanceof SettingsFault)) throw fault;
    print(fault.message);
    return 1;
  }
}
