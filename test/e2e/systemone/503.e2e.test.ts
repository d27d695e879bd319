import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { expectError, expectRefusal } from '../../support/expect-error.js';
import type { TestGateway } from '../../support/gateway.js';
import { slowedBy } from '../../support/onnx/a-classifier.js';
import { CODE_OR_POEM, startTypedGateway } from '../../support/typed-gateway.js';

const TYPED = 'gw/typed';
const ROUTER = 'gw/typed/router';
const CALLERS = 200;
const SECONDS_MAX = 10; // Of the specification, for any answer.

const OUTSIDE = join(tmpdir(), `gw-typed-${process.pid}.onnx`);

const processes: ChildProcess[] = [];
const note = (message: unknown) =>
  void processes.push((message as { readonly process: ChildProcess }).process);
subscribe('child_process', note);
afterAll(() => {
  unsubscribe('child_process', note);
  rmSync(OUTSIDE, { force: true });
});

const decide = (gateway: TestGateway, model: string) =>
  gateway.post('/v1/systemone', {
    model,
    state: 'code',
    ...(model === TYPED && { questions: { kind: CODE_OR_POEM } }),
  });

async function listed(gateway: TestGateway): Promise<readonly string[]> {
  const answer = await gateway.get('/v1/models');
  return answer
    .json<{ data: { id: string }[] }>()
    .data.map(({ id }) => id)
    .filter((id) => id.startsWith('gw/'));
}

async function expectUnavailable(gateway: TestGateway, model: string): Promise<void> {
  await gateway.sandbox.clear();
  await expectRefusal(gateway, await decide(gateway, model), 'typed_model_unavailable', {
    param: 'model',
  });
  expect(await listed(gateway)).not.toContain(model);
  expect((await gateway.get(`/v1/models/${model}`)).status).toBe(404);
  expect((await gateway.chat()).status).toBe(200);
}

/** A member of a manifest as it should not be. */
function rewrite(folder: string, name: string, change: object): void {
  const path = join(folder, name);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...manifest, ...change }));
}

/** Two changes each, one to each model, since every gateway costs a second. */
const TAMPERINGS: readonly (readonly [
  router: string,
  typed: string,
  tamper: (folder: string) => void,
])[] = [
  [
    'a byte that was changed',
    'a member that nobody knows',
    (folder) => {
      const graph = readFileSync(join(folder, 'router.onnx'));
      graph[200] = (graph[200] ?? 0) ^ 1;
      writeFileSync(join(folder, 'router.onnx'), graph);
      rewrite(folder, 'typed.json', { note: 'hello' });
    },
  ],
  [
    'weights that were cut',
    'a link that leads out of the folder',
    (folder) => {
      truncateSync(join(folder, 'router.onnx'), 100);
      renameSync(join(folder, 'typed.onnx'), OUTSIDE);
      symlinkSync(OUTSIDE, join(folder, 'typed.onnx'));
    },
  ],
  [
    'the weights of another model',
    'no test of its own',
    (folder) => {
      copyFileSync(join(folder, 'typed.onnx'), join(folder, 'router.onnx'));
      rewrite(folder, 'typed.json', { selfTest: undefined });
    },
  ],
];

for (const [router, typed, tamper] of TAMPERINGS) {
  const { gateway } = await startTypedGateway({}, {}, {}, tamper);
  describe('a model', () => {
    it(`with ${router} answers nothing, and its gateway serves everything else`, async () => {
      await expectUnavailable(gateway, ROUTER);
    });
    it(`with ${typed} answers nothing, and its gateway serves everything else`, async () => {
      await expectUnavailable(gateway, TYPED);
      const ready = await gateway.get('/readyz');
      expect(ready.status).toBe(200);
      expect(ready.json()).toMatchObject({ degraded: [ROUTER, TYPED] });
    });
  });
}

describe('the router alone', async () => {
  const { gateway } = await startTypedGateway({}, {}, { GW_TYPED: 'router' });
  it('is served where the other model is switched off', async () => {
    expect((await decide(gateway, ROUTER)).status).toBe(200);
    await expectUnavailable(gateway, TYPED);
    expect((await gateway.get('/readyz')).json()).toMatchObject({ degraded: [] });
  });
});

describe('weights that are not pinned', async () => {
  const { gateway } = await startTypedGateway({}, {}, { GW_TYPED_ROUTER_SHA256: 'a'.repeat(64) });
  it('answer nothing', async () => {
    await expectUnavailable(gateway, ROUTER);
    expect((await decide(gateway, TYPED)).status).toBe(200);
  });
});

describe('a model whose files were changed since the start', async () => {
  const before = processes.length;
  const { gateway, folder } = await startTypedGateway({}, {}, { GW_TYPED: 'router' });
  const first = processes[before];
  it('answers by what was verified, and by nothing once its process has died', async () => {
    appendFileSync(join(folder, 'words.bin'), ' ');
    expect((await decide(gateway, ROUTER)).status).toBe(200);
    const gone = once(first as ChildProcess, 'exit');
    first?.kill('SIGKILL');
    await gone;
    for (const restartMs of [1_000, 2_000]) {
      const started = processes.length;
      gateway.clock.skip(restartMs);
      const exits = processes.slice(started).map((one) => once(one, 'exit'));
      await Promise.all(exits);
    }
    await expectUnavailable(gateway, ROUTER);
    const metrics = await gateway.get('/metrics');
    expect(metrics.text).toContain('gw_typed_ready{model="gw/typed/router"} 0');
  });
});

describe('too many callers at once', async () => {
  const { gateway } = await startTypedGateway({}, { router: slowedBy(2, 'task') });
  it('are answered, or told in time to come again, and nobody pays for nothing', async () => {
    const since = performance.now();
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, () => decide(gateway, ROUTER)),
    );
    expect(performance.now() - since).toBeLessThan(SECONDS_MAX * 1_000);
    const served = answers.filter(({ status }) => status === 200);
    const busy = answers.filter(({ status }) => status !== 200);
    expect(served.length).toBeGreaterThan(0);
    expect(busy.length).toBeGreaterThan(0);
    for (const answer of busy) {
      const id = expectError(answer, 'typed_busy');
      expect(answer.headers['retry-after']).toBe('2');
      const entry = await gateway.records.entry(id);
      expect(entry).toMatchObject({ outcome: 'refused', price: { nano: '0' } });
    }
  });
});
