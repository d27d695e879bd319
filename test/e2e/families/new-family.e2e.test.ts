import { appendFile, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Credentials } from '#call';
import { Cancellation } from '#kernel';
import { FoundationModule, InstanceSecrets, loadConfig, type Database } from '#platform';
import { readSettings } from '#workloads';
import { aCall, anEndpoint, aRoute } from '../../support/a-call.js';
import { json, ReplayServer } from '../../support/replay-server.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const provider = await ReplayServer.start();
let copy: string;

/** The one folder of a new family. */
const FOLDER = 'parrot-family/parrot-family.ts';
const ADAPTER = `
import { readProviderError } from '#wire';
import type { FamilyAdapter } from '../family-adapter.js';

export const parrotFamily: FamilyAdapter = {
  protocol: 'chat',
  requests: {
    chat: {
      writeBody: ({ model }) => ({ text: model?.id ?? '' }),
      writeHead: ({ endpoint }) => ({
        origin: endpoint.provider.baseUrl,
        path: '/say',
        method: 'POST',
        headers: {},
      }),
    },
  },
  readError: readProviderError,
};
`;
/** And the one line. */
const LINE = "export { parrotFamily as parrot } from './parrot-family/parrot-family.js';\n";

/** This checkout with a family more: only the providers are copied, everything else is itself. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'gw-family-'));
  await mkdir(join(copy, 'libs'));
  for (const name of ['package.json', 'tsconfig.json'])
    await cp(join(root, name), join(copy, name));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const name of await readdir(join(root, 'libs'))) {
    const [from, to] = [join(root, 'libs', name), join(copy, 'libs', name)];
    await (name === 'providers' ? cp(from, to, { recursive: true }) : symlink(from, to));
  }
  await mkdir(join(copy, 'libs/providers/src/parrot-family'));
  await writeFile(join(copy, 'libs/providers/src', FOLDER), ADAPTER);
  await appendFile(join(copy, 'libs/providers/src/families.ts'), LINE);
});
afterAll(async () => {
  await provider.close();
  await rm(copy, { recursive: true });
});

const copiedProviders = async () =>
  (await import(join(copy, 'libs/providers/src/index.ts'))) as typeof import('#providers');

class NoCredentials extends Credentials {
  secretOf(): undefined {}
}

@Global()
@Module({ providers: [{ provide: Credentials, useClass: NoCredentials }], exports: [Credentials] })
class Roof {}

it('is a folder and a line to the compiler', () => {
  const file = join(copy, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, copy);
  const program = ts.createProgram([join(copy, 'libs/providers/src/index.ts')], options);
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(copy));
  expect(own.map(({ fileName }) => fileName)).toContain(join(copy, 'libs/providers/src', FOLDER));
  const faults = own.flatMap((source) => program.getSemanticDiagnostics(source));
  expect(faults.map(({ messageText }) => messageText)).toEqual([]);
});

it('may stand in the settings', async () => {
  const { FAMILIES } = await copiedProviders();
  const settings = (family: string) => ({
    apiVersion: 'gw/v1',
    organisation: { name: 'Example', currency: 'EUR' },
    providers: [{ name: 'polly', family, base_url: provider.url, models: [] }],
    workloads: [],
  });
  expect(readSettings(settings('parrot'), FAMILIES).providers[0]?.family).toBe('parrot');
  expect(() => readSettings(settings('toucan'), FAMILIES)).toThrow('toucan is not served');
});

it('is served', async () => {
  const { ProvidersModule, ProviderDispatcher } = await copiedProviders();
  const foundation = FoundationModule.forRoot({
    config: loadConfig({}),
    database: {} as Database,
    secrets: new InstanceSecrets(Buffer.alloc(32, 7)),
    redis: null,
  });
  const app = await NestFactory.createApplicationContext(
    { module: ProvidersModule, imports: [foundation, Roof] },
    { logger: false, abortOnError: false },
  );
  const dispatcher = app.get(ProviderDispatcher);
  expect(dispatcher.serves('chat', 'parrot')).toBe(true);
  expect(dispatcher.serves('forward', 'parrot')).toBe(false);
  const message = { role: 'assistant', content: 'Hello, Polly' };
  provider.answer = () => json({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
  const parrot = { name: 'polly', family: 'parrot', baseUrl: provider.url, credentialId: null };
  const { body } = await dispatcher.send(
    aCall({ route: aRoute([anEndpoint(parrot, { id: 'grey' })]) }),
    {
      cancellation: new Cancellation(),
      attempts: [],
      endpoint: null,
      billable: 'nothing',
      noteSent: () => undefined,
      spent: [],
    },
  );
  expect(body.kind === 'json' && body.frame.events).toContainEqual(
    expect.objectContaining({ type: 'text', delta: 'Hello, Polly' }),
  );
  expect(provider.received.map(({ path, body }) => [path, String(body)])).toEqual([
    ['/say', 'grey'],
  ]);
  await app.close();
});
