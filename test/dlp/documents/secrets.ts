/**
 * Documents with secrets in them, and with what only looks like secrets, for the evaluation. They follow from a seed.
 *
 * The formats are written down here once more, by hand from what vendors and public scanners publish, and not
 * taken from the detector's tables: a wrong length there shows here. Nothing in this file is a secret, since
 * values are put together when they are asked for.
 */
import { seeded } from '../../support/seeded.js';

export interface MarkedSecret {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

export interface SecretDocument {
  readonly text: string;
  readonly secrets: readonly MarkedSecret[];
}

const HEX = '0123456789abcdef';
const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ALNUM = `${LOWER}${UPPER}`;
const BASE64 = `${ALNUM}+/`;

class Draw {
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  one<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T;
  }

  chars(count: number, alphabet: string): string {
    return Array.from({ length: count }, () => this.one(alphabet.split(''))).join('');
  }

  number(digits: number): string {
    return this.one('123456789'.split('')) + this.chars(digits - 1, '0123456789');
  }

  uuid(): string {
    return [8, 4, 4, 4, 12].map((count) => this.chars(count, HEX)).join('-');
  }
}

/** Keys that their vendors' prefixes tell, by what is published of them. */
const KEYS: readonly ((draw: Draw) => string)[] = [
  (draw) => `AKIA${draw.chars(16, `${UPPER}234567`)}`,
  (draw) => `AIza${draw.chars(35, ALNUM)}`,
  (draw) => `ghp_${draw.chars(36, ALNUM)}`,
  (draw) => `github_pat_${draw.chars(22, ALNUM)}_${draw.chars(59, ALNUM)}`,
  (draw) => `glpat-${draw.chars(20, ALNUM)}`,
  (draw) => `npm_${draw.chars(36, ALNUM)}`,
  (draw) => `pypi-AgEIcHlwaS5vcmc${draw.chars(120, ALNUM)}`,
  (draw) => `sk-ant-api03-${draw.chars(93, ALNUM)}AA`,
  (draw) => `sk-proj-${draw.chars(74, ALNUM)}T3BlbkFJ${draw.chars(74, ALNUM)}`,
  (draw) => `hf_${draw.chars(34, UPPER.toLowerCase() + UPPER)}`,
  (draw) => `gsk_${draw.chars(52, ALNUM)}`,
  (draw) => `pplx-${draw.chars(48, ALNUM)}`,
  (draw) => `xoxb-${draw.number(12)}-${draw.number(12)}-${draw.chars(24, ALNUM)}`,
  (draw) => `SG.${draw.chars(22, ALNUM)}.${draw.chars(43, ALNUM)}`,
  (draw) => `sk_live_${draw.chars(24, ALNUM)}`,
  (draw) => `rk_live_${draw.chars(99, ALNUM)}`,
  (draw) => `shpat_${draw.chars(32, HEX)}`,
  (draw) => `dop_v1_${draw.chars(64, HEX)}`,
  (draw) => `hvs.${draw.chars(95, ALNUM)}`,
  (draw) => `dapi${draw.chars(32, HEX)}`,
  (draw) => `glsa_${draw.chars(32, ALNUM)}_${draw.chars(8, HEX)}`,
  (draw) => `sntryu_${draw.chars(64, HEX)}`,
  (draw) => `lin_api_${draw.chars(40, ALNUM)}`,
  (draw) => `PMAK-${draw.chars(24, HEX)}-${draw.chars(34, HEX)}`,
  (draw) => `rubygems_${draw.chars(48, HEX)}`,
  (draw) => `gw_live_${draw.chars(8, ALNUM)}_${draw.chars(49, ALNUM)}`,
  (draw) => `${draw.number(10)}:AA${draw.chars(33, ALNUM)}`,
];

const password = (draw: Draw): string =>
  draw.one([
    () =>
      draw.one(['Sommer', 'Dragon', 'Falcon', 'Winter', 'Tango']) +
      draw.number(3) +
      draw.one(['!', '#', '$', '?', '']),
    () => draw.chars(10, ALNUM) + draw.number(2),
    () => `${draw.chars(5, ALNUM)}!${draw.chars(4, ALNUM)}${draw.number(2)}`,
  ])();

type Part = string | { readonly kind: string; readonly value: string };
const secret = (kind: string, value: string): Part => ({ kind, value });

const withKey = (draw: Draw): readonly Part[] => {
  const key = secret('api_key', draw.one(KEYS)(draw));
  return draw.one<readonly Part[]>([
    ['const client = new Client({ apiKey: "', key, '" });\n'],
    ['export SERVICE_TOKEN=', key, '\n'],
    ['Hi, here is the key for staging: ', key, ' - please rotate it afterwards.\n'],
    ['curl -H "Authorization: Bearer ', key, '" https://api.example.com/v1/me\n'],
    ['{"level":"debug","msg":"sent","token":"', key, '"}\n'],
    ['Der Schlüssel ist ', key, '.\n'],
    ['  - ', key, '\n'],
  ]);
};

const withPassword = (draw: Draw): readonly Part[] => {
  const value = secret('password', password(draw));
  return draw.one<readonly Part[]>([
    ['DB_PASSWORD=', value, '\n'],
    ['spring:\n  datasource:\n    password: ', value, '\n'],
    ['{"user":"app","password":"', value, '"}\n'],
    ["$config['smtp_pass'] = '", value, "';\n"],
    ['<user>app</user><password>', value, '</password>\n'],
    ['The password for the test server is ', value, ' until Friday.\n'],
    ['Das Passwort lautet ', value, '\n'],
    ['Le mot de passe est ', value, '\n'],
    ['La contraseña es ', value, '\n'],
    ['Hasło: ', value, '\n'],
    ['Wachtwoord: ', value, '\n'],
    ['La password è ', value, '\n'],
    ['Lösenord: ', value, '\n'],
    ['Heslo: ', value, '\n'],
    ['mysql -u root --password=', value, ' shop\n'],
    ['curl -u deploy:', value, ' https://ci.example.com/build\n'],
  ]);
};

