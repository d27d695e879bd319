import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FAMILIES, SAMPLE } from '../testing/a-settings-file.js';
import { readSettings, readSettingsFile, SettingsFault } from './read-settings-file.js';

type Path = readonly (string | number)[];

/** The sample with one setting written as given; undefined takes it out. */
function changed(path: Path, value: unknown): unknown {
  const root = parse(SAMPLE) as unknown;
  let place = root as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) place = place[step] as typeof place;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete place[last];
  else place[last] = value;
  return root;
}

function faultsOf(settings: unknown): readonly string[] {
  try {
    readSettings(settings, FAMILIES);
  } catch (fault) {
    if (fault instanceof SettingsFault) return fault.faults;
    throw fault;
  }
  return [];
}

const faultOf = (path: Path, value: unknown) => faultsOf(changed(path, value)).join('\n');

/** `providers[0].models`, as faults spell it. */
const textOf = (path: Path) =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);

describe('a settings file', () => {
  it('that uses every setting is read with all its values', () => {
    const file = readSettingsFile(SAMPLE, FAMILIES);
    expect(file.organisation).toMatchObject({ name: 'Example', time_zone: 'Europe/Berlin' });
    expect(file.providers.map(({ name, family }) => [name, family])).toEqual([
      ['mock', 'openai'],
      ['deployments', 'azure'],
    ]);
    expect(file.providers[0]?.models[0]).toMatchObject({
      id: 'small',
      price: { currency: 'EUR', per: 1_000_000, input: '0.10' },
      max_output_tokens: 16_384,
    });
    expect(file.providers[0]?.models[1]?.price).toMatchObject({ currency: 'XXX', call: '0' });
    expect(file.workloads[0]?.keys[0]).toEqual({ name: 'ci', secret: { env: 'GW_KEY_CI' } });
  });

  it('needs a provider, which settings that people begin with do not', () => {
    const bare = 'apiVersion: gw/v1\norganisation: { name: Example }\n';
    expect(() => readSettingsFile(bare, FAMILIES)).toThrow(/providers: at least one is needed/);
    expect(readSettings(parse(bare), FAMILIES).providers).toEqual([]);
  });

  it.each([
    ['vertex-gemini', ', project: p, secret: { env: S }'],
    ['bedrock', ''],
  ])('names the region alone where %s has no address for want of one', (family, rest) => {
    const faults = (region: string) => {
      try {
        readSettingsFile(
          `apiVersion: gw/v1\norganisation: { name: Small }\nproviders: [{ name: p, family: ${family}${rest}${region} }]`,
          FAMILIES,
        );
      } catch (fault) {
        return fault instanceof SettingsFault ? fault.faults.join('\n') : fault;
      }
      return 'none';
    };
    expect(faults('')).toMatch(/^providers\.p\.region: the family \S+ needs it, as in [^\n]+$/);
    expect(faults(', region: 5')).toMatch(/^providers\[0\]\.region: [^\n]+$/);
    expect(faults(', region: eu-central-1')).toBe('none');
  });

  it('may leave out an address where the family has one', () => {
    const file = (family: string, rest = '') =>
      `apiVersion: gw/v1\norganisation: { name: Small }\nproviders: [{ name: p, family: ${family}${rest} }]`;
    const addressOf = (text: string) => readSettingsFile(text, FAMILIES).providers[0]?.base_url;
    expect(addressOf(file('openai'))).toBe('https://openai.example/v1');
    const own = ', base_url: http://127.0.0.1:8000/v1';
    expect(addressOf(file('openai', own))).toBe('http://127.0.0.1:8000/v1');
    expect(() => addressOf(file('custom'))).toThrow(
      'providers[0].base_url: is missing; base_url must be',
    );
    expect(() => addressOf(file('opnai', own))).toThrow('did you mean openai?');
  });

  it.each([
    ['opnai', 'openai'],
    ['AWS', 'bedrock'],
    ['vertex', 'vertex-gemini or vertex-claude'],
  ])('takes the family %s for a fault, and nothing that follows from it', (family, meant) => {
    const text = `apiVersion: gw/v1\norganisation: { name: Small }\nproviders: [{ name: p, family: ${family} }]`;
    const faults = [...FAMILIES.keys()].join(', ');
    expect(() => readSettingsFile(text, FAMILIES)).toThrow(
      `cannot be used:\n- providers[0].family: ${family} is not served; there are ${faults}; did you mean ${meant}?`,
    );
  });

  it('may leave out whatever has a default', () => {
    const least = 'apiVersion: gw/v1\norganisation: { name: Small }\nproviders: [';
    const provider = '{ name: p, family: custom, base_url: http://127.0.0.1 }]';
    const file = readSettingsFile(least + provider, FAMILIES);
    expect(file).toMatchObject({
      organisation: {
        currency: 'EUR',
        time_zone: 'UTC',
        protection: { mode: 'tokenize', documents: false },
        explicit_prompt_cache: false,
        response_cache: { enabled: false },
        content_retention_days: 0,
        residency: { mode: 'report', preset: 'eu' },
      },
      exchange_rates: [],
      providers: [{ credential: 'own', location: {}, models: [] }],
      aliases: [],
      workloads: [],
    });
  });

  it('gives a workload that says nothing the usual limits', () => {
    const [workload] = readSettings(
      changed(['workloads', 0], { name: 'bare' }),
      FAMILIES,
    ).workloads;
    expect(workload).toMatchObject({
      name: 'bare',
      allowed_models: [],
      upstream_timeout_seconds: 300,
      on_disconnect: 'abort',
      on_exhausted: 'finish',
      on_key_revoked: 'finish',
      keys: [],
    });
    expect(workload?.rpm).toBeUndefined();
    expect(workload?.budget).toBeUndefined();
  });

  const places: Path[] = [
    [],
    ['organisation'],
    ['organisation', 'cap'],
    ['organisation', 'credit'],
    ['organisation', 'alerts'],
    ['organisation', 'alerts', 'webhooks', 0],
    ['organisation', 'plan'],
    ['organisation', 'plan', 'free'],
    ['workloads', 0, 'budget', 'override'],
    ['organisation', 'protection'],
    ['organisation', 'response_cache'],
    ['organisation', 'residency'],
    ['exchange_rates', 0],
    ['providers', 0],
    ['providers', 0, 'secret'],
    ['providers', 0, 'location'],
    ['providers', 0, 'models', 0],
    ['providers', 0, 'models', 0, 'price'],
    ['aliases', 0],
    ['aliases', 0, 'targets', 0],
    ['workloads', 0],
    ['workloads', 0, 'budget'],
    ['workloads', 0, 'protection'],
    ['workloads', 0, 'scope'],
    ['workloads', 0, 'keys', 0],
    ['workloads', 0, 'keys', 0, 'secret'],
  ];
  it.each(places.map((place) => [...place, 'suprise']))(
    'refuses an unknown setting at %s.%s',
    (...path) => {
      expect(faultsOf(changed(path, 1))).toContain(`${textOf(path)}: there is no such setting`);
    },
  );

  it.each<[Path, string]>([
    [['organization'], 'organisation'],
    [['organisation', 'timezone'], 'time_zone'],
    [['providers', 0, 'baseUrl'], 'base_url'],
    [['providers', 0, 'models', 0, 'price', 'ouput'], 'output'],
    [['workloads', 0, 'allow_models'], 'allowed_models'],
    [['workloads', 0, 'keys', 0, 'secret', 'evn'], 'env'],
  ])('says what was meant by %s', (path, meant) => {
    expect(faultOf(path, 1)).toContain(
      `${textOf(path)}: there is no such setting; did you mean ${meant}?`,
    );
  });

  it.each<[Path, string, string]>([
    [['organisation', 'protection', 'mode'], 'tokenise', 'tokenize'],
    [['workloads', 0, 'budget', 'period'], 'montly', 'monthly'],
    [['providers', 0, 'credential'], 'mine', ''],
    [['organisation', 'time_zone'], 'Europe/Berln', 'Europe/Berlin'],
  ])('says what was meant by the value of %s', (path, value, meant) => {
    const fault = faultOf(path, value);
    expect(fault).toContain(textOf(path));
    expect(/; did you mean (\S+)\?/.exec(fault)?.[1] ?? '').toBe(meant);
  });

  const LITERALS = [
    'sk-proj-abcdefghijklmnop1234567890',
    'gsk_abcdefghijklmnop1234567890',
    'gw_live_GjnLtHzLO7AOypsquyUzxVLRAu43lOhYPQvNZpPa0g4HE59S',
    'hunter-2',
  ];
  it.each(LITERALS)(
    'takes no secret itself, says where it belongs, and does not repeat it',
    (literal) => {
      for (const place of [['providers', 0] as const, ['workloads', 0, 'keys', 0] as const]) {
        const faults = [
          faultOf([...place, 'secret'], literal),
          faultOf([...place, 'secret'], { env: literal }),
          faultOf([...place, 'secret'], { file: literal }),
        ];
        expect(faults[0]).toMatch(/name what holds it: \{env: NAME\} or \{file: path\}$/);
        expect(faults[1]).toMatch(/never the secret itself/);
        expect(faults[2]).toMatch(/never the secret itself/);
        expect(faults.join()).not.toContain(literal);
      }
    },
  );

  it.each(['OPENAI_API_KEY', 'GW_KEY_1', 'my_key', '_X'])('takes %s for a variable', (env) => {
    expect(faultOf(['providers', 0, 'secret'], { env })).toBe('');
  });

  it.each([
    'https://user:hunter2@host/v1',
    'https://hunter2@host/v1',
    'https://host/v1?key=hunter2',
    'https://host/v1#hunter2',
  ])('takes no credentials within an address, and does not repeat them', (url) => {
    const fault = faultOf(['providers', 0, 'base_url'], url);
    expect(fault).toMatch(/^providers\[0\]\.base_url: .*a key belongs into secret$/);
    expect(fault).not.toContain('hunter2');
  });

  it.each(['base_url', 'token_url'])(
    'takes nothing for %s that no connection can go to',
    (name) => {
      for (const url of [
        'https://[fe80::1%25lo]/mcp',
        'https://host:99999/',
        'https://',
        'host/v1',
      ]) {
        expect(faultOf(['providers', 0, name], url), url).toMatch(
          /must be an http or https address/,
        );
      }
    },
  );

  it.each(['0', '0.000', '1e-13', '1e30'])('takes no exchange rate of %s', (rate) => {
    expect(faultOf(['exchange_rates', 0, 'rate'], rate)).toMatch(/^exchange_rates\[0\]\.rate: /);
  });

  it.each<Path>([
    ['organisation', 'name'],
    ['workloads', 0, 'keys', 0, 'name'],
    ['providers', 0, 'models', 0, 'id'],
  ])('takes no text at %s.%s that cannot be stored', (...path) => {
    for (const text of ['a\0b', '\ud800']) {
      expect(faultOf(path, text)).toBe(`${textOf(path)}: no text that can be stored`);
    }
  });

  const amounts: Path[] = [
    ['organisation', 'cap', 'amount'],
    ['organisation', 'credit', 'amount'],
    ['organisation', 'plan', 'free', 'amount'],
    ['workloads', 0, 'budget', 'override', 'amount'],
    ['exchange_rates', 0, 'rate'],
    ['providers', 0, 'models', 0, 'price', 'input'],
    ['providers', 0, 'models', 0, 'price', 'cache_write_1h'],
    ['workloads', 0, 'budget', 'amount'],
  ];
  it.each(amounts.map((path) => [textOf(path), path] as const))(
    'takes %s as text only',
    (text, path) => {
      for (const amount of [0.1, 10, '-1', '1,5', 'ten', '']) {
        expect(faultOf(path, amount)).toMatch(
          new RegExp(`^${text.replaceAll(/[.[\]]/g, '\\$&')}: .*in quotes`),
        );
      }
      expect(faultOf(path, '12.50')).toBe('');
    },
  );

  it.each(
    amounts.filter((path) => path.at(-1) === 'amount').map((path) => [textOf(path), path] as const),
  )('refuses an amount for %s that no counter can hold', (text, path) => {
    expect(faultOf(path, '9000000000')).toBe('');
    expect(faultOf(path, '9000000000.01')).toContain(text);
  });

  it.each<[Path, unknown, RegExp]>([
    [['organisation', 'residency', 'mode'], 'enforced', /one of off, report, enforce; .*enforce\?/],
    [['organisation', 'residency', 'preset'], 'europe', /one of eu, eea_ch, eu_adequate/],
    [['organisation', 'residency', 'allow_zones'], ['eu'], /must be a zone or a country/],
    [['organisation', 'residency', 'allow_zones'], ['EEU'], /EEU is neither a zone, .*EEA\?|EU\?/],
    [['organisation', 'residency', 'allow_countries'], ['XX'], /XX is not the code of a country/],
    [['organisation', 'residency', 'deny_countries'], ['EU'], /EU is not the code of a country/],
    [['organisation', 'residency', 'block_status'], 404, /block_status must be 403 or 451/],
    [['organisation', 'residency', 'order'], ['nearest'], /nearest is neither a zone/],
    [['organisation', 'residency', 'operator'], { in: ['EU'], not_in: ['US'] }, /either in or not/],
    [['organisation', 'residency', 'operator'], { in: ['GLOBAL'] }, /GLOBAL is neither a zone/],
    [
      ['organisation', 'residency', 'adequate_countries'],
      [{ country: 'UX', from: '2026-01-01' }],
      /UX is not the code/,
    ],
    [
      ['organisation', 'residency', 'adequate_countries'],
      [{ country: 'US', from: 'yesterday' }],
      /must be a date/,
    ],
    [['providers', 0, 'location', 'countries'], ['US'], /US is not in EU/],
    [['providers', 0, 'deployment'], 'Standard', /deployment: of no use at/],
    [['providers', 1, 'deployment'], 'GlobalStandart', /has no GlobalStandart; .*GlobalStandard\?/],
    [['providers', 1, 'deployment'], 'DataZoneStandard', /region: DataZoneStandard needs it/],
    [['workloads', 0, 'residency', 'exceptions'], [{ reason: 'why' }], /until must be a moment/],
    [
      ['workloads', 0, 'residency', 'exceptions'],
      [{ reason: ' ', until: '2027-01-01T00:00:00Z' }],
      /reason must be longer/,
    ],
    [
      ['workloads', 0, 'residency', 'exceptions'],
      [{ reason: 'why', until: '2027-01-01T00:00:00Z', models: ['z/*'] }],
      /exceptions: z\/\* names no provider/,
    ],
  ])('refuses %s = %j of where calls may be processed', (path, value, fault) => {
    expect(faultOf(path, value)).toMatch(fault);
  });

  it.each<[unknown, RegExp | '']>([
    [{ mode: 'off' }, ''],
    [{ mode: 'block', statement: 'About parcels.', judge: 'mock/small' }, ''],
    [{ mode: 'flag', statement: 'About parcels.', judge: 'gw/fast', uncertain: 'block' }, ''],
    [{ mode: 'enforce' }, /one of off, flag, block/],
    [{ mode: 'block', judge: 'mock/small' }, /scope\.statement: needed/],
    [{ mode: 'block', statement: 'About parcels.' }, /scope\.judge: name the model/],
    [{ mode: 'flag', statement: 'short', judge: 'mock/small' }, /statement must be longer/],
    [
      { mode: 'block', statement: 'About parcels.', judge: 'local' },
      /scope\.judge: this release has no local model/,
    ],
    [
      { mode: 'block', statement: 'About parcels.', judge: 'gw/typed' },
      /scope\.judge: this release has no local model/,
    ],
    [{ mode: 'off', judge: 'mock/smal' }, /lists no model smal; did you mean small/],
    [{ mode: 'off', examples_in: Array.from({ length: 11 }, () => 'x') }, /examples_in/],
    [{ mode: 'off', exceptions: [{ contains: 'x', reason: 'why' }] }, /contains must be longer/],
  ])('judges the scope %j', (scope, fault) => {
    expect(faultOf(['workloads', 0, 'scope'], scope)).toMatch(fault === '' ? /^$/ : fault);
  });

  describe('aliases', () => {
    const to = (name: string, target: string) => ({ name, targets: [{ model: target }] });
    const chain = (length: number) =>
      Array.from({ length }, (_, at) =>
        to(`l${at}`, at === length - 1 ? 'mock/small' : `l${at + 1}`),
      );

    it('lead through four aliases and no more', () => {
      expect(faultOf(['aliases'], [...chain(4), to('gw/fast', 'mock/small')])).toBe('');
      expect(faultOf(['aliases'], [...chain(5), to('gw/fast', 'mock/small')])).toBe(
        'aliases.l0: leads through more than 4 aliases',
      );
    });

    it('of a workload are its own, and checked together with the others', () => {
      const own = ['workloads', 0, 'aliases'];
      expect(faultOf(own, [to('mine', 'gw/fast'), to('gw/fast', 'mock/small')])).toBe('');
      expect(faultOf(own, [to('mine', 'mine')])).toMatch(/app\.aliases\.mine: points back/);
      expect(faultOf(own, [to('mine', 'nobody/small')])).toMatch(/app\.aliases\.mine: nobody/);
      expect(faultOf(own, [to('mine', 'mock/small'), to('mine', 'mock/free')])).toMatch(/twice/);
      expect(faultOf(own, [to('mock/fast', 'mock/small')])).toMatch(/is the name of a provider/);
    });

    it('have the prefix gw for themselves', () => {
      expect(faultOf(['providers', 1, 'name'], 'gw')).toMatch(/the prefix gw\/ is for aliases/);
    });
  });

  it('falls back from an own key to a managed one that is there', () => {
    const fallback = ['providers', 0, 'fallback'];
    expect(faultOf(fallback, 'managed')).toMatch(/no provider with a managed key serves/);
    expect(faultOf(fallback, 'any')).toMatch(/one of none, managed/);
  });

  it.each<[Path, unknown]>([
    [['organisation', 'residency'], { mode: 'enforce', preset: 'sovereign_eu', order: ['local'] }],
    [['organisation', 'residency'], { allow_zones: ['EU', 'UK', 'CH'], deny_countries: ['HU'] }],
    [['organisation', 'residency'], { mode: 'off' }],
    [['providers', 0, 'location'], {}],
    [['providers', 0, 'location'], { zone: 'UK', guaranteed: true }],
    [['providers', 1, 'deployment'], 'GlobalStandard'],
  ])('takes %s = %j', (path, value) => {
    expect(faultOf(path, value)).toBe('');
  });

  it.each<[Path, unknown]>([
    [['apiVersion'], 'gw/v2'],
    [['apiVersion'], undefined],
    [['organisation'], undefined],
    [['organisation', 'name'], 5],
    [['organisation', 'currency'], 'euro'],
    [['organisation', 'protection'], null],
    [['organisation', 'protection', 'mode'], 'hide'],
    [['organisation', 'cap', 'period'], 'yearly'],
    [
      ['organisation', 'alerts', 'thresholds'],
      [50, 50],
    ],
    [['organisation', 'alerts', 'thresholds'], [0]],
    [['organisation', 'alerts', 'thresholds'], [50.5]],
    [['organisation', 'alerts', 'emails'], ['nobody']],
    [['organisation', 'alerts', 'webhooks', 0, 'url'], 'ftp://example.org'],
    [['organisation', 'alerts', 'webhooks', 0, 'url'], 'https://user:pass@example.org'],
    [['organisation', 'alerts', 'webhooks', 0, 'secret'], undefined],
    [['organisation', 'plan', 'name'], undefined],
    [['organisation', 'plan', 'free', 'period'], undefined],
    [['organisation', 'plan', 'ends'], '2026-12-01'],
    [['organisation', 'plan', 'ends'], '2026-12-01T00:00:00'],
    [['organisation', 'plan', 'ends'], '2026-13-01T00:00:00Z'],
    [['workloads', 0, 'budget', 'override', 'until'], undefined],
    [['workloads', 0, 'budget', 'override', 'until'], 'tomorrow'],
    [['exchange_rates'], { from: 'USD' }],
    [['exchange_rates', 0, 'from'], 'usd'],
    [['providers', 0, 'base_url'], 'ftp://host'],
    [['providers', 0, 'name'], 'a b'],
    [['providers', 0, 'name'], 'a/b'],
    [['providers', 0, 'credential'], 'stolen'],
    [['providers', 0, 'location', 'zone'], 'eu'],
    [['providers', 0, 'models'], 'small'],
    [['providers', 0, 'models', 0, 'id'], 'a b'],
    [['providers', 0, 'models', 0, 'price'], 'cheap'],
    [['providers', 0, 'models', 0, 'price', 'per'], 7],
    [['providers', 0, 'models', 0, 'max_output_tokens'], 0],
    [['aliases', 0, 'targets', 0, 'weight'], 0],
    [['workloads', 0, 'rpm'], 0],
    [['workloads', 0, 'tpm'], 1.5],
    [['workloads', 0, 'budget', 'mode'], 'loose'],
    [['workloads', 0, 'upstream_timeout_seconds'], 9],
    [['workloads', 0, 'upstream_timeout_seconds'], 601],
    [['workloads', 0, 'on_disconnect'], 'wait'],
    [['workloads', 0, 'on_exhausted'], 'stop'],
    [['workloads', 0, 'on_key_revoked'], 'stop'],
    [['workloads', 0, 'allowed_models'], [5]],
    [['workloads', 0, 'keys', 0, 'secret'], 'gw_live_plain'],
  ])('refuses %s = %o, naming the setting', (path, value) => {
    const [parent] = [textOf(path)];
    expect(faultOf(path, value)).toContain(parent.split('[')[0]);
  });

  it.each<[string, Path, unknown, RegExp]>([
    [
      'a family without the region that it needs',
      ['providers', 0, 'family'],
      'bedrock',
      /^providers\.mock\.region: the family bedrock needs it/m,
    ],
    ...['region', 'project'].map((name): [string, Path, unknown, RegExp] => [
      `a family without the ${name} that it needs`,
      ['providers', 0, 'family'],
      'vertex-gemini',
      new RegExp(`^providers\\.mock\\.${name}: the family vertex-gemini needs`, 'm'),
    ]),
    [
      'a project that means nothing',
      ['providers', 0, 'project'],
      'p1',
      /^providers\.mock\.project: of no use to the family openai$/m,
    ],
    [
      'an address of tokens that means nothing',
      ['providers', 0, 'token_url'],
      'https://tokens.example',
      /^providers\.mock\.token_url: of no use to the family openai$/m,
    ],
    [
      'a header for the secret of no tool server',
      ['providers', 0, 'secret_header'],
      'X-API-Key',
      /^providers\.mock\.secret_header: of no use to the family openai$/m,
    ],
    [
      'a header that a request has anyway',
      ['providers', 0, 'secret_header'],
      'Mcp-Session-Id',
      /^providers\.mock\.secret_header: Mcp-Session-Id is sent by the gateway itself$/m,
    ],
    [
      'a header that is none',
      ['providers', 0, 'secret_header'],
      'X API Key',
      /secret_header must be the name of a header/,
    ],
    [
      'oauth of no tool server',
      ['providers', 0, 'oauth'],
      { client_id: 'gateway' },
      /^providers\.mock\.oauth: of no use to the family openai$/m,
    ],
    [
      'a program that serves no tools',
      ['providers', 0, 'base_url'],
      'stdio:files',
      /^providers\.mock\.base_url: the family openai is served over http$/m,
    ],
    [
      'a program by its path',
      ['providers', 0, 'base_url'],
      'stdio:/bin/sh -c true',
      /base_url must be an http or https address/,
    ],
    [
      'trust in no tool server',
      ['providers', 0, 'trusted'],
      true,
      /^providers\.mock\.trusted: of no use to the family openai$/m,
    ],
    [
      'oauth with a resource that is no address',
      ['providers', 0, 'oauth'],
      { client_id: 'gateway', resource: '/tools' },
      /resource must be an absolute address without fragment/,
    ],
    ['a provider twice', ['providers', 1, 'name'], 'mock', /^providers: mock is declared twice$/m],
    [
      'a model twice',
      ['providers', 0, 'models', 1, 'id'],
      'small',
      /^providers\.mock\.models: small is declared twice$/m,
    ],
    [
      'a default provider that is none',
      ['organisation', 'default_provider'],
      'other',
      /default_provider: there is no provider other/,
    ],
    [
      'a time zone that is none',
      ['organisation', 'time_zone'],
      'Mars/Olympus',
      /time_zone: Mars\/Olympus is not/,
    ],
    [
      'an alias that leads nowhere',
      ['aliases', 0, 'fallbacks'],
      ['other/x'],
      /aliases\.gw\/fast: other\/x names no provider/,
    ],
    [
      'an alias without targets',
      ['aliases', 0, 'targets'],
      [],
      /aliases\.gw\/fast\.targets: at least one/,
    ],
    [
      'an alias named like a model',
      ['aliases', 0, 'name'],
      'mock/fast',
      /the prefix is the name of a provider/,
    ],
    [
      'an alias that leads to itself',
      ['aliases', 0, 'fallbacks'],
      ['gw/fast'],
      /aliases\.gw\/fast: points back to itself/,
    ],
    [
      'an alias that leads to a model that is not listed',
      ['aliases', 0, 'targets', 0, 'model'],
      'mock/smal',
      /aliases\.gw\/fast: mock lists no model smal; did you mean small\?/,
    ],
    [
      'an alias that leads to no alias',
      ['aliases', 0, 'fallbacks'],
      ['gw-fast'],
      /gw-fast is neither <provider>\/<model> nor an alias; did you mean gw\/fast\?/,
    ],
    [
      'an alias that leads to a mistyped provider',
      ['aliases', 0, 'fallbacks'],
      ['mok/small'],
      /mok\/small names no provider of this file; did you mean mock\?/,
    ],
    [
      'an allow-list with an unknown model',
      ['workloads', 0, 'allowed_models'],
      ['mock/larg'],
      /workloads\.app\.allowed_models: mock lists no model larg/,
    ],
    [
      'an allow-list with an unknown provider',
      ['workloads', 0, 'allowed_models'],
      ['moc/*'],
      /allowed_models: moc\/\* names no provider of this file; did you mean mock\?/,
    ],
    [
      'an allow-list that allows nothing',
      ['workloads', 0, 'allowed_models'],
      ['mock/vendor/*'],
      /mock lists no model that mock\/vendor\/\* allows/,
    ],
    [
      'an allow-list of everything',
      ['workloads', 0, 'allowed_models'],
      ['*'],
      /leave the list out/,
    ],
    [
      'a price without an exchange rate',
      ['exchange_rates'],
      [{ from: 'GBP', to: 'EUR', rate: '1.1' }],
      /^providers\.deployments\.models\.large\.price: in USD, and exchange_rates has no rate from it to EUR$/m,
    ],
    [
      'an exchange rate twice',
      ['exchange_rates', 1],
      { from: 'USD', to: 'EUR', rate: '0.93' },
      /^exchange_rates: USD to EUR is declared twice$/m,
    ],
    [
      'an exchange of a currency for itself',
      ['exchange_rates', 1],
      { from: 'EUR', to: 'EUR', rate: '1' },
      /^exchange_rates: EUR to EUR is no exchange$/m,
    ],
    [
      'a key name twice in a workload',
      ['workloads', 0, 'keys', 1],
      { name: 'ci', secret: { env: 'GW_KEY_TWO' } },
      /^workloads\.app\.keys: ci is declared twice$/m,
    ],
    [
      'a key in two workloads',
      ['workloads', 1],
      { name: 'other', keys: [{ name: 'ci', secret: { env: 'GW_KEY_CI' } }] },
      /^workloads\.other\.keys\.ci\.secret: workloads\.app\.keys\.ci has the same one/m,
    ],
    [
      'a key file in two workloads',
      ['workloads'],
      ['a', 'b'].map((name) => ({ name, keys: [{ name: 'k', secret: { file: '/k.txt' } }] })),
      /^workloads\.b\.keys\.k\.secret: workloads\.a\.keys\.k has the same one/m,
    ],
    [
      'weaker protection than the organisation’s',
      ['workloads', 0, 'protection'],
      { mode: 'allow_log' },
      /allow_log is weaker/,
    ],
    [
      'a path that is no pattern',
      ['workloads', 0, 'forward'],
      ['/v1/files/', 'files'],
      /workloads\.app\.forward: \/v1\/files\/ is no pattern/,
    ],
    [
      'a path that administers a provider',
      ['workloads', 0, 'forward'],
      ['GET /v1/organization/**'],
      /workloads\.app\.forward: .* administers a provider's account/,
    ],
    [
      'a secret without source',
      ['providers', 0, 'secret'],
      {},
      /providers\.mock\.secret: give either/,
    ],
    [
      'a secret with two sources',
      ['workloads', 0, 'keys', 0, 'secret'],
      { env: 'A', file: './b' },
      /workloads\.app\.keys\.ci\.secret: give either/,
    ],
  ])('refuses %s', (_what, path, value, message) => {
    expect(faultOf(path, value)).toMatch(message);
  });

  it('needs no exchange rate for what costs nothing, nor for the own currency', () => {
    const models = [
      { id: 'free', price: 'free' },
      { id: 'nothing', price: { currency: 'JPY', input: '0.00' } },
      { id: 'own', price: { currency: 'EUR', input: '1' } },
      { id: 'unpriced' },
    ];
    expect(faultsOf(changed(['providers', 0, 'models'], models))).toEqual([
      expect.stringMatching(/mock lists no model small/),
    ]);
  });

  it('takes any model of a provider that lists none', () => {
    const settings = changed(['providers', 0, 'models'], []) as {
      aliases: object[];
      workloads: { allowed_models: string[] }[];
    };
    settings.aliases.push({ name: 'gw/any', targets: [{ model: 'mock/whatever' }] });
    settings.workloads[0]?.allowed_models.push('mock/vendor/*', 'mock/x', 'gw/*');
    expect(faultsOf(settings)).toEqual([]);
  });

  it('refuses a circle of aliases, from wherever one enters it', () => {
    const to = (name: string, model: string) => ({ name, targets: [{ model }] });
    const aliases = [to('a', 'b'), to('b', 'c'), to('c', 'a'), to('d', 'a')];
    const faults = faultsOf({ ...(changed(['aliases'], aliases) as object), workloads: [] });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'aliases.a',
      'aliases.b',
      'aliases.c',
    ]);
  });

  describe('rules of data protection', () => {
    const organisationRules = ['organisation', 'protection', 'kinds'];
    const own = ['workloads', 0, 'protection'];

    it.each([
      [[{ name: 'emails', action: 'mask' }], /emails is no kind or group .* did you mean email\?/],
      [[{ name: 'removal_term', enabled: false }], /removal_term is no kind/],
      [[{ name: 'email' }, { name: 'email' }], /email has two rules/],
      [[{ name: 'email', action: 'hide' }], /action/],
      [[{ name: 'email', min_score: 1.5 }], /min_score/],
      [[{ name: 'email', what: 1 }], /what/],
    ])('refuse %j', (kinds, fault) => {
      expect(faultOf(organisationRules, kinds)).toMatch(fault);
    });

    it('take what there is', () => {
      const kinds = [
        { name: 'contact', action: 'block' },
        { name: 'imei', min_score: 0.3 },
        { name: 'pl_pesel', action: 'block' },
      ];
      expect(faultOf(organisationRules, kinds)).toBe('');
      expect(faultOf(own, { kinds })).toBe('');
    });

    it.each([
      [{ name: 'email', pattern: 'C-[0-9]+' }, /email: the name is taken/],
      [{ name: 'customer', pattern: 'a(?=b)' }, /customer\.pattern: it is no RE2 pattern/],
      [{ name: 'customer', pattern: '^C-[0-9]+' }, /customer\.pattern: it says where/],
      [{ name: 'Customer 1', pattern: 'C-[0-9]+' }, /lower-case/],
      [{ name: 'customer', pattern: 'C-[0-9]+', check: 'md5' }, /check/],
    ])('refuse the pattern %j', (pattern, fault) => {
      expect(faultOf(['organisation', 'protection', 'patterns'], [pattern])).toMatch(fault);
    });

    it('know the patterns of the organisation', () => {
      const settings = changed(own, { kinds: [{ name: 'customer', action: 'block' }] }) as {
        organisation: { protection: object };
      };
      const patterns = [{ name: 'customer', pattern: 'C-[0-9]{6}', words: ['Kunde'] }];
      Object.assign(settings.organisation.protection, { patterns });
      expect(faultsOf(settings)).toEqual([]);
    });

    it.each([
      { mode: 'allow_log' },
      { sensitivity: 'lenient' },
      { observe: true },
      { kinds: [{ name: 'email', enabled: false }] },
      { kinds: [{ name: 'contact', action: 'log' }] },
      { kinds: [{ name: 'iban', min_score: 0.9 }] },
      // A group, too, whose kinds are found though the one of its name is not.
      { kinds: [{ name: 'location', enabled: false }] },
      { kinds: [{ name: 'location', action: 'log' }] },
    ])('are not weaker for one workload: %j', (protection) => {
      expect(faultOf(own, protection)).toMatch(/workloads\.app\.protection.*exception/);
      const settings = changed(own, protection) as { organisation: { protection: object } };
      Object.assign(settings.organisation.protection, { allow_weaker_overrides: true });
      expect(faultsOf(settings)).toEqual([]);
    });

    it.each([
      { name: 'customer', action: 'mask' },
      { name: 'customer', min_score: 0.45 },
      { name: 'own_pattern', action: 'tokenize' },
    ])('are not weaker for a pattern that a group of rules speaks of: %j', (rule) => {
      const settings = changed(own, { kinds: [rule] }) as { organisation: { protection: object } };
      const patterns = [{ name: 'customer', pattern: 'C-[0-9]{6}' }];
      const kinds = [{ name: 'own', action: 'block', min_score: 0.4 }];
      Object.assign(settings.organisation.protection, { patterns, kinds });
      expect(faultsOf(settings).join()).toMatch(/protects less than the organisation's/);
    });

    it('are excepted for a while, with a reason', () => {
      const exception = {
        kinds: ['email'],
        reason: 'Support answers customers by name.',
        until: '2027-01-31T00:00:00Z',
      };
      expect(faultOf(own, { exceptions: [exception] })).toBe('');
      expect(faultOf(own, { exceptions: [{ ...exception, reason: '' }] })).toMatch(/reason/);
      expect(faultOf(own, { exceptions: [{ ...exception, until: 'soon' }] })).toMatch(/until/);
      expect(faultOf(own, { exceptions: [{ ...exception, kinds: ['mail'] }] })).toMatch(/no kind/);
    });
  });

  it('keeps conversations apart for a workload at least as its organisation wants it', () => {
    const ofAll = ['organisation', 'protection', 'pseudonym_scope'];
    expect(faultOf(ofAll, 'call')).toMatch(/pseudonym_scope/);
    const settings = changed(ofAll, 'conversation') as { workloads: object[] };
    Object.assign(settings.workloads[0] ?? {}, { protection: { pseudonym_scope: 'workload' } });
    expect(faultsOf(settings).join()).toMatch(/pseudonym_scope: conversations .* are apart/);
    expect(faultOf(['workloads', 0, 'protection', 'pseudonym_scope'], 'conversation')).toBe('');
  });

  it('takes hosts that values are put back for, and nothing that is none', () => {
    const hosts = ['organisation', 'protection', 'restore_hosts'];
    expect(faultOf(hosts, ['wiki.example.com', '*.apps.example.com', 'localhost'])).toBe('');
    for (const wrong of ['https://example.com', 'a b', '*', 'example.com/x', 'a.*.com', '']) {
      expect(faultOf(hosts, [wrong])).toMatch(/restore_hosts takes hosts/);
    }
  });

  it('looks through answers for a workload at least as its organisation wants it', () => {
    const ofAll = ['organisation', 'protection', 'answers'];
    const ofOne = ['workloads', 0, 'protection', 'answers'];
    expect(faultOf(ofAll, 'redact')).toMatch(/answers/);
    expect(faultOf(ofOne, 'block')).toBe('');
    const settings = changed(ofAll, 'mask') as {
      workloads: { protection?: object }[];
      organisation: { protection: object };
    };
    Object.assign(settings.workloads[0] ?? {}, { protection: { answers: 'off' } });
    expect(faultsOf(settings).join()).toMatch(/protection\.answers: off is weaker than .* mask/);
    Object.assign(settings.organisation.protection, { allow_weaker_overrides: true });
    expect(faultsOf(settings)).toEqual([]);
  });

  it('takes stronger protection for one workload', () => {
    for (const mode of ['mask', 'tokenize', 'block']) {
      expect(faultOf(['workloads', 0, 'protection'], { mode })).toBe('');
    }
  });

  it('reports all faults at once', () => {
    const settings = changed(['organisation', 'currency'], 'euro') as { workloads: object[] };
    settings.workloads.push({ name: 'x', rpm: -1, budget: { amount: 5, period: 'never' } });
    const faults = faultsOf(settings);
    for (const path of [
      'organisation.currency',
      'workloads[1].rpm',
      'workloads[1].budget.amount',
      'workloads[1].budget.period',
    ]) {
      expect(faults.some((fault) => fault.startsWith(`${path}: `))).toBe(true);
    }
  });

  it('tells what is missing once, and as that', () => {
    const settings = changed(['providers', 0], {}) as object;
    const lines = faultsOf(settings).filter((fault) => fault.startsWith('providers[0].'));
    expect(lines.map((line) => line.split(/[;]/)[0])).toEqual(
      expect.arrayContaining([
        'providers[0].name: is missing',
        'providers[0].family: is missing',
        'providers[0].base_url: is missing',
      ]),
    );
    expect(lines).toHaveLength(3);
  });

  it.each(['', '- a list', 'just text', 'a: 1\na: 2', 'a: [', 'apiVersion: "gw/v1'])(
    'refuses %j',
    (text) => {
      expect(() => readSettingsFile(text, FAMILIES)).toThrow(SettingsFault);
    },
  );
});
