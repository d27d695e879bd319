import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseVirtualKey } from '#workloads';
import { COMMANDS } from './commands.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';

let folder: string;
let database: TestDatabase;
const { env } = process;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-cli-'));
  database = await testDatabase();
  process.env = {
    ...env,
    DATABASE_URL: database.url,
    GW_MASTER_KEY: 'ab'.repeat(32),
    GW_DATA_DIR: folder,
  };
});
afterAll(async () => {
  process.env = env;
  await rm(folder, { recursive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** The command line as a shell runs it, but within this process. */
async function gw(...words: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const said = { out: '', err: '' };
  const into = (name: 'out' | 'err') => (text: string | Uint8Array) => {
    said[name] += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(into('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(into('err'));
  const { argv } = process;
  process.argv = [...argv.slice(0, 2), ...words];
  vi.resetModules();
  try {
    await import('./main.js');
    return { code: process.exitCode, ...said };
  } finally {
    process.argv = argv;
    process.exitCode = undefined;
    vi.restoreAllMocks();
  }
}

async function aFile(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe('gw', () => {
  it('lists its commands when it is not told which, and fails when there is no such one', async () => {
    const help = await gw();
    expect(help.code).toBe(0);
    for (const command of [
      'config validate',
      'key generate',
      'price import',
      'audit fsck',
      'migrate',
    ]) {
      expect(help.out).toContain(`gw ${command}`);
    }
    expect((await gw('--help')).code).toBe(0);
    expect(await gw('--version')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^gw \d+\.\d+\.\d+\n$/),
    });
    expect(await gw('nothing')).toMatchObject({ code: 2, out: help.out });
    expect(await gw('nothing', '--help')).toMatchObject({ code: 2, out: help.out });
    expect(await gw('help')).toMatchObject({ code: 0, out: help.out });
  });

  it('lists those of a group when the group alone is named', async () => {
    const { code, out } = await gw('audit', '--help');
    expect(code).toBe(0);
    const groups = (text: string) => new Set(text.match(/^ {2}gw [a-z]+/gm));
    expect([groups(out).size, out]).toEqual([1, expect.stringContaining('gw audit rotate-key')]);
    expect(await gw('help', 'audit')).toEqual({ code, out, err: '' });
    expect(await gw('audit', 'destroy')).toEqual({
      code: 2,
      out,
      err: 'There is no command audit destroy.\n',
    });
    expect((await gw('help', 'audit', 'retain')).out).toMatch(/^gw audit retain /);
  });

  it('runs nothing that it is asked to explain, nor what has words too many', async () => {
    for (const name of [['migrate'], ['audit', 'repair'], ['audit', 'export'], ['spend']]) {
      const { code, out } = await gw(...name, '--help');
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^gw ${name.join(' ')}.*\n\n.+\n`));
    }
    const { code, err } = await gw('migrate', '--dry-run');
    expect(code).toBe(2);
    expect(err).toContain('migrate takes no arguments');
  });
});

describe('gw <command> --help', () => {
  it.each(COMMANDS)('explains each option of $usage, and no other', async ({ name, usage }) => {
    const { out } = await gw(...name, '--help');
    const [, , ...lines] = out.split('\n');
    const options = /--[a-z-]+|<[a-z-]+>/g;
    const explained = lines.slice(1).flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
    expect(explained.toSorted()).toEqual((usage.match(options) ?? []).toSorted());
  });

  it('is what the list of commands points to', async () => {
    expect((await gw('help')).out).toContain('gw <command> --help');
  });
});

it('gw audit export takes rows by their number alone', async () => {
  for (const option of ['--from', '--to']) {
    const { code, err } = await gw('audit', 'export', join(folder, 'none'), option, 'x');
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(`${option} takes the number of a row`),
    ]);
  }
});

describe('gw typed verify', () => {
  it('tells the revisions of the models that ship, which are whole', async () => {
    const { code, out } = await gw('typed', 'verify');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^router: .+ is whole.*\n {2}revision [0-9a-f]{64}\ntyped: .+ is whole.*\n/,
      ),
    ]);
  });

  it('says of each model of a folder why it is not usable', async () => {
    const { code, out } = await gw('typed', 'verify', folder);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/^router: not usable\. .+\ntyped: not usable\. .+\n$/),
    ]);
  });

  it.each([
    [['a', 'b'], /One folder/],
    [['/no/such/folder'], /is no folder/],
  ])('asks which folder: %j', async (args, message) => {
    const { code, err } = await gw('typed', 'verify', ...args);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe('gw route explain', () => {
  const settings = `apiVersion: gw/v1
organisation: { name: Small, residency: { mode: enforce } }
providers:
  - { name: openai, family: openai, secret: { env: KEY } }
  - { name: scaleway, family: scaleway, secret: { env: KEY } }
aliases:
  - { name: fast, targets: [{ model: openai/gpt }], fallbacks: [scaleway/qwen] }
workloads:
  - { name: app }
`;

  it('says where settings come from when it is given none', async () => {
    const { code, err } = await gw('route', 'explain', 'fast');
    expect([code, err]).toEqual([2, expect.stringContaining('under Settings as code')]);
  });

  it('shows each endpoint, what the filters say of it, and what is tried', async () => {
    const file = await aFile('route.yaml', settings);
    expect(await gw('route', 'explain', 'fast', '--file', file)).toEqual({
      code: 0,
      err: '',
      out: `fast, asked by app: alias
residency: EU only, enforce

openai/gpt  residency_blocked
  own key, GLOBAL; residency: not_guaranteed
  ✓ allow_list  ✓ enabled  ✓ capability  ✓ own_name  ✓ features  ✓ context  ✗ residency

scaleway/qwen  chosen
  own key, EU, guaranteed; residency: allowed
  ✓ allow_list  ✓ enabled  ✓ capability  ✓ own_name  ✓ features  ✓ context  ✓ residency  ✓ own_key  ✓ pause  ✓ health

tried in this order: scaleway/qwen
`,
    });
    const { code, out } = await gw('route', 'explain', 'openai/gpt', '--file', file, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ tried: [], candidates: [{ zone: 'GLOBAL' }] });
  });

  it.each([
    [[], 'Which model?'],
    [['fast', '--workload', 'ap'], 'There is no such workload; there are app.'],
    [['fast', '--operation', 'chta'], '--operation is one of chat, complete'],
    [['fast', '--format', 'soap'], '--format is one of chat, messages'],
  ])('says what is wrong with %j', async (words, fault) => {
    const file = await aFile('route.yaml', settings);
    const { code, err } = await gw('route', 'explain', ...words, '--file', file);
    expect([code, err]).toEqual([2, expect.stringContaining(fault)]);
  });
});

describe('gw config validate', () => {
  it('is good with a file that can be used', async () => {
    const file = await aFile(
      'good.yaml',
      `apiVersion: gw/v1\norganisation: { name: Example }\nworkloads: [{ name: app }]
providers: [{ name: p, family: custom, base_url: http://127.0.0.1 }]`,
    );
    expect(await gw('config', 'validate', file)).toEqual({
      code: 0,
      out: `${file} can be used: 1 provider with 0 models, 0 aliases, 1 workload.\n`,
      err: '',
    });
  });

  it('fails with a file that cannot, and says all that is wrong with it', async () => {
    const file = await aFile(
      'bad.yaml',
      'apiVersion: gw/v1\norganisation: { name: Example, colour: red }\nworkloads: [{ name: app, rpm: none }]',
    );
    const { code, out } = await gw('config', 'validate', file);
    expect(code).toBe(1);
    expect(out).toContain('- organisation.colour: there is no such setting\n');
    expect(out).toContain('- workloads[0].rpm: ');
  });

  it.each([
    ['http://example.com/', 'it is not https'],
    ['https://127.0.0.1:8443/', 'it leads to no host of the public internet'],
    ['https://2130706433/', 'it leads to no host of the public internet'],
    ['https://[::1]/', 'it leads to no host of the public internet'],
    ['https://169.254.169.254/', 'it leads to no host of the public internet'],
    ['https://example.com:22/', 'its port is neither 443 nor 8443'],
    ['https://example.com/', null],
    ['http://trusted.example:99/', null],
  ])('judges the address of a webhook, %s', async (url, fault) => {
    const file = await aFile(
      'webhook.yaml',
      `apiVersion: gw/v1
organisation: { name: Example, alerts: { webhooks: [{ name: w, url: '${url}', secret: { env: W } }] } }
workloads: [{ name: app }]
providers: [{ name: p, family: custom, base_url: http://127.0.0.1 }]`,
    );
    vi.stubEnv('GW_OUTBOUND_HOSTS', 'trusted.example');
    const { code, out } = await gw('config', 'validate', file);
    const line = fault === null ? `${file} can be used` : `alerts.webhooks.w.url: ${fault}`;
    expect([code, out]).toEqual([fault === null ? 0 : 1, expect.stringContaining(line)]);
  });

  it('could not be run without a file, or with one that is not there', async () => {
    expect(await gw('config', 'validate')).toMatchObject({
      code: 2,
      err: 'Which file?\nUsage: gw config validate <file>\n',
    });
    expect(await gw('config', 'validate', join(folder, 'missing.yaml'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not there.'),
    });
  });
});

describe('gw key generate', () => {
  it.each([
    [[], 'live'],
    [['--test'], 'test'],
  ])('%j prints one key of the kind %s and nothing else', async (flags, kind) => {
    const { code, out } = await gw('key', 'generate', ...flags);
    expect(code).toBe(0);
    expect(out.endsWith('\n')).toBe(true);
    expect(parseVirtualKey(out.trim())?.env).toBe(kind);
  });

  it('does not overlook what it does not know', async () => {
    expect(await gw('key', 'generate', '--live')).toMatchObject({ code: 2, out: '' });
  });
});

describe('gw key revoke', () => {
  it('takes the id of a key, or a whole one, and says when there is none', async () => {
    const { out: key } = await gw('key', 'generate');
    const id = parseVirtualKey(key.trim())?.id ?? '';
    for (const word of [id, key.trim()]) {
      expect(await gw('key', 'revoke', word)).toMatchObject({
        code: 1,
        out: `There is no key ${id}, or it was revoked before.\n`,
      });
    }
    for (const words of [[], ['short'], [id, id]]) {
      expect(await gw('key', 'revoke', ...words)).toMatchObject({
        code: 2,
        err: expect.stringContaining('Which key? Its id'),
      });
    }
  });
});

describe('gw migrate', () => {
  it('has nothing to do on a database of this release', async () => {
    expect(await gw('migrate')).toMatchObject({ code: 0, out: 'Nothing to do.\n' });
  });
});

describe('gw price import', () => {
  const priceOf = (amount: string) =>
    `"input_cost_per_token": ${amount}, "output_cost_per_token": 1e-5`;
  const list = (
    amount: string,
  ) => `{"large": {"litellm_provider": "vendor", ${priceOf(amount)}, "fee_cost": 1},
    "odd": {"litellm_provider": "vendor", ${priceOf('-1')}}}`;
  const books = async () => {
    const text = `SELECT source, model, unit, currency, nano_per_million::text AS amount
      FROM price_book JOIN price USING (version) ORDER BY version, unit`;
    return database.app.query<Record<string, string>>({ name: 'test-books', text });
  };

  it('shows what would change and changes nothing, until it is told to', async () => {
    const file = await aFile('prices.json', list('1.5e-07'));
    const dry = await gw('price', 'import', file, '--as', 'vendor=mine');
    expect(dry.code).toBe(0);
    expect(dry.out).toContain('1 model of 1 provider, with 2 prices.');
    expect(dry.out).toContain(
      'added: 1\n        mine/large: in USD 0.15 per million, out USD 10.00 per million\n',
    );
    expect(dry.out).toContain(
      'skipped: 1\n        input_cost_per_token is not a decimal: 1 (odd)\n',
    );
    expect(dry.out).toContain('left out: 1\n        fee_cost (1 model)');
    expect(dry.out).toContain('Nothing was changed.');
    expect(await books()).toEqual([]);

    const active = await gw(
      'price',
      'import',
      file,
      '--as',
      'vendor=mine',
      '--rate',
      'USD:EUR=0.92',
      '--activate',
    );
    expect(active.out).toMatch(/In force as version \d+\.\n$/);
    expect(await books()).toEqual([
      {
        source: `import:${file}`,
        model: 'mine/large',
        unit: 'in',
        currency: 'USD',
        amount: '150000000.000000',
      },
      {
        source: `import:${file}`,
        model: 'mine/large',
        unit: 'out',
        currency: 'USD',
        amount: '10000000000.000000',
      },
    ]);
    const rate = {
      name: 'test-rates',
      text: 'SELECT from_currency, to_currency, rate::text FROM exchange_rate',
    };
    expect(await database.app.query(rate)).toEqual([
      { from_currency: 'USD', to_currency: 'EUR', rate: '0.920000000000' },
    ]);

    const again = await gw(
      'price',
      'import',
      file,
      '--as',
      'vendor=mine',
      '--rate',
      'USD:EUR=0.92',
      '--activate',
    );
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('in force already') });
    const dearer = await aFile('dearer.json', list('2e-07'));
    const jump = await gw('price', 'import', dearer, '--as', 'vendor=mine');
    expect(jump.out).toContain(
      'changed: 1\n        mine/large in: USD 0.15 per million → USD 0.20 per million  (by more than a fifth)\n',
    );
  });

  it('puts prices that jump into force when they are approved, with the rates that are in force', async () => {
    const file = await aFile('dearer.json', list('3e-07'));
    const before = await books();
    const unseen = await gw('price', 'import', file, '--as', 'vendor=mine', '--activate');
    expect(unseen).toMatchObject({
      code: 1,
      out: expect.stringContaining('1 price moves by more than a fifth') as string,
    });
    expect(await books()).toEqual(before);
    const seen = await gw('price', 'import', file, '--as', 'vendor=mine', '--approve');
    expect(seen).toMatchObject({ code: 0, out: expect.stringContaining('In force') as string });
    const latest = `SELECT rate::text FROM exchange_rate WHERE version = (SELECT max(version) FROM price_book)`;
    const rows = await database.app.query({ name: 'test-latest-rates', text: latest });
    expect(rows).toEqual([{ rate: '0.920000000000' }]);
  });

  it('holds small steps against what was approved last', async () => {
    const put = async (amount: string, flag = '--activate') =>
      gw('price', 'import', await aFile('step.json', list(amount)), '--as', 'vendor=mine', flag);
    expect(await put('3.5e-07')).toMatchObject({ code: 0 });
    const before = await books();
    const unseen = await put('4e-07');
    expect(unseen.code).toBe(1);
    expect(unseen.out).toContain(
      'USD 0.35 per million → USD 0.40 per million (approved at USD 0.30 per million)  (by more than a fifth)\n',
    );
    expect(unseen.out).toContain('1 price moves by more than a fifth');
    expect(await books()).toEqual(before);
    // What came in steps is approved as it stands, and steps are counted from there.
    expect((await put('3.5e-07', '--approve')).out).toContain('In force as version');
    expect((await put('3.5e-07', '--approve')).out).toContain('in force already');
    expect(await put('4e-07')).toMatchObject({ code: 0 });
    expect(await put('3e-07', '--approve')).toMatchObject({ code: 0 });
  });

  it('puts an exchange rate that jumps into force only when it is approved', async () => {
    const file = await aFile('same.json', list('3e-07'));
    const before = await books();
    const slip = (...flags: string[]) =>
      gw('price', 'import', file, '--as', 'vendor=mine', ...flags);
    const unseen = await slip('--rate', 'USD:EUR=0.000001', '--activate');
    expect(unseen.code).toBe(1);
    expect(unseen.out).toContain('USD:EUR: 0.92 → 0.000001  (by more than a fifth)\n');
    expect(unseen.out).toContain('1 exchange rate moves by more than a fifth');
    expect(await books()).toEqual(before);
    expect(await slip('--rate', 'USD:EUR=0.5', '--approve')).toMatchObject({ code: 0 });
    expect(await slip('--rate', 'USD:EUR=0.92', '--approve')).toMatchObject({ code: 0 });
  });

  it('puts a new model that is free into force only when it is approved', async () => {
    const free = '"input_cost_per_token": 0, "output_cost_per_token": 0';
    const half = '"input_cost_per_token": 1e-6';
    const entry = (fields: string) => `{"litellm_provider": "vendor", "mode": "chat", ${fields}}`;
    const file = await aFile('free.json', `{"free": ${entry(free)}, "half": ${entry(half)}}`);
    const before = await books();
    const put = (flag: string) =>
      gw('price', 'import', file, '--as', 'vendor=mine', '--merge', flag);
    const unseen = await put('--activate');
    expect(unseen.code).toBe(1);
    expect(unseen.out).toContain('it has no price for the tokens that come out: 1 (half)\n');
    expect(unseen.out).toContain(
      'mine/free: in USD 0.00 per million, out USD 0.00 per million  (free, at least in part)\n',
    );
    expect(unseen.out).toContain('1 new model is free');
    expect(await books()).toEqual(before);
    expect(await put('--approve')).toMatchObject({ code: 0 });
    expect(await put('--activate')).toMatchObject({ code: 0 });
    const large = await aFile('large.json', list('3e-07'));
    const gone = await gw(
      'price',
      'import',
      large,
      '--as',
      'vendor=mine',
      '--replace',
      '--approve',
    );
    expect(gone.out).toContain('removed: 1\n        mine/free\n');
  });

  it('asks what becomes of the models that a file does not name', async () => {
    const entry = `{"litellm_provider": "vendor", ${priceOf('1e-6')}}`;
    const file = await aFile('other.json', `{"other": ${entry}}`);
    const asked = await gw('price', 'import', file, '--as', 'vendor=mine', '--activate');
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('--merge keeps') });

    const kept = await gw('price', 'import', file, '--as', 'vendor=mine', '--merge', '--activate');
    expect(kept.out).toContain('added: 1\n        mine/other: in USD 1.00 per million');
    expect(kept.out).not.toContain('removed');
    const again = await gw('price', 'import', file, '--as', 'vendor=mine', '--merge', '--activate');
    expect(again.out).toContain('These prices are in force already.');

    const gone = await gw(
      'price',
      'import',
      file,
      '--as',
      'vendor=mine',
      '--replace',
      '--activate',
    );
    expect(gone.out).toContain('removed: 1\n        mine/large\n');
  });

  it('puts a list with collisions into force, and names them', async () => {
    const entry = (amount: string) => `{"litellm_provider": "vendor", ${priceOf(amount)}}`;
    const twice = `{"chat": ${entry('1e-6')}, "vendor/chat": ${entry('2e-6')}}`;
    const file = await aFile('twice.json', twice);
    const { code, out } = await gw('price', 'import', file, '--replace', '--activate');
    expect(code).toBe(0);
    expect(out).toContain('vendor/chat: chat and vendor/chat, other prices, vendor/chat is taken');
    expect(await books()).toContainEqual(
      expect.objectContaining({ model: 'vendor/chat', amount: '2000000000.000000' }),
    );
  });

  it.each([
    ['not JSON', 'prices: none', 'is no price list'],
    ['no list', '[]', ''],
    ['nothing to charge by', '{"a": {"litellm_provider": "vendor"}}', ''],
  ])('changes nothing by a file that holds %s', async (_what, content, message) => {
    const before = await books();
    const file = await aFile('bad.json', content);
    const { code, err } = await gw('price', 'import', file, '--replace', '--activate');
    expect(code).toBeGreaterThan(0);
    expect(err).toContain(message);
    expect(await books()).toEqual(before);
  });

  it.each([
    [['--as', 'vendor'], '--as takes'],
    [['--as', 'vendor=a/b'], '--as takes'],
    [['--as', '=mine'], '--as takes'],
    [['--as', 'vendor=mine', '--as', 'vendor=other'], 'two names'],
    [['--as', 'vendr=mine'], 'the list names no provider vendr; did you mean vendor?'],
    [['--rate', 'USD=0.92'], '--rate takes'],
    [['--rate', 'USD:EUR=-1'], '--rate takes'],
    [['--rate', 'USD:EUR=1e3'], '--rate takes'],
    [['--rate', 'USD:EUR=0,92'], '--rate takes'],
    [['--rate', 'USD:EUR=0.0'], 'a rate of nothing'],
    [['--rate', 'EUR:EUR=1'], 'there is no rate'],
    [['--rate', 'USD:EUR=0.1234567890123'], '12 decimals'],
    [['--rate', 'USD:EUR=1', '--rate', 'USD:EUR=2'], 'USD:EUR twice'],
    [['--merge', '--replace'], 'not both'],
    [['--unknown'], 'Usage: gw price import'],
    [['second.json'], 'One file at a time'],
  ])('could not be run with %j', async (flags, message) => {
    const file = await aFile('prices.json', list('1e-7'));
    const before = await books();
    const { code, err } = await gw('price', 'import', file, ...flags, '--activate');
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(await books()).toEqual(before);
  });

  it('asks which file', async () => {
    expect(await gw('price', 'import')).toMatchObject({ code: 2 });
  });
});

describe('gw audit', () => {
  it('finds a fresh database clean', async () => {
    expect(await gw('audit', 'fsck')).toMatchObject({
      code: 0,
      out: '0 sealed rows in 0 logs: clean.\n',
    });
  });

  it('does not call counters sound that it cannot see', async () => {
    const countIn = (name: string) =>
      database.app.query({ name: 'test-place', text: 'UPDATE counter_store SET name = $1' }, [
        name,
      ]);
    await countIn('redis');
    try {
      const { code, out } = await gw('audit', 'fsck');
      expect([code, out]).toEqual([1, expect.stringMatching(/BROKEN .*\n.*REDIS_URL is not set/)]);
      expect(out).toContain('1 assertion does not hold.');
    } finally {
      await countIn('postgres');
    }
  });

  it('shows what retention would drop, and drops nothing unless it is told where to', async () => {
    expect(await gw('audit', 'retain', '--before', '2020-01')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/no month before it.*\nNothing was dropped/),
    });
    const archive = ['--export', join(folder, 'archive'), '--yes'];
    expect(await gw('audit', 'retain', '--before', '2020-01', ...archive)).toMatchObject({
      code: 0,
      out: 'There is no month before it that has rows to drop.\n',
    });
    for (const [args, fault] of [
      [['--before', '2020-01', '--yes'], '--export takes a folder'],
      [['--before', '2999-01'], 'and later are needed'],
      [['--before', '2020-13'], 'as in 2026-08'],
    ] as const) {
      const { code, err } = await gw('audit', 'retain', ...args);
      expect([code, err]).toEqual([2, expect.stringContaining(fault)]);
    }
  });

  it('takes no other file than an Ed25519 private key for the next one, and says so', async () => {
    const spki = { type: 'spki', format: 'pem' } as const;
    const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    for (const text of [
      publicKey.export(spki).toString(),
      privateKey.export({ ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'p' }).toString(),
      generateKeyPairSync('x25519').privateKey.export(pkcs8).toString(),
      'no key at all',
      '',
    ]) {
      const file = await aFile('next.pem', text);
      expect(await gw('audit', 'rotate-key', file)).toEqual({
        code: 2,
        out: '',
        err: 'The signing key of the audit log must be an Ed25519 private key: PEM, without a passphrase.\n',
      });
    }
  });

  it('erases a call or a person, for a reason', async () => {
    const call = '0192f0c0-0000-7000-8000-000000000001';
    for (const [args, fault] of [
      [['--end-user', 'jane'], 'Say --reason'],
      [[call, '--end-user', 'jane', '--reason', 'asked'], 'Not both'],
      [['--reason', 'asked'], 'Of which call?'],
      [['--end-user', 'jane', '--reason', 'asked'], 'Which organisation? There are: none'],
    ] as const) {
      const { code, err } = await gw('audit', 'erase', ...args);
      expect([code, err]).toEqual([2, expect.stringContaining(fault)]);
    }
  });

  it('says that there is no proof of what was never sealed', async () => {
    const { code, out } = await gw('audit', 'proof', '0192f0c0-0000-7000-8000-000000000001');
    expect([code, out]).toEqual([1, expect.stringContaining('no sealed call')]);
  });

  it('asks which organisation, when there is not exactly one', async () => {
    const { code, err } = await gw('audit', 'export', join(folder, 'export'));
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('Which organisation? There are: none'),
    ]);
  });
});
