import { defaultSettings } from '../../apps/api/src/start/default-settings.js';
import { startGateway, type TestGateway } from './gateway.js';
import type { TestSettings } from './settings.js';

/** A gateway with the settings that `npm start` makes where there is no file. */
export function startFirstRun(): Promise<TestGateway> {
  const { organisation, workloads = [] }: TestSettings = defaultSettings('', 'NONE', () => false);
  return startGateway({
    ...(organisation && { organisation }),
    workloads: workloads.map((workload) => ({ ...workload, keys: undefined })),
  });
}
