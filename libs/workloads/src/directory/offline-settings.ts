import type { Organisation, Workload } from '#call';
import type { OrganisationId, WorkloadId } from '#kernel';
import type { SettingsFile } from '../settings-file/settings-file.dto.js';
import { buildSettings } from './build-settings.js';

export interface OfflineSettings {
  readonly organisation: Organisation;
  /** By name. */
  readonly workloads: ReadonlyMap<string, Workload>;
}

/** What a settings file would put into force, without a database and without reading a secret. */
export function offlineSettings(file: SettingsFile): OfflineSettings {
  const { alerts: _alerts, ...settings } = file.organisation;
  const { organisation, workloads } = buildSettings(
    {
      id: file.organisation.name as OrganisationId,
      settings,
      providers: file.providers.map(({ secret: _secret, ...provider }) => provider),
      operated: [],
      aliases: file.aliases,
      secrets: [],
      workloads: file.workloads.map((dto) => ({ id: dto.name as WorkloadId, settings: dto })),
      credit: null,
      credit_ends: [],
    },
    () => undefined,
  );
  return {
    organisation,
    workloads: new Map([...workloads.values()].map((workload) => [workload.name, workload])),
  };
}
