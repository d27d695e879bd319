import { rmSync } from 'node:fs';
import { afterAll } from 'vitest';
import { TypedModels } from '#typed';
import { startGateway, type TestGateway } from './gateway.js';
import { keptTypedModel, type TypedModelOptions } from './onnx/a-typed-model.js';
import type { TestSettings } from './settings.js';

/** A gateway with small typed models, and the folder that they are in; both are verified when it resolves. @param tamper changes the folder before it is read */
export async function startTypedGateway(
  settings: TestSettings = {},
  models: TypedModelOptions = {},
  env: Readonly<Record<string, string>> = {},
  tamper: (folder: string) => void = () => undefined,
): Promise<{ readonly gateway: TestGateway; readonly folder: string }> {
  const folder = keptTypedModel(models);
  tamper(folder);
  const gateway = await startGateway(settings, {
    env: {
      GW_TYPED: 'on',
      GW_TYPED_MODELS_DIR: folder,
      GW_TYPED_PROCESSES: '1',
      GW_AUTO_BUDGET_MS: '10000', // Far more than it takes, on a busy machine, too.
      ...env,
    },
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  await gateway.app.get(TypedModels).start();
  return { gateway, folder };
}

/** A question that the small typed model can answer of the state `code`. */
export const CODE_OR_POEM = {
  type: 'choice',
  instructions: 'is it ?',
  options: ['code', 'poem'],
} as const;
