/** How a secret is written down; `#` stands for it, the other marks for its name in the way of each language. */
type Context = string;

const SNAKE = '$snake';
const UPPER_SNAKE = '$UPPER';
const CAMEL = '$camel';
const KEBAB = '$kebab';
const WORDS = '$words';

/** In pairs of one sort, as the formats: the first of each is looked at, the second is not. */
export const CONTEXTS: readonly Context[] = [
  `${UPPER_SNAKE}=#`,
  `export ${UPPER_SNAKE}="#"`,
  `${UPPER_SNAKE}='#' node server.js`,
  `ENV ${UPPER_SNAKE} #`,
  `const ${CAMEL} = '#';`,
  `let ${CAMEL}: string = "#";`,
  `${SNAKE} = "#"`,
  `os.environ["${UPPER_SNAKE}"] = "#"`,
  `client = Client(${SNAKE}="#", timeout=30)`,
  `private static final String ${UPPER_SNAKE} = "#";`,
  `${CAMEL} := "#"`,
  `$config['${SNAKE}'] = '#';`,
  `  ${SNAKE}: #`,
  `  ${KEBAB}: "#"`,
  `      - ${UPPER_SNAKE}=#`,
  `app.${KEBAB}=#`,
  `{"region":"eu","${CAMEL}":"#","retries":3}`,
  `{ "${SNAKE}": "#" }`,
  `<${CAMEL}>#</${CAMEL}>`,
  `<add key="${CAMEL}" value="#" />`,
  `variable "${SNAKE}" { default = "#" }`,
  `${SNAKE} = "#" # terraform.tfvars`,
  `2026-03-04T10:11:12Z DEBUG config loaded ${SNAKE}=# region=eu`,
  `[INFO] ${WORDS}: #`,
  `curl -H "X-${KEBAB}: #" https://api.acme.test/v1`,
  `app.set('${CAMEL}', '#');`,
  `our ${WORDS} is # for now`,
  `Please use this ${WORDS}: # and tell nobody.`,
  `Der ${WORDS} lautet #`,
  `Voici le ${WORDS} : #`,
  `| ${WORDS} | # |`,
  `* ${WORDS}: \`#\``,
];

/** Lines that look alike and hold no secret. */
export const DECOYS: readonly string[] = [
  'commit $hex40',
  'sha256:$hex64',
  '"integrity": "sha512-$base86=="',
  'request_id=$uuid status=200',
  'trace_id: $hex32 span_id: $hex16',
  'ETag: W/"$hex32"',
  'const apiKey = process.env.API_KEY;',
  'password: ${DB_PASSWORD}',
  'token = get_token(user, ttl=3600)',
  'API_KEY=<your-api-key>',
  'client_secret: "xxxxxxxxxxxxxxxx"',
  'The password must have twelve characters.',
  'secretName: tls-cert-2024',
  'public_key: "$base43="',
  'cache_key = "user:$dec6:profile"',
  'if (token === undefined) throw new Error("no token");',
  'image: registry.acme.test/app@sha256:$hex64',
  'fingerprint SHA256:$base43',
  'next_token: null, page_token: ""',
  'build $hex7 of branch main took $dec4 ms',
  'primary_key: "order_id", foreign_key: "customer_id"',
  'aws_region = "eu-central-1"',
  'password_reset_url: /account/reset',
  'tokens_used: $dec6, max_tokens: 4096',
  '<input type="password" name="password" autocomplete="off">',
  'Uuid.parse("$uuid")',
  '0x$hex40 transferred $dec4',
  'signature_algorithm = "RS256"',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg$base64',
  'passwordHash = await hash(password, 12);',
];
