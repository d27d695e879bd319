import { TypedModels } from '#typed';
import { defaultSettings } from '../../apps/api/src/start/default-settings.js';
import { startGateway, type TestGateway } from './gateway.js';
import type { TestSettings } from './settings.js';

/** A gateway with the settings that `npm start` makes where there is no file, and its models of this machine ready. */
export async function startFirstRun(): Promise<TestGateway> {
  const { organisation, workloads = [] }: TestSettings = defaultSettings('', 'NONE', () => false);
  const settings = {
    ...(organisation && { organisation }),
    workloads: workloads.map((workload) => ({ ...workload, keys: undefined })),
  };
  const gateway = await startGateway(settings, { env: { GW_TYPED: 'on' } });
  await gateway.app.get(TypedModels).start();
  return gateway;
}
