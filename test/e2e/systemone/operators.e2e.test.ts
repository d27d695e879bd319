import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sha256 } from '#kernel';
import { TypedModels } from '#typed';
import { COMMANDS } from '../../../apps/cli/src/commands.js';
import { expectError, expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { heard } from '../../support/heard.js';
import { keptOperatorsModel, OPTION_MARKER } from '../../support/onnx/an-operators-model.js';

const TYPED = 'gw/typed';
const PATH = '/v1/systemone';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** As an operator does it: what was said, and the folder that it was put in. */
async function imported(adapter: 'nli-pair' | 'packed-encoder', ...options: readonly string[]) {
  const source = keptOperatorsModel(adapter);
  const target = mkdtempSync(join(tmpdir(), 'gw-imported-'));
  folders.push(source, target);
  const command = COMMANDS.find(({ name }) => name.join(' ') === 'typed import');
  const named = ['--to', target, '--adapter', adapter, '--name', 'ours', '--license', 'CC0-1.0'];
  const told = await heard(async () =>
    command?.run([source, ...named, '--max-tokens', '128', ...options]),
  );
  return { ...told, target };
}

const pinnedIn = (said: string): string =>
  /GW_TYPED_MODEL_SHA256=([0-9a-f]{64})/.exec(said)?.[1] ?? '';

async function served(target: string, pinned: string) {
  const gateway = await startGateway(
    {},
    {
      env: {
        GW_TYPED: 'on',
        GW_TYPED_MODELS_DIR: target,
        GW_TYPED_MODEL_SHA256: pinned,
        GW_TYPED_PROCESSES: '1',
      },
    },
  );
  await gateway.app.get(TypedModels).start();
  return gateway;
}

const asks = (options: readonly string[] = ['poem', 'code']) => ({
  model: TYPED,
  state: 'code , it is',
  questions: { kind: { type: 'choice', instructions: 'is it ?', options } },
});

const MODELS = [
  ['nli-pair', []],
  ['packed-encoder', ['--option-marker', OPTION_MARKER]],
] as const;

for (const [adapter, options] of MODELS) {
  const { code, said, target } = await imported(adapter, ...options);
  const pinned = pinnedIn(said);
  const gateway = await served(target, pinned);

  describe(`a model of an operator's for ${adapter}`, () => {
    it('is imported with its manifest, pinned by its weights, and answers as gw/typed', async () => {
      expect(code, said).toBe(0);
      expect(pinned).toBe(sha256(readFileSync(join(target, 'typed.onnx'))).toString('hex'));
      const answer = await gateway.post(PATH, asks());
      expect(answer.status, answer.text).toBe(200);
      const { answers, revision } = answer.json<{
        answers: { kind: object };
        revision: string;
      }>();
      expect(answers.kind).toMatchObject({ type: 'choice', choice: 'code' });
      // Nobody has measured what it is worth, so nothing is said of it.
      expect(answers.kind).not.toHaveProperty('answer_confidence');
      expect(revision).toBe(pinned);
    });

    it('stands beside the router that ships', async () => {
      const answer = await gateway.post(PATH, { model: 'gw/typed/router', state: 'hello!' });
      expect(answer.json()).toMatchObject({ answers: { task: { choice: 'smalltalk' } } });
    });
  });
}

describe('a model that reads fewer options in its time', async () => {
  const { said, target } = await imported('nli-pair');
  const path = join(target, 'typed.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { settings: object };
  writeFileSync(
    path,
    JSON.stringify({ ...manifest, settings: { ...manifest.settings, maxRows: 2 } }),
  );
  const gateway = await served(target, pinnedIn(said));
  it('refuses a request of more, and says how many', async () => {
    expect((await gateway.post(PATH, asks())).status).toBe(200);
    const refused = await gateway.post(PATH, asks(['poem', 'code', 'hello']));
    const id = expectError(refused, 'questions_too_costly', {
      param: 'questions',
      message: /have 3 options in all, and the model reads 2/,
    });
    const entry = await gateway.records.entry(id);
    expect(entry).toMatchObject({ outcome: 'refused', price: { nano: '0' } });
  });
});

describe('a model that was changed since it was imported', async () => {
  const { said, target } = await imported('nli-pair');
  const path = join(target, 'tokenizer.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"code"', '"cods"'));
  const gateway = await served(target, pinnedIn(said));
  it('answers nothing', async () => {
    const refused = await gateway.post(PATH, asks());
    await expectRefusal(gateway, refused, 'typed_model_unavailable', { param: 'model' });
  });
});

describe('the command', () => {
  it('says what keeps a model out, and ends with 1', async () => {
    const { code, said } = await imported('packed-encoder', '--option-marker', '<<NOBODY>>');
    expect([code, said]).toEqual([
      1,
      expect.stringContaining('Not imported. The tokenizer has no token'),
    ]);
  });

  it.each([
    [[], /Which folder/],
    [['a', '--to', 'b', '--name', 'c'], /--license is missing/],
    [['a', '--to', 'b', '--name', 'c', '--license', 'd'], /--adapter is/],
    [
      ['a', '--to', 'b', '--name', 'c', '--license', 'd', '--adapter', 'packed-encoder'],
      /--option-marker is missing/,
    ],
  ])('says what is missing: %j', async (args, message) => {
    const command = COMMANDS.find(({ name }) => name.join(' ') === 'typed import');
    await expect(command?.run(args)).rejects.toThrow(message);
  });
});
