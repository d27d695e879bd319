import { readFile } from 'node:fs/promises';
import { counted } from '#kernel';
import { commandIn, explain, type Config } from '#platform';
import { FAMILIES } from '#providers';
import {
  nameOfRef,
  readSecret,
  readSettingsFile,
  secretRefsOf,
  SettingsFault,
  type SettingsFile,
} from '#workloads';
import { failed, ok, untried, type Finding } from './finding.js';
import type { StoredProvider } from './look-at-stores.js';

export interface LookedAtSettings {
  readonly finding: Finding;
  readonly providers: readonly StoredProvider[];
}

/** The settings file, and whether what it names as secrets is there. */
export async function lookAtSettings(config: Config): Promise<LookedAtSettings> {
  const { configFile } = config;
  if (configFile === null) {
    const text =
      'GW_CONFIG_FILE is not set: settings are those of the first start, or of the Console';
    return { finding: untried('settings', text), providers: [] };
  }
  try {
    const settings = readSettingsFile(await readFile(configFile, 'utf8'), FAMILIES);
    const missing = missingIn(settings, config);
    const providers = settings.providers
      .filter(({ enabled, base_url: address }) => enabled && commandIn(address) === undefined)
      .map(({ name, base_url: address }) => ({ name, address }));
    const finding =
      missing.length > 0
        ? failed(
            'settings',
            `${configFile} names secrets that are not there: ${missing.join(', ')}`,
          )
        : ok(
            'settings',
            `${configFile}: ${counted(settings.providers.length, 'provider')}, ${counted(settings.workloads.length, 'workload')}`,
          );
    return { finding, providers };
  } catch (fault) {
    const text = fault instanceof SettingsFault ? fault.message : explain(fault);
    return { finding: failed('settings', `${configFile}: ${text}`), providers: [] };
  }
}

const missingIn = (settings: SettingsFile, { secretOf }: Config): readonly string[] =>
  secretRefsOf(settings).flatMap((ref) => (readSecret(ref, secretOf) ? [] : [nameOfRef(ref)]));
