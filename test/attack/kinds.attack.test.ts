import { afterAll, beforeEach, expect, it } from 'vitest';
import { DATA_KINDS, specOf, type DataKind } from '#contract';
import { startGateway } from '../support/gateway.js';
import { json, ReplayServer, type Received } from '../support/replay-server.js';
import { PRICE } from '../support/settings.js';
import { isIn, WRITINGS } from './canaries.js';
import { kindCanaries, OWN_PATTERN, OWN_TERM, REMOVED, unattacked } from './kind-canaries.js';
import { Tally } from './tally.js';

/** Every kind of the registry on every wire, at its positions and in its encodings. */

const provider = await ReplayServer.start();
const MODES = ['mask', 'tokenize', 'block'] as const;
const OPTIONAL = (Object.keys(DATA_KINDS) as DataKind[]).filter((kind) => specOf(kind).isOptional);
const gateway = await startGateway({
  organisation: {
    protection: {
      mode: 'mask',
      terms: [{ term: OWN_TERM }],
      patterns: [OWN_PATTERN],
      kinds: OPTIONAL.map((name) => ({ name, enabled: true })),
    },
  },
  providers: [
    { name: 'plain', base_url: `${provider.url}/v1`, models: [{ id: 'm-1', price: PRICE }] },
  ],
  workloads: MODES.map((mode) => ({ name: mode, forward: ['/v1/**'], protection: { mode } })),
});
afterAll(() => provider.close());

const CHAT = {
  id: 'c',
  object: 'chat.completion',
  model: 'm-1',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};
const ANSWERS: Readonly<Record<string, object>> = {
  '/v1/embeddings': {
    object: 'list',
    model: 'm-1',
    data: [{ object: 'embedding', index: 0, embedding: [0.5] }],
    usage: { prompt_tokens: 1, total_tokens: 1 },
  },
};
beforeEach(() => {
  provider.answer = ({ path }: Received) => json(ANSWERS[path] ?? CHAT);
});

const MODEL = 'plain/m-1';
type At = (text: string) => object;
const inJson = (text: string): string => JSON.stringify({ about: { items: [text] } });
const call = (text: string) => [
  {
    role: 'assistant',
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'f', arguments: inJson(text) } },
    ],
  },
  { role: 'tool', tool_call_id: 'call_1', content: 'x' },
];
const said = { role: 'user', content: 'x' };

/** By path: each position, as the body that has a text there. */
const WIRES: Readonly<Record<string, Readonly<Record<string, At>>>> = {
  '/v1/chat/completions': {
    text: (content) => ({ messages: [{ role: 'user', content }] }),
    part: (text) => ({ messages: [{ role: 'user', content: [{ type: 'text', text }] }] }),
    system: (content) => ({ messages: [{ role: 'system', content }, said] }),
    arguments: (text) => ({ messages: [said, ...call(text)] }),
    result: (text) => ({
      messages: [
        ...call('x').slice(0, 1),
        { role: 'tool', tool_call_id: 'call_1', content: inJson(text) },
      ],
    }),
    'a name': (name) => ({ messages: [{ ...said, name }] }),
    'a description': (description) => ({
      messages: [said],
      tools: [{ type: 'function', function: { name: 'f', description } }],
    }),
    metadata: (about) => ({ messages: [said], metadata: { about } }),
    'an unknown member': (text) => ({ messages: [said], x_unknown: { deep: [{ text }] } }),
  },
  '/v1/messages': {
    text: (content) => ({ max_tokens: 9, messages: [{ role: 'user', content }] }),
    system: (system) => ({ max_tokens: 9, system, messages: [said] }),
    input: (text) => ({
      max_tokens: 9,
      messages: [
        said,
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: [text] } }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }] },
      ],
    }),
    result: (text) => ({
      max_tokens: 9,
      messages: [
        said,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: inJson(text) }],
        },
      ],
    }),
  },
  '/v1/responses': {
    input: (input) => ({ input }),
    instructions: (instructions) => ({ instructions, input: 'x' }),
    arguments: (text) => ({
      input: [
        said,
        { type: 'function_call', call_id: 'call_1', name: 'f', arguments: inJson(text) },
        { type: 'function_call_output', call_id: 'call_1', output: 'x' },
      ],
    }),
    output: (text) => ({
      input: [
        said,
        { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: inJson(text) },
      ],
    }),
  },
  [`/v1beta/models/${MODEL}:generateContent`]: {
    text: (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    system: (text) => ({
      systemInstruction: { parts: [{ text }] },
      contents: [{ role: 'user', parts: [{ text: 'x' }] }],
    }),
    arguments: (text) => ({
      contents: [
        { role: 'user', parts: [{ text: 'x' }] },
        { role: 'model', parts: [{ functionCall: { name: 'f', args: { a: { b: text } } } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: { a: 'x' } } }] },
      ],
    }),
    result: (text) => ({
      contents: [
        { role: 'user', parts: [{ text: 'x' }] },
        { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: { a: [text] } } }] },
      ],
    }),
  },
  '/v1/embeddings': {
    input: (input) => ({ input }),
    'one of many': (text) => ({ input: ['x', text] }),
  },
  '/v1/completions': {
    prompt: (prompt) => ({ prompt }),
    suffix: (suffix) => ({ prompt: 'x', suffix }),
  },
  '/v1/moderations': {
    input: (input) => ({ input }),
    'one of many': (text) => ({ input: ['x', text] }),
  },
};

