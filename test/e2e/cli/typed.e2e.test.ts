import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../../support/build.js';
import { gw } from '../../support/gw.js';
import { aTypedModel } from '../../support/onnx/a-typed-model.js';
import { anOperatorsModel } from '../../support/onnx/an-operators-model.js';

const BUILD_MS_MAX = 300_000; // All of it, on a busy machine.

beforeAll(ensureBuilt, BUILD_MS_MAX);

// A model's process keeps nobody alive who waits for it: within this process something else does.
it('gw typed verify waits for the models', async () => {
  expect(await gw({}, 'typed', 'verify', aTypedModel())).toMatch(
    /^router: test-router .* is whole[^]*typed: test-typed .* is whole/,
  );
});

it('gw typed import waits for its model, and says how it is pinned', async () => {
  const target = mkdtempSync(join(tmpdir(), 'gw-imported-'));
  onTestFinished(() => rmSync(target, { recursive: true }));
  const source = anOperatorsModel('nli-pair');
  const named = ['--adapter', 'nli-pair', '--name', 'ours', '--license', 'CC0-1.0'];
  const said = await gw({}, 'typed', 'import', source, '--to', target, ...named);
  expect(said).toMatch(/^ours 1\.0\.0 is whole[^]*GW_TYPED_MODEL_SHA256=[0-9a-f]{64}\n$/);
  expect(await gw({}, 'typed', 'verify', target)).toMatch(/typed: ours 1\.0\.0 .* is whole/);
});
