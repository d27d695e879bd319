import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '#platform';
import { FAMILIES } from '#providers';
import { readSettingsFile } from '#workloads';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  readonly image: string;
  readonly build?: {
    readonly context: string;
    readonly dockerfile: string;
    readonly target: string;
  };
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly stop_grace_period?: string;
}

const text = read('docker/compose.yaml');
const compose = parse(text, { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
};
const { services } = compose;
const ours = ['migrate', 'api', 'worker'].map((name) => [name, services[name] as Service] as const);
const dockerfile = read('docker/Dockerfile');
const stages = [...dockerfile.matchAll(/^FROM (\S+) AS (\w+)$/gm)].map(([, base, name]) => ({
  base,
  name,
}));
const settings = readSettingsFile(read('docker/settings.yaml'), FAMILIES);
const tried = readSettingsFile(read('docker/settings.sandbox.yaml'), FAMILIES);
/** Variables that the settings file reads its secrets from. */
const secrets = [
  ...settings.providers.map((provider) => provider.secret?.env),
  ...settings.workloads.flatMap(({ keys }) => keys.map((key) => key.secret.env)),
];
const known = new Set([
  ...[
    ...read('libs/platform/src/config/environment.ts').matchAll(
      /^ {2}((?:GW|DATABASE|REDIS)_\w+)\b/gm,
    ),
  ].map(([, name]) => name),
  ...secrets,
]);
const mainOf = (built: string): string => built.replace(/^dist\//, '').replace(/\.js$/, '.ts');

describe('docker/compose.yaml', () => {
  it('has its services and the volumes that they use', () => {
    const names = ['postgres', 'redis', 'migrate', 'api', 'worker', 'sandbox'];
    expect(Object.keys(services)).toEqual(names);
    const used = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.flatMap((volume) => /^(\w+):/.exec(volume)?.[1] ?? []),
    );
    const named = [...new Set(used)]; // What the api takes the worker works off.
    expect(named.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    expect(services['postgres']?.image).toMatch(/^postgres:18/);
  });

  it.each(ours)('builds %s from a target of the Dockerfile', (_name, { build, image, command }) => {
    expect(build).toMatchObject({ context: '..', dockerfile: 'docker/Dockerfile' });
    expect(stages.map(({ name }) => name)).toContain(build?.target);
    expect(image).toBe(`model-gateway/${build?.target}`);
    const main = command?.[1];
    if (main) expect(existsSync(join(ROOT, mainOf(main)))).toBe(true);
  });

  it.each(ours)('gives %s only variables that are read', (_name, { environment }) => {
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    expect(environment).toHaveProperty('DATABASE_URL');
    expect(environment).toHaveProperty('GW_MASTER_KEY');
  });

  it('gives the API every secret of its settings, and values that it takes', () => {
    const { environment } = services['api'] as Service;
    for (const name of secrets) expect(environment).toHaveProperty(name ?? '');
    const filled = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{\w+:([-?])([^}]+)\}/g, (_all, kind: string, rest: string) =>
          kind === '-' ? rest : 'a'.repeat(64),
        ),
      ]),
    );
    const config = loadConfig(filled);
    expect(config).toMatchObject({ runsBackgroundWork: false, migratesOnStart: false });
  });

  it('leads the settings without a provider to the sandbox, by the same secrets', () => {
    expect(tried.providers.map((provider) => provider.base_url)).toEqual([
      'http://sandbox:9901/v1',
    ]);
    const named = [
      ...tried.providers.map((provider) => provider.secret?.env),
      ...tried.workloads.flatMap(({ keys }) => keys.map((key) => key.secret.env)),
    ];
    for (const name of named) expect(secrets).toContain(name);
  });

  it('holds no secret itself', () => {
    for (const name of ['POSTGRES_PASSWORD', 'GW_MASTER_KEY', 'GW_KEY_APP', 'OPENAI_API_KEY']) {
      const uses = [...text.matchAll(new RegExp(`${name}: (.*)`, 'g'))].map(([, value]) => value);
      expect(uses).not.toEqual([]);
      for (const value of uses) expect(value).toMatch(/^\$\{\w+:\?/);
    }
  });

  it('starts API and worker when the migration is done, and stops them gently', () => {
    const done = {
      migrate: { condition: 'service_completed_successfully' },
      redis: { condition: 'service_healthy' },
    };
    expect(services['api']?.depends_on).toEqual(done);
    expect(services['worker']?.depends_on).toEqual(done);
    const graceSeconds = Number.parseInt(services['api']?.stop_grace_period ?? '', 10);
    expect(graceSeconds).toBe(loadConfig({}).drainMs / 1_000 + 30);
    for (const [, service] of ours) expect(service.read_only).toBe(true);
  });
});

describe('docker/Dockerfile', () => {
  it('knows every stage that it builds on', () => {
    const names = stages.map(({ name }) => name);
    const used = [...dockerfile.matchAll(/--from=(\w+)/g)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining([...used, 'api', 'worker']));
    const bases = stages.map(({ base }) => base);
    expect(bases.every((base) => base === '${NODE_IMAGE}' || names.includes(base))).toBe(true);
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:24-\w+-slim$/m);
  });

  it('copies what is there and what the build context lets through', () => {
    const ignored = read('.dockerignore').split('\n');
    const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)];
    const sources = copies.flatMap(([, list = '']) => list.split(' '));
    expect(sources).toContain('console');
    for (const source of sources) {
      expect([source, existsSync(join(ROOT, source))]).toEqual([source, true]);
      expect(ignored).toContain(`!${source}`);
    }
  });

  it('runs programs that are built, as an ordinary user, with a health check', () => {
    for (const target of ['api', 'worker']) {
      const stage = new RegExp(
        `^FROM runtime AS ${target}\\n([\\s\\S]*?)(?=^FROM|$(?![\\s\\S]))`,
        'm',
      );
      const body = stage.exec(dockerfile)?.[1] ?? '';
      const [, main = ''] = /^CMD \["node", "([^"]+)"\]$/m.exec(body) ?? [];
      expect(existsSync(join(ROOT, mainOf(main)))).toBe(true);
      const [, check = ''] = /HEALTHCHECK [\s\S]*?CMD (\[.*\])$/m.exec(body) ?? [];
      expect(JSON.parse(check)).toEqual(['node', '-e', expect.stringContaining('/healthz')]);
    }
    expect(dockerfile).toMatch(/^USER 10001:10001$/m);
    expect(dockerfile.indexOf('USER ')).toBeGreaterThan(dockerfile.lastIndexOf('\nRUN '));
  });
});