const BOUNDARY = 'b';
const field = (head: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
const FIELDS: Readonly<Record<string, (text: string) => string>> = {
  prompt: (text) => field('name="prompt"', text),
  'an unknown field': (text) => field('name="x_unknown"', text),
  'one of a list': (text) => field('name="include[]"', text),
};

const GW = { remove: [REMOVED] };

async function post(path: string, body: object, mode: string): Promise<number> {
  const { status } = await gateway.post(
    path,
    { model: MODEL, ...body, gw: GW },
    { workload: mode },
  );
  return status;
}

async function postForm(more: string, mode: string): Promise<number> {
  const start = field('name="gw"', JSON.stringify(GW)) + field('name="model"', MODEL);
  const { status } = await gateway.send('/v1/audio/transcriptions', {
    method: 'POST',
    body: Buffer.from(`${start}${more}--${BOUNDARY}--\r\n`),
    headers: {
      ...gateway.headers({ workload: mode }),
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  });
  return status;
}

type Send = (text: string, mode: string) => Promise<number>;
const PLACES: readonly (readonly [place: string, send: Send])[] = [
  ...Object.entries(WIRES).flatMap(([path, positions]) =>
    Object.entries(positions).map(
      ([position, at]) =>
        [
          `${position} of ${path}`,
          (text: string, mode: string) => post(path, at(text), mode),
        ] as const,
    ),
  ),
  ...Object.entries(FIELDS).map(
    ([name, at]) =>
      [`${name} of a form`, (text: string, mode: string) => postForm(at(text), mode)] as const,
  ),
];

/** How the sentence with the value is written, all of it. */
const WRITTEN: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  ...Object.fromEntries(
    [
      'json in a string',
      'unicode escapes',
      'percent',
      'html decimal',
      'quoted-printable',
      'zero width',
      'full width',
    ].map((name) => [name, WRITINGS[name] as (text: string) => string]),
  ),
  base64: (text) => Buffer.from(`Please keep this: ${text} (end of it)`).toString('base64'),
  'base64 of JSON': (text) => Buffer.from(JSON.stringify({ note: text })).toString('base64'),
};

const BASE64_RUN = /[A-Za-z0-9+/]{24,}={0,2}/g;
/** What was sent, and what stands encoded in it. */
const readable = (sent: string): string =>
  [
    sent,
    ...(sent.match(BASE64_RUN) ?? []).map((run) => Buffer.from(run, 'base64').toString()),
  ].join('\n');

const coreOf = (value: string): string =>
  value
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

it('every kind of the registry is attacked', () => {
  expect(unattacked()).toEqual([]);
});

it('a call without a canary passes at each place, or its refusals would prove nothing', async () => {
  const refused: string[] = [];
  for (const [place, send] of PLACES) {
    provider.received.length = 0;
    const status = await send('abc', 'mask');
    if (status >= 400 || provider.received.length === 0) refused.push(`${place}: ${status}`);
  }
  expect(refused).toEqual([]);
});

/** Each kind in each encoding at so many places; of its further subtypes every other encoding at one. */
const PLACES_OF_KIND = 2;
const ENCODINGS_OF_SUBTYPE = 2;
/** Shares no factor with the number of places, so that all are met before one is met again. */
const STEP = 7;

it('a value of every kind, on every wire, in every encoding', async ({ task }) => {
  const tally = new Tally();
  const seen = new Set<string>();
  let [turn, order] = [0, 0];
  for (const { kind, name, value, sentence } of kindCanaries()) {
    const isFirst = !seen.has(kind);
    seen.add(kind);
    for (const [writing, write] of Object.entries(WRITTEN)) {
      if (!isFirst && order++ % ENCODINGS_OF_SUBTYPE !== 0) continue;
      for (let time = 0; time < (isFirst ? PLACES_OF_KIND : 1); time++, turn++) {
        const [place, send] = PLACES[(turn * STEP) % PLACES.length] as (typeof PLACES)[number];
        const mode = MODES[(turn + Math.floor(turn / PLACES.length)) % MODES.length] as string;
        provider.received.length = 0;
        const status = await send(write(sentence), mode);
        const sent = provider.received.map(({ body }) => body.toString()).join('\n');
        const fate = status >= 400 && sent === '' ? 'refused' : 'replaced';
        const isThrough = isIn(readable(sent), coreOf(value));
        tally.count(`${mode}: ${name} as ${writing} in ${place}`, isThrough ? 'through' : fate);
      }
    }
  }
  tally.expectNoneThrough(task);
});