const withOther = (draw: Draw): readonly Part[] => {
  const base64 = draw.chars(39, BASE64) + draw.number(1);
  const token = secret('generic_secret', draw.chars(39, ALNUM) + draw.number(1));
  const encode = (value: object): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');
  const jwt = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: draw.number(9) })}.${draw.chars(43, ALNUM)}`;
  const lines = Array.from({ length: 4 }, () => draw.chars(64, BASE64)).join('\n');
  const pem = ['BEGIN', 'END']
    .map((word) => `-----${word} RSA PRIVATE KEY-----`)
    .join(`\n${lines}\n`);
  return draw.one<readonly Part[]>([
    ['aws_secret_access_key = ', secret('api_key', base64), '\n'],
    ['"client_secret": "', token, '",\n'],
    ['x-api-key: ', token, '\n'],
    ['session_secret: "', token, '"\n'],
    ['Mein API-Schlüssel lautet ', token, '\n'],
    ['encryption.key = ', secret('generic_secret', draw.chars(64, HEX)), '\n'],
    ['Set-Cookie: id_token=', secret('jwt', jwt), '; Path=/\n'],
    ['the key:\n', secret('private_key', pem), '\n'],
    [
      'DATABASE_URL=',
      secret(
        'connection_string',
        `postgres://app:${draw.chars(12, ALNUM)}9@db.example.com:5432/app`,
      ),
      '\n',
    ],
    [
      'conn = "',
      secret(
        'connection_string',
        `Server=db7;Database=shop;User Id=app;Password=${draw.chars(10, ALNUM)}9!`,
      ),
      '"\n',
    ],
    [
      'git clone https://',
      secret('url_secret', `ci:${draw.chars(20, ALNUM)}7`),
      '@git.example.com/a/b.git\n',
    ],
    [
      'https://b.example.com/o?X-Amz-Expires=60&X-Amz-Signature=',
      secret('url_secret', draw.chars(64, HEX)),
      '\n',
    ],
  ]);
};

/** What looks like secrets: on none of these lines is one. */
const withNone = (draw: Draw): readonly Part[] => [
  draw.one<(draw: Draw) => string>([
    () => `commit ${draw.chars(40, HEX)}`,
    () => `"integrity": "sha512-${draw.chars(86, BASE64)}=="`,
    () => `image: registry.example.com/app@sha256:${draw.chars(64, HEX)}`,
    () => `request_id=${draw.uuid()} duration_ms=${draw.number(3)}`,
    () =>
      `2026-03-0${draw.number(1)}T10:11:12.${draw.number(3)}Z INFO order ${draw.number(9)} trace=${draw.chars(32, HEX)}`,
    () => 'password: ${DB_PASSWORD}',
    () => 'api_key = os.environ["API_KEY"]',
    () => 'const token = await getAccessToken(user.id, 3600);',
    () => 'API_KEY=your-api-key-here',
    () => 'password: "<your password>"',
    () => 'aws_access_key_id = AKIAIOSFODNN7EXAMPLE',
    () => 'postgres://user:password@localhost:5432/app',
    () => `ETag: "${draw.chars(32, HEX)}"`,
    () => `<img src="data:image/png;base64,iVBORw0KGgo${draw.chars(90, BASE64)}">`,
    () => `cache_key: user:${draw.number(6)}:profile:v2`,
    () => `"max_tokens": ${draw.number(4)}, "token_type": "bearer"`,
    () => 'Your password must be at least 12 characters and contain a number.',
    () => 'Das Passwort ist abgelaufen, bitte setzen Sie ein neues.',
    () => `public_key = "${draw.chars(43, ALNUM)}"`,
    () => `next_page_token: "${draw.chars(40, ALNUM)}"`,
    () => `Primary key (id), foreign key (customer_${draw.number(2)})`,
    () => `npm install left-pad@1.3.${draw.number(1)} --save-exact`,
    () => `The token bucket refills ${draw.number(2)} per second.`,
    () => `secretName: billing-tls-cert-${draw.number(4)}`,
    () => 'if (password !== confirmPassword) return false;',
    () => `fingerprint: SHA256:${draw.chars(43, BASE64)}`,
    () => `https://example.com/a?utm_campaign=${draw.chars(16, LOWER)}&id=${draw.number(8)}`,
    () =>
      `device ${draw.chars(4, HEX)}:${draw.chars(4, HEX)} serial ${draw.chars(12, UPPER)}${draw.number(4)}`,
  ])(draw),
  '\n',
];

/** As many documents as asked for, of some twelve lines each: about one in three holds a secret. */
export function secretDocuments(count: number, seed: number): readonly SecretDocument[] {
  const draw = new Draw(seed);
  return Array.from({ length: count }, () => {
    const secrets: MarkedSecret[] = [];
    let text = '';
    for (let line = 0; line < 12; line++) {
      const write = draw.one([
        withKey,
        withPassword,
        withOther,
        withNone,
        withNone,
        withNone,
        withNone,
        withNone,
        withNone,
      ]);
      for (const part of write(draw)) {
        const value = typeof part === 'string' ? part : part.value;
        if (typeof part !== 'string') {
          secrets.push({ kind: part.kind, start: text.length, end: text.length + value.length });
        }
        text += value;
      }
    }
    return { text, secrets };
  });
}
