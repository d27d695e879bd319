import { specOf } from '#contract';
import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR_MAX } from '../../../../../test/support/growth.js';
import { seeded } from '../../../../../test/support/seeded.js';
import { sampleOf } from '../../testing/sample-of.js';
import type { Finding } from '../../kinds.js';
import { scanRange } from '../anchors.js';
import { alternativesOf } from './shape.js';
import { VENDORS } from './vendors.js';

const random = seeded(9);
const any = (pattern: string): string => sampleOf(pattern, random);

function scan(text: string, name?: string): Finding[] {
  const findings: Finding[] = [];
  scanRange(text, 0, text.length, findings, name);
  return findings;
}

/** What would be acted on by default. */
const found = (text: string, name?: string): string[] => [
  ...new Set(
    scan(text, name)
      .filter(({ kind, score }) => !specOf(kind).isOptional && score >= 0.5)
      .map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`),
  ),
];

const vendorsIn = (text: string): string[] =>
  scan(text)
    .filter(({ kind, score }) => kind === 'api_key' && score >= 0.5)
    .map(({ subtype, start, end }) => `${subtype} ${text.slice(start, end)}`);

describe('keys of vendors', () => {
  it.each(
    VENDORS.flatMap(({ id, shapes = [] }) =>
      shapes.flatMap(alternativesOf).map((shape): [string, string] => [id, shape]),
    ),
  )('are found by what they begin with: %s %s', (id, shape) => {
    for (let turn = 0; turn < 3; turn++) {
      const key = any(shape);
      expect(vendorsIn(`see ${key}, please`)).toContain(`${id} ${key}`);
      expect(vendorsIn(`"${key}"`)).toContain(`${id} ${key}`);
      expect(vendorsIn(`x${key}`)).toEqual([]);
    }
  });

  it.each(
    VENDORS.flatMap(({ id, weak = [], names }) =>
      weak.flatMap(alternativesOf).map((shape): [string, string] => [names?.[0] ?? id, shape]),
    ),
  )(
    'are found beside the name of the vendor where they begin with little: %s %s',
    (name, shape) => {
      const key = any(shape);
      expect(found(`the ${name} account: ${key}`)).toEqual([`api_key ${key}`]);
      expect(vendorsIn(`the part: ${key}`)).toEqual([]);
    },
  );

  it.each(
    VENDORS.flatMap(({ id, named = [], names }) =>
      named
        .flatMap(alternativesOf)
        .map((shape): [string, string, string] => [
          id,
          (names?.[0] ?? id).replaceAll(' ', '_'),
          shape,
        ]),
    ),
  )('are found by the name that they are assigned to: %s', (_id, name, shape) => {
    const samples = Array.from({ length: 5 }, () => any(shape)).filter((key) => /\d/.test(key));
    for (const key of samples) {
      expect(found(`${name.toUpperCase()}_API_KEY = "${key}"`)).toHaveLength(1);
    }
  });

  it('are no others: a character too many, too few or of another alphabet', () => {
    const key = any('ghp_[0-9A-Za-z]{36}');
    expect(vendorsIn(`${key}a`)).toEqual([]);
    expect(vendorsIn(key.slice(0, -1))).toEqual([]);
    expect(vendorsIn(`${key.slice(0, 12)}-${key.slice(13)}`)).toEqual([]);
    expect(vendorsIn(key.replace('ghp_', 'gph_'))).toEqual([]);
    expect(vendorsIn(`ghp_${'a'.repeat(36)}`)).toEqual([]);
    expect(vendorsIn('AKIAIOSFODNN7EXAMPLE')).toEqual([]);
  });

  it.each(['\u200b', '\u00ad'])('are read over what nobody sees', (hidden) => {
    const key = any('ghp_[0-9A-Za-z]{36}');
    const written = [...key].join(hidden);
    expect(found(`key ${written}.`)).toEqual([`api_key ${written}`]);
  });

  it('of this gateway are found whatever they hold', () => {
    const key = any('gw_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}');
    expect(vendorsIn(`x ${key}`)).toEqual([`gateway ${key}`]);
    const example = `gw_test_EXAMPLE0_${'a'.repeat(49)}`;
    expect(vendorsIn(example)).toEqual([`gateway ${example}`]);
  });
});

const pem = (label: string, end = '\n'): string =>
  ['-----BEGIN ', '-----END ']
    .map((rule) => `${rule}${label}-----`)
    .join(`${end}${any('[0-9A-Za-z+/]{64}')}${end}${any('[0-9A-Za-z+/]{64}')}${end}`);

describe('secrets that their structure proves', () => {
  it.each([
    'RSA PRIVATE KEY',
    'EC PRIVATE KEY',
    'PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
  ])('are private keys: %s', (label) => {
    const key = pem(label);
    expect(found(`Here: ${key} and so on`)).toEqual([`private_key ${key}`]);
    const escaped = pem(label, '\\n');
    expect(found(`{"key":"${escaped}\\n"}`)).toEqual([`private_key ${escaped}`]);
  });

  it('are private keys that a text was cut in, and those of PuTTY', () => {
    const cut = pem('RSA PRIVATE KEY').slice(0, 120);
    expect(found(cut)).toEqual([`private_key ${cut}`]);
    const putty = `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPublic-Lines: 1\n${any('[0-9A-Za-z]{60}')}\nPrivate-Lines: 1\n${any('[0-9A-Za-z]{48}')}\nPrivate-MAC: ${any('[0-9a-f]{64}')}`;
    expect(found(`${putty}\n`)).toEqual([`private_key ${putty}`]);
  });

  it.each([
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    pem('CERTIFICATE'),
    pem('PUBLIC KEY'),
    'starts with -----BEGIN PRIVATE KEY----- and ends',
  ])('are not: %s', (text) => {
    expect(found(text).filter((one) => one.startsWith('private_key'))).toEqual([]);
  });

  it('are tokens whose header names an algorithm', () => {
    const part = (value: object): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const signature = any('[\\w-]{43}');
    const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: '7' })}.${signature}`;
    expect(found(`curl -H "Cookie: a=${token}"`)).toContain(`jwt ${token}`);
    expect(found(`see ${token}.`)).toEqual([`jwt ${token}`]);
    const none = `${part({ typ: 'JWT' })}.${part({ sub: '7' })}.${signature}`;
    expect(found(`see ${none}.`)).toEqual([]);
  });

  it.each([
    'postgres://app:Kd83jf0a@db.internal:5432/app?sslmode=require',
    'mongodb+srv://svc:9fj3Lsk2@cluster0.abcde.mongodb.net/test',
    'redis://:m39dkKd93kd@cache:6379/0',
    'amqp://orders:p%40ssw0rd9@mq/%2f',
  ])('are addresses of databases: %s', (address) => {
    expect(found(`DATABASE_URL=${address}\n`)).toEqual([`connection_string ${address}`]);
    expect(found(`"${address}"`)).toEqual([`connection_string ${address}`]);
  });

  it.each([
    ['Server=db1;Database=x;User Id=app;Password=Kd93kd!a;Encrypt=true', ''],
    [
      `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${any('[0-9A-Za-z+/]{86}')}==;EndpointSuffix=core.windows.net`,
      'AZURE=',
    ],
    [
      `Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${any('[0-9A-Za-z+/]{43}')}=`,
      'conn: ',
    ],
  ])('are lists of settings: %s', (list, before) => {
    expect(found(`${before}${list}`)).toContain(`connection_string ${list}`);
  });

  it('are credentials and signatures in addresses', () => {
    expect(found('git clone https://jane:Xk29dkq@git.example.com/x')).toEqual([
      'url_secret jane:Xk29dkq',
    ]);
    const signature = any('[0-9a-f]{64}');
    expect(
      found(`https://b.s3.amazonaws.com/k?X-Amz-Date=20240101&X-Amz-Signature=${signature}`),
    ).toEqual([`url_secret ${signature}`]);
    expect(found('https://x.example/cb?code=SplxlOBeZQQYbYS6WxSbIA&state=1')).toEqual([
      'url_secret SplxlOBeZQQYbYS6WxSbIA',
    ]);
  });

  it.each([
    ['https://anna:correct@db.acme.test/x', 'anna:correct'],
    ['https://anna:letmein@intra.acme.io', 'anna:letmein'],
    ['http://anna:admin@files.acme.io:8080/', 'anna:admin'],
    ['ws://anna:winter@live.acme.io/', 'anna:winter'],
  ])('are words that somebody took for a password in %s', (text, secret) => {
    expect(found(text)).toEqual([`url_secret ${secret}`]);
  });

  it.each([
    'https://user:pass@host',
    'https://user:pass@api.acme.io/',
    'https://username:password@intra.acme.io/',
    'https://user:your_password_here@intra.acme.io/',
    'https://admin:admin@localhost:3000/',
    'https://anna:letmein@example.com/',
    'https://anna:****@intra.acme.io/',
    'https://anna:$PASS@intra.acme.io/',
    'postgres://user:password@localhost:5432/db',
    'postgres://postgres:postgres@localhost/db',
    'mysql://${USER}:${PASSWORD}@host/db',
    'https://user:<token>@host/',
    'https://example.com/a?utm_source=newsletter_2024_01&page=2',
    'https://example.com/?token=YOUR_TOKEN_GOES_HERE',
    'https://medium.com/@jane/a-title-b1e5f2',
    'http://host:8080/@x',
  ])('are not in %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('passwords', () => {
  it.each([
    ['password = "hunter2!x"', 'hunter2!x'],
    ["DB_PASSWORD='Sup3rGeheim9'", 'Sup3rGeheim9'],
    ['spring.datasource.password: Kq83!mx', 'Kq83!mx'],
    ['<password>hunter22</password>', 'hunter22'],
    ['MYSQLPASS: Ce7shE0ENP', 'Ce7shE0ENP'],
    ['PSWD:=FluGeHe1m03', 'FluGeHe1m03'],
    ['- name: DB_PASSWORD\n  value: "Xj29dk!a"', 'Xj29dk!a'],
    ['{\\"userPassword\\":\\"Xj29dk!a\\"}', 'Xj29dk!a'],
    ["client.setPassword('Xj29dk!a')", 'Xj29dk!a'],
    ['variable "db_password" { default = "Xj29dk!a" }', 'Xj29dk!a'],
    ['variable "db_password" {\n  type = string\n  default = "Xj29dk!a"\n}', 'Xj29dk!a'],
    ['| db password | Xj29dk!a |', 'Xj29dk!a'],
    ['smtp_password = "xptcvsrjcbbcadrj"', 'xptcvsrjcbbcadrj'],
    ['the smtp password is foahnhpyhsrmlqqv for now', 'foahnhpyhsrmlqqv'],
    ['mysqldump --password Xj29dk!a db', 'Xj29dk!a'],
    ['curl -u admin:Sup3rPw99 https://x', 'Sup3rPw99'],
    ['the password is Xy12!zz9, ok', 'Xy12!zz9'],
    ['The password for the staging server is now Xy12zz9', 'Xy12zz9'],
    ['Das Passwort für den Server lautet Kq9!mmx2.', 'Kq9!mmx2'],
    ['mot de passe : Soleil42', 'Soleil42'],
    ['mon mot de passe est Soleil42', 'Soleil42'],
    ['La contraseña es Verano2024', 'Verano2024'],
    ['A senha é Verao2024!', 'Verao2024!'],
    ['La parola è Estate2024', 'Estate2024'],
    ['hasło: Zima2023x', 'Zima2023x'],
    ['Hasło to Zima!2023x', 'Zima!2023x'],
    ['wachtwoord: Fiets88x', 'Fiets88x'],
    ['lösenord: Vinter88x', 'Vinter88x'],
    ['adgangskode: Vinter88x', 'Vinter88x'],
    ['passord: Vinter88x', 'Vinter88x'],
    ['salasana: Talvi88x', 'Talvi88x'],
    ['heslo je Zima2023xQ', 'Zima2023xQ'],
    ['jelszó: Nyar2023x', 'Nyar2023x'],
    ['parola: Iarna2023x', 'Iarna2023x'],
    ['lozinka: Zima2023x', 'Zima2023x'],
    ['парола: Zima2023x', 'Zima2023x'],
    ['Κωδικός: Αθηνα2024', 'Αθηνα2024'],
    ['пароль: Zima2023x', 'Zima2023x'],
  ])('are found in %s', (text, password) => {
    expect(found(text)).toEqual([`password ${password}`]);
  });

  it('are found where only the name of the text says so', () => {
    expect(found('Xj29dk!a', 'db_password')).toEqual(['password Xj29dk!a']);
    expect(found('Xj29dk!a', 'title')).toEqual([]);
  });

  it.each([
    'password: string',
    'const password = process.env.DB_PASSWORD',
    'password = getPassword(user)',
    'password: Joi.string().min(8).required()',
    'password=${DB_PASSWORD}',
    'password: "{{ vault_password }}"',
    'password: "<your-password>"',
    'password = "changeme"',
    'Passwort: Angstschweiss',
    'password: straightforward',
    '| password | description |',
    'type Password = string | null',
    'variable "region" { default = "eu-central-1" }',
    'password=********',
    'The password is required and must be at least 8 characters',
    'The password is expired.',
    'Please enter your password: ',
    'forgotPassword: "Passwort vergessen?"',
    'passwordResetUrl: "https://example.com/a1b2c3"',
    'password_min_length = 12',
    'if (!password) throw new Error()',
    'Your password on server12 was changed',
    'mot de passe oublié ?',
  ])('are not in %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('secrets by name and randomness', () => {
  it('are UUIDs, too, where the name calls them a key', () => {
    const uuid = any('[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}');
    expect(found(`X-Octopus-ApiKey: ${uuid}`)).toEqual([`generic_secret ${uuid}`]);
    expect(found(`session_token: ${uuid}`)).toEqual([]);
  });

  it.each([
    (value: string) => `api_key: "${value}"`,
    (value: string) => `{"client_secret":"${value}"}`,
    (value: string) => `X-Api-Key: ${value}`,
    (value: string) => `Authorization: Bearer ${value}`,
    (value: string) => `headers.set("x-auth-token", "${value}")`,
    (value: string) => `--token ${value}`,
    (value: string) => `my api key is ${value}`,
    (value: string) => `Der API-Schlüssel lautet ${value}`,
    (value: string) => `la clé API est ${value}`,
    (value: string) => `kind: Secret\nmetadata:\n  name: x\ndata:\n  blob: ${value}\n`,
  ])('are found: %s', (write) => {
    const value = any('[0-9A-Za-z]{31}[0-9]');
    expect(found(write(value))).toEqual([`generic_secret ${value}`]);
  });

  it.each([
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    '"integrity": "sha512-z1Ty1yQcPQXZYNw9yqmsQ6Lr4cVfGkzmBnUXX1dQ0tYs9YhwwTq3Q0bWlFpKpQ=="',
    'image: repo/app@sha256:9b2cf5a1e4d3c8b7a6f5e4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a0ff',
    'token_id: 123e4567-e89b-12d3-a456-426614174000',
    'notes = "Maven - io.jsonwebtoken:jjwt-jackson-0.11.2"',
    'max_tokens: 4096, token_type: "bearer"',
    'primary_key = "user_id_2024_01_partition_7f3a9c"',
    'public_key: "9Cnzj4p4WGeKLs1Pt8QuKUpRKfFLfRYC9AIKjbJTWit"',
    'next_page_token: "CiAKGjBpNDd2Nmp2Zml2cXRwYjBpOXA"',
    'secret_name: billing-service-token-v2-prod',
    'api_key = config.services.billing.apiKey2',
    'API_KEY=your_api_key_1234',
    'token: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"',
    'cacheKey: "a8f5f167f44f4964e6c998dee827110c"',
    'The token bucket holds 1,000,000 tokens',
  ])('are not in %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

it.each([
  'ghp_',
  'sk-',
  'eyJ',
  'eyJ.',
  'eyJ-',
  '-----BEGIN PRIVATE KEY-----',
  'password ',
  'password is ',
  'password: ',
  'token=',
  'token="',
  'a=',
  'a:',
  'http://a:',
  'http://a:b@',
  'curl -u ',
  'kind: Secret\ndata:\n  a: b\n',
  'Password=a;',
  '?token=',
  '1:A',
  '0Q~',
  "','",
])('takes time in proportion to the text: %j', (piece) => {
  expect(growthOf(scan, piece, 65_536)).toBeLessThan(LINEAR_MAX);
});

it('calls an address by its system, whatever the caller writes behind it', () => {
  const findings: Finding[] = [];
  const text = 'postgres+canary.bird://app:fK29xLq8wZ@db.example.com/orders';
  scanRange(text, 0, text.length, findings);
  expect(findings.map(({ kind, subtype }) => [kind, subtype])).toEqual([
    ['connection_string', 'postgres'],
  ]);
});
