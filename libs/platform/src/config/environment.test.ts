import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './environment.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function aFile(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const KEY = 'ab'.repeat(32);

function faultsOf(variables: Record<string, string>): string[] {
  try {
    loadConfig(variables);
  } catch (fault) {
    const [title, ...lines] = (fault as Error).message.split('\n');
    expect(title).toBe('The environment cannot be used:');
    return lines;
  }
  return [];
}

describe('loadConfig', () => {
  it('needs nothing: each setting has its default', () => {
    expect(loadConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      workerPort: 8081,
      dataDir: resolve('.gateway'),
      configFile: null,
      databaseUrl: null,
      databaseConnections: 10,
      migratesOnStart: true,
      postgresBinDir: null,
      masterKey: null,
      signingKeyFile: null,
      publicUrl: null,
      docsUrl: '/docs',
      metricsToken: null,
      auditToken: null,
      logLevel: 'info',
      drainMs: 300_000,
      runsBackgroundWork: true,
      nerModelDir: null,
      nerBudgetMs: 400,
    });
  });

  it('reads what is set', () => {
    const config = loadConfig({
      GW_HOST: '::',
      GW_PORT: '0',
      GW_WORKER_PORT: '9000',
      GW_DATA_DIR: 'data',
      GW_CONFIG_FILE: 'settings.yaml',
      DATABASE_URL: 'postgresql://user:pass@db/gateway',
      GW_DATABASE_CONNECTIONS: '40',
      GW_MASTER_KEY: KEY,
      GW_PUBLIC_URL: 'https://gateway.example/',
      GW_DOCS_URL: 'http://docs:8000',
      GW_METRICS_TOKEN: 'x'.repeat(16),
      GW_AUDIT_TOKEN: 'y'.repeat(16),
      GW_LOG_LEVEL: 'silent',
      GW_DRAIN_SECONDS: '5',
      GW_ROLE: 'api',
      GW_NER_MODEL_DIR: 'model',
      GW_NER_PROCESSES: '3',
      GW_NER_BUDGET_MS: '250',
    });
    expect(config).toMatchObject({
      host: '::',
      port: 0,
      workerPort: 9000,
      dataDir: resolve('data'),
      configFile: resolve('settings.yaml'),
      databaseConnections: 40,
      publicUrl: 'https://gateway.example',
      docsUrl: 'http://docs:8000',
      logLevel: 'silent',
      drainMs: 5_000,
      runsBackgroundWork: false,
      nerModelDir: resolve('model'),
      nerProcesses: 3,
      nerBudgetMs: 250,
    });
    expect(config.databaseUrl?.reveal()).toBe('postgresql://user:pass@db/gateway');
    expect(config.masterKey?.reveal()).toBe(KEY);
    expect(config.metricsToken?.reveal()).toBe('x'.repeat(16));
    expect(config.auditToken?.reveal()).toBe('y'.repeat(16));
  });

  it('takes an empty variable for one that is not set', () => {
    expect(loadConfig({ GW_PORT: '', DATABASE_URL: '', GW_CONFIG_FILE: '' })).toMatchObject({
      port: 8080,
      databaseUrl: null,
      configFile: null,
    });
  });

  it('reports every fault at once, each by the name of its variable', () => {
    const bad = {
      GW_PORT: '70000',
      GW_DATABASE_CONNECTIONS: 'many',
      DATABASE_URL: 'mysql://db',
      GW_MASTER_KEY: 'short',
      GW_PUBLIC_URL: 'gateway',
      GW_TRUSTED_PROXIES: 'balancer',
      GW_METRICS_TOKEN: 'short',
      GW_AUDIT_TOKEN: 'short',
      GW_NER_PROCESSES: '0',
      GW_NER_BUDGET_MS: 'soon',
      GW_ANCHOR_S3: 's3://x',
      GW_TOOL_COMMANDS: '{"files":"npx server-files"}',
      GW_ANCHOR_WEBHOOK: 'anchors',
      GW_ANCHOR_WEBHOOK_SECRET: 'short',
      GW_LOG_LEVEL: 'loud',
      GW_DRAIN_SECONDS: '-1',
      GW_ROLE: 'worker',
      GW_MIGRATE_ON_START: 'perhaps',
      GW_MASTER_KEY_FILE: '',
      DATABASE_URL_FILE: join(folder, 'missing'),
    };
    const faults = faultsOf(bad).join('\n');
    for (const name of Object.keys(bad).filter((name) => !name.endsWith('_FILE'))) {
      expect(faults).toContain(name);
    }
  });

  it.each([
    ['GW_PORT', 'abc', 'from 0 to 65535'],
    ['GW_PROCESSES', '1.5', 'from 1 to 64'],
  ])('says in one line what %s takes', (name, text, range) => {
    expect(faultsOf({ [name]: text })).toEqual([`- ${name} must be a whole number ${range}`]);
  });

  it('says which file could not be read, among the other faults', () => {
    const missing = join(folder, 'missing');
    const faults = faultsOf({ GW_METRICS_TOKEN_FILE: missing, GW_PORT: 'x' });
    expect(faults[0]).toBe(`- GW_METRICS_TOKEN_FILE: ${missing} cannot be read (ENOENT)`);
    expect(faults.join('\n')).toContain('GW_PORT');
  });

  it.each(['anything', 'http://cache:6379', 'redis://a:1,b:2', 'redis://'])(
    'does not start with REDIS_URL=%s',
    (url) => {
      expect(faultsOf({ REDIS_URL: url }).join()).toMatch(
        /^- REDIS_URL must be redis:\/\/host:port/,
      );
    },
  );

  it.each(['redis://cache:6379', 'rediss://:hunter2@cache:6379/2', 'redis://a:1, redis://b:2'])(
    'takes REDIS_URL=%s',
    (url) => {
      expect(loadConfig({ REDIS_URL: url }).redisUrl?.reveal()).toBe(url);
      expect(loadConfig({ REDIS_URL: '' }).redisUrl).toBeNull();
    },
  );

  it.each(['GW_PUBLIC_URL', 'GW_DOCS_URL'])('takes no credentials within %s', (name) => {
    const faults = faultsOf({ [name]: 'https://user:hunter2@host' }).join();
    expect(faults).toContain(`${name} must be an http or https address without`);
    expect(faults).not.toContain('hunter2');
  });

  it.each([
    ['GW_PROT', 'GW_PORT'],
    ['gw_port', 'GW_PORT'],
    ['GW_CONFIGFILE', 'GW_CONFIG_FILE'],
    ['GW_CONFIG', 'GW_CONFIG_FILE'],
    ['GW_MASTERKEY_FILE', 'GW_MASTER_KEY_FILE'],
    ['GW_DATABASE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
  ])('says that %s is not read, and what was meant', (name, meant) => {
    const [line] = loadConfig({ [name]: 'hunter2' }).misspelt;
    expect(line).toBe(`${name} is not read; did you mean ${meant}?`);
    expect(faultsOf({ [name]: 'hunter2', GW_PORT: 'x' }).join()).toContain(line);
  });

  it.each(['GW_KEY_CI', 'GW_KEY_APP', 'GW_TEST', 'GW_FIXTURES', 'DATABASE_PASSWORD', 'PORT'])(
    'has nothing to say of %s, which may be a secret of the settings file',
    (name) => {
      expect(loadConfig({ [name]: 'x' }).misspelt).toEqual([]);
    },
  );

  it('names a variable of ours that nobody asked for, with those that share a word with it', () => {
    const config = loadConfig({ GW_KEY_CI: 'x', GW_DB_CONNECTIONS: 'x', GW_FANCY: 'x', PORT: 'x' });
    config.secretOf('GW_KEY_CI');
    const why = 'is not read: the gateway has no such variable, and no setting names it';
    expect(config.unread()).toEqual([
      `GW_DB_CONNECTIONS ${why}; there are GW_DATABASE_CONNECTIONS`,
      `GW_FANCY ${why}`,
    ]);
    expect(loadConfig({ GW_PROT: 'x' }).unread()).toEqual([]); // Named as misspelt already.
  });

  it('says which word of a few was meant', () => {
    expect(faultsOf({ GW_LOG_LEVEL: 'debgu', GW_ROLE: 'everything' })).toEqual([
      '- GW_LOG_LEVEL must be one of fatal, error, warn, info, debug, silent; did you mean debug?',
      '- GW_ROLE must be one of all, api',
    ]);
  });

  it('never repeats a secret in its faults', () => {
    const faults = faultsOf({ GW_MASTER_KEY: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@db' });
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.join('\n')).not.toContain('hunter2');
  });

  it.each(['GW_MASTER_KEY', 'DATABASE_URL', 'GW_METRICS_TOKEN', 'GW_AUDIT_TOKEN'] as const)(
    'reads %s from a file, without the line break at its end',
    async (name) => {
      const value = name === 'DATABASE_URL' ? 'postgres://u:p@db/g' : KEY;
      const file = await aFile(`${name}.secret`, `${value}\n`);
      const config = loadConfig({ [`${name}_FILE`]: file });
      const read = {
        GW_MASTER_KEY: config.masterKey,
        DATABASE_URL: config.databaseUrl,
        GW_METRICS_TOKEN: config.metricsToken,
        GW_AUDIT_TOKEN: config.auditToken,
      };
      expect(read[name]?.reveal()).toBe(value);
    },
  );

  it('prefers the variable to the file', async () => {
    const file = await aFile('other.key', 'cd'.repeat(32));
    const config = loadConfig({ GW_MASTER_KEY: KEY, GW_MASTER_KEY_FILE: file });
    expect(config.masterKey?.reveal()).toBe(KEY);
  });

  it.each([
    [undefined, undefined, true],
    ['postgres://db', undefined, false],
    ['postgres://db', 'true', true],
    [undefined, 'false', false],
  ])('with DATABASE_URL %s and GW_MIGRATE_ON_START %s migrates: %s', (url, migrate, expected) => {
    const config = loadConfig({ DATABASE_URL: url, GW_MIGRATE_ON_START: migrate });
    expect(config.migratesOnStart).toBe(expected);
  });

  it('hands out other variables by name, for secrets of the settings file', () => {
    const config = loadConfig({ OPENAI_API_KEY: 'sk-1', EMPTY: '' });
    expect([
      config.secretOf('OPENAI_API_KEY'),
      config.secretOf('EMPTY'),
      config.secretOf('NONE'),
    ]).toEqual(['sk-1', undefined, undefined]);
  });

  it('cannot be changed, and shows no secret when printed', () => {
    const config = loadConfig({ GW_MASTER_KEY: KEY, DATABASE_URL: 'postgres://u:hunter2@db/g' });
    expect(Object.isFrozen(config)).toBe(true);
    expect(JSON.stringify(config)).not.toMatch(/hunter2|abab/);
  });
});
