import { afterAll, beforeEach, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import { json, ReplayServer } from '../support/replay-server.js';
import { PRICE } from '../support/settings.js';
import { Tally } from './tally.js';

const provider = await ReplayServer.start();
const MODES = ['mask', 'tokenize', 'block'] as const;
const gateway = await startGateway({
  providers: [
    { name: 'plain', base_url: `${provider.url}/v1`, models: [{ id: 'm-1', price: PRICE }] },
  ],
  workloads: MODES.map((mode) => ({ name: mode, protection: { mode } })),
});
afterAll(() => provider.close());

const ANSWER = {
  id: 'c',
  object: 'chat.completion',
  model: 'm-1',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};
beforeEach(() => {
  provider.answer = () => json(ANSWER);
});

const BASE64 = Buffer.alloc(96, 7).toString('base64');

/** A chat request with every member that any provider of the format knows, and some that none does. */
const MAXIMAL = {
  model: 'plain/m-1',
  messages: [
    { role: 'system', name: 'a', content: 'b' },
    {
      role: 'developer',
      content: [{ type: 'text', text: 'b', cache_control: { type: 'ephemeral', ttl: '5m' } }],
    },
    {
      role: 'user',
      name: 'a',
      content: [
        { type: 'text', text: 'b' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${BASE64}`, detail: 'low' } },
        { type: 'input_audio', input_audio: { data: BASE64, format: 'wav' } },
        { type: 'file', file: { filename: 'a' } },
        { type: 'thinking', thinking: 'b', signature: BASE64 },
        { type: 'of_tomorrow', id: 'x', data: BASE64 },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'refusal', refusal: 'b' },
        { type: 'thinking', thinking: 'b', signature: BASE64 },
      ],
      refusal: 'b',
      reasoning: 'b',
      reasoning_content: 'b',
      reasoning_details: [
        { type: 'reasoning.text', text: 'b', signature: BASE64, format: 'f', id: 'r', index: 0 },
        { type: 'reasoning.encrypted', data: BASE64 },
      ],
      annotations: [
        { type: 'url_citation', url_citation: { title: 'a', url: 'u', start_index: 1 } },
      ],
      function_call: { name: 'f', arguments: '{}' },
      tool_calls: [
        {
          id: 'call_1',
          type: 'function',
          index: 0,
          function: { name: 'f', arguments: '{"a":"b"}' },
        },
        { id: 'call_2', type: 'custom', custom: { name: 'g', input: 'b' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '{"a":"b"}' },
    { role: 'function', name: 'f', content: 'b' },
    { role: 'of_tomorrow', content: 'b' },
  ],
  tools: [
    {
      type: 'function',
      function: {
        name: 'f',
        description: 'd',
        strict: true,
        parameters: {
          type: 'object',
          required: ['a'],
          properties: {
            a: {
              type: 'string',
              description: 'd',
              enum: ['e'],
              default: 'e',
              examples: ['e'],
              pattern: 'p',
              format: 'date',
            },
          },
          $defs: { b: { const: 'c', $ref: '#/$defs/b' } },
        },
      },
    },
    {
      type: 'custom',
      custom: {
        name: 'g',
        description: 'd',
        format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'x' } },
      },
    },
    { type: 'of_tomorrow', name: 'x' },
  ],
  tool_choice: { type: 'function', function: { name: 'f' } },
  functions: [{ name: 'f', description: 'd', parameters: { type: 'object' } }],
  function_call: { name: 'f' },
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'n', description: 'd', strict: true, schema: { title: 't' } },
  },
  audio: { voice: 'v', format: 'wav' },
  modalities: ['text'],
  prediction: { type: 'content', content: [{ type: 'text', text: 'b' }] },
  reasoning_effort: 'low',
  verbosity: 'low',
  service_tier: 'auto',
  prompt_cache_key: 'k',
  prompt_cache_retention: '24h',
  safety_identifier: 's',
  user: 'u',
  stop: ['s'],
  metadata: { id: 'x', role: 'y', required: ['z'] },
  logit_bias: { 1: 2 },
  web_search_options: {
    search_context_size: 'low',
    user_location: { type: 'approximate', approximate: { city: 'c' } },
  },
  seed: 1,
  temperature: 1,
  signature: BASE64,
  thinking: { type: 'thinking', thinking: 'b', signature: BASE64 },
  id: 'x',
  role: 'user',
  x_unknown: { deep: [{ type: 'thinking', thinking: 'b', signature: BASE64 }], n: 1 },
};

type Path = readonly (string | number)[];
interface Place {
  readonly path: Path;
  readonly slot: 'string' | 'number' | 'key';
}

/** Every string, every number and every object, which takes a key more. */
function* placesOf(value: unknown, path: Path = []): Generator<Place> {
  if (typeof value === 'string') yield { path, slot: 'string' };
  else if (typeof value === 'number') yield { path, slot: 'number' };
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* placesOf(item, [...path, index]);
  } else if (typeof value === 'object' && value !== null) {
    yield { path, slot: 'key' };
    for (const [key, item] of Object.entries(value)) yield* placesOf(item, [...path, key]);
  }
}

function withCanary({ path, slot }: Place, canary: string): object {
  const body = structuredClone(MAXIMAL) as Record<string | number, unknown>;
  if (slot === 'key') {
    let at: Record<string | number, unknown> = body;
    for (const name of path) at = at[name] as Record<string | number, unknown>;
    at[canary] = 'x';
    return body;
  }
  let at = body;
  for (const name of path.slice(0, -1)) at = at[name] as Record<string | number, unknown>;
  at[path.at(-1) ?? ''] = slot === 'number' ? Number(canary) : canary;
  return body;
}

const hex = (text: string, write: (code: number) => string) =>
  [...text].map((character) => write(character.codePointAt(0) ?? 0)).join('');
const escaped = (text: string) => hex(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`);

const ENCODINGS: Readonly<Record<string, (canary: string) => string>> = {
  plain: (canary) => canary,
  'json in a string': (canary) => JSON.stringify({ a: canary, b: [canary] }),
  'json twice': (canary) => JSON.stringify({ a: JSON.stringify({ b: canary }) }),
  'unicode escapes': escaped,
  'unicode escapes twice': (canary) => escaped(canary).replaceAll('\\', '\\\\'),
  'one unicode escape': (canary) => canary.replace(/[@ ]|(?<=\d)1/, escaped),
  percent: (canary) => hex(canary, (code) => `%${code.toString(16).padStart(2, '0')}`),
  'percent, what must be': (canary) => `?q=${encodeURIComponent(canary)}&r=1`,
  'percent twice': (canary) => encodeURIComponent(encodeURIComponent(canary)),
  'html decimal': (canary) => hex(canary, (code) => `&#${code};`),
  'html hexadecimal': (canary) => hex(canary, (code) => `&#x${code.toString(16)};`),
  'html names': (canary) =>
    canary.replaceAll('@', '&commat;').replaceAll('.', '&period;').replaceAll(' ', '&nbsp;'),
  'zero width': (canary) => [...canary].join('\u200b'),
  'format characters': (canary) => canary.replaceAll(/(?<=\w)(?=\w)/g, '\u2060'),
  'full width': (canary) =>
    hex(canary, (code) => String.fromCodePoint(code > 0x20 ? code + 0xfee0 : 0x3000)),
  mathematical: (canary) =>
    hex(canary, (code) => {
      if (code >= 0x30 && code <= 0x39) return String.fromCodePoint(0x1d7ce + code - 0x30);
      if (code >= 0x61 && code <= 0x7a) return String.fromCodePoint(0x1d41a + code - 0x61);
      return String.fromCodePoint(code);
    }),
  'behind a data look-alike': (canary) => `data:image/png;base64,${canary}`,
};
const NUMBERS: Readonly<Record<string, (canary: string) => string>> = {
  'double spaces': (canary) => canary.replaceAll(' ', '  '),
  dots: (canary) => canary.replaceAll(' ', '.'),
  'line breaks': (canary) => canary.replaceAll(' ', '\n'),
  'carriage returns': (canary) => canary.replace(' ', '\r\n'),
};

const MAIL = 'canary.bird@example.com';
const IBAN = 'DE89 3704 0044 0532 0130 00';
const CARD = '4111 1111 1111 1111';
const GLUED = { 'behind a file’s bytes': (canary: string) => BASE64 + canary };
/** An at sign in every escape that a common parser undoes, in disguise, and in escapes once more. */
const AT_SIGNS = [
  '\\u0040',
  '\\u{0000040}',
  '\\U00000040',
  '\\x40',
  '\\x{40}',
  '\\100',
  '\\@',
  '%40',
  '%u0040',
  '=40',
  '&#64;',
  '&#64',
  '&#0000000064;',
  '&#x00000040;',
  '&commat;',
].flatMap((at) => [
  at,
  at.replace(/^[\\%&]/, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  `${at.slice(0, 1)}\u200b${at.slice(1)}`,
  JSON.stringify(at).slice(1, -1),
  encodeURIComponent(at),
  at.replaceAll('&', '&amp;').replaceAll('%', '%2525252525'),
]);
const ESCAPED = Object.fromEntries(
  AT_SIGNS.map((at) => [at, (canary: string) => canary.replace('@', () => at)]),
);
const CANARIES = [
  { value: MAIL, encodings: ESCAPED },
  { value: MAIL, encodings: GLUED },
  ...[MAIL, IBAN, CARD].map((value) => ({ value, encodings: ENCODINGS })),
  ...[IBAN, CARD].map((value) => ({ value, encodings: NUMBERS })),
];

/** The core of a canary that no encoding above leaves in one piece and nothing else holds. */
const isIn = (sent: string, value: string): boolean => {
  const core = value.includes('@') ? 'canary' : value.replaceAll(' ', '').slice(4, 16);
  const reads = [sent];
  for (let depth = 0; depth < 5; depth++) reads.push(undone(reads.at(-1) ?? ''));
  return reads.some((read) =>
    read
      .normalize('NFKC')
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .includes(core),
  );
};

/** Escapes undone once, by other means than the gateway's. */
const undone = (text: string): string =>
  text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** What a signature stands under goes as it is, and the row says so. */
const SIGNED = /^messages\.3\.(?:content\.1\.thinking|reasoning_details\.0\.text)$/;

async function attempt(tally: Tally, place: Place, written: string, value: string, mode: string) {
  const name = `${mode}: ${value.slice(0, 4)} in ${place.slot} ${place.path.join('.')}`;
  provider.received.length = 0;
  const answer = await gateway.chat(withCanary(place, written), { workload: mode });
  const sent = provider.received.map((request) => request.body.toString()).join('\n');
  if (answer.status >= 400) return tally.count(name, sent === '' ? 'refused' : 'through');
  if (!isIn(sent, value)) return tally.count(name, 'replaced');
  const entry = await gateway.records.entry(String(answer.headers['request-id']));
  const isTold = entry.marks.includes('unscanned') && SIGNED.test(place.path.join('.'));
  return tally.count(`${name}, written as ${written.slice(0, 40)}`, isTold ? 'marked' : 'through');
}

it('the body without a canary passes, or its refusals would prove nothing', async () => {
  const statuses = MODES.map(
    async (mode) => (await gateway.chat(MAXIMAL, { workload: mode })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
});

const places = [...placesOf(MAXIMAL)];
it('a canary in every position of a chat body', async ({ task }) => {
  const tally = new Tally();
  for (const place of places) {
    for (const mode of MODES) {
      const values = place.slot === 'number' ? ['4111111111111111'] : [MAIL, IBAN, CARD];
      for (const value of values) {
        await attempt(tally, place, value, value, mode);
      }
    }
  }
  tally.expectNoneThrough(task);
});

it('a canary in every encoding', async ({ task }) => {
  const tally = new Tally();
  // One place of each kind: a message, a result, arguments, a name, an address, a schema, an own key.
  const some = places.filter(({ path, slot }) =>
    slot === 'string'
      ? /^(messages\.(0\.content|2\.content\.1\.image_url\.url|3\.tool_calls\.0\.(id|function\.arguments)|4\.content)|tools\.0\.function\.name|metadata\.id)$/.test(
          path.join('.'),
        )
      : slot === 'key' && path.join('.') === 'metadata',
  );
  for (const { value, encodings } of CANARIES) {
    for (const encode of Object.values(encodings)) {
      for (const place of some) {
        for (const mode of MODES) {
          await attempt(tally, place, encode(value), value, mode);
        }
      }
    }
  }
  tally.expectNoneThrough(task);
  expect(some.length).toBe(8);
});
