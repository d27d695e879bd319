import { mutateBytes, mutateJson, oneOf, type Draw } from './mutate.js';

export interface Fuzzed {
  readonly kind: 'body' | 'bytes of a body' | 'form' | 'path' | 'heads' | 'bytes of a request';
  /** The whole request as it goes onto the socket. */
  readonly bytes: Buffer;
}

/** In prompts, so that a log that tells of one can be told by it. */
export const CANARY = 'canary-7d41e0';

const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const TOOL = { name: 'f', description: 'd', parameters: { type: 'object', properties: {} } };

/** What each surface takes, with something in most places. */
const BODIES: readonly (readonly [path: string, body: object])[] = [
  [
    '/v1/chat/completions',
    {
      model: 'sandbox/small',
      messages: [
        { role: 'system', content: CANARY },
        {
          role: 'user',
          content: [
            { type: 'text', text: CANARY },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${IMAGE}` } },
          ],
        },
        {
          role: 'assistant',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: CANARY },
      ],
      tools: [{ type: 'function', function: TOOL }],
      tool_choice: 'auto',
      response_format: { type: 'json_object' },
      max_tokens: 20,
      temperature: 1,
      stop: ['x'],
      stream: true,
      stream_options: { include_usage: true },
      gw: { remove: ['term'] },
    },
  ],
  [
    '/v1/messages',
    {
      model: 'sandbox/small',
      max_tokens: 20,
      system: [{ type: 'text', text: CANARY, cache_control: { type: 'ephemeral' } }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: CANARY }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: CANARY }] },
      ],
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
      thinking: { type: 'enabled', budget_tokens: 1024 },
    },
  ],
  [
    '/v1/responses',
    {
      model: 'sandbox/small',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: CANARY }] },
        { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: CANARY },
      ],
      tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }],
      reasoning: { effort: 'low' },
      text: { format: { type: 'text' } },
      max_output_tokens: 20,
    },
  ],
  [
    '/v1beta/models/sandbox%2Fsmall:generateContent',
    {
      contents: [
        {
          role: 'user',
          parts: [{ text: CANARY }, { inlineData: { mimeType: 'image/png', data: IMAGE } }],
        },
      ],
      systemInstruction: { parts: [{ text: CANARY }] },
      tools: [{ functionDeclarations: [TOOL] }],
      generationConfig: { maxOutputTokens: 20, stopSequences: ['x'], candidateCount: 1 },
    },
  ],
  [
    '/v1/completions',
    { model: 'sandbox/small', prompt: [CANARY], max_tokens: 5, echo: false, n: 1 },
  ],
  ['/v1/embeddings', { model: 'sandbox/embedding', input: [CANARY], encoding_format: 'base64' }],
  ['/v1/moderations', { model: 'sandbox/moderation', input: CANARY }],
  [
    '/v1/messages/count_tokens',
    { model: 'sandbox/small', messages: [{ role: 'user', content: CANARY }] },
  ],
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'BREW'];
const SEGMENTS = [
  'v1',
  'v1beta',
  'alt',
  'anthropic',
  'admin',
  'models',
  'chat',
  'completions',
  'files',
  'messages',
  'batches',
  'responses',
  'resp_1',
  '..',
  '.',
  '%2e%2e',
  '%2f',
  '%00',
  '',
  '*',
  'images',
  'edits',
  'audio',
  'speech',
  'metrics',
  'readyz',
  'console',
  'docs',
  'sandbox/small',
  'small:generateContent',
  'x:batchEmbedContents',
  '%',
  '%zz',
  'é',
  'a'.repeat(3_000),
];
const QUERIES = [
  '',
  '?',
  '?key=x',
  '?alt=sse',
  '?limit=-1&after=%00',
  '?a=1&a=2',
  '?%',
  '?=&=&',
  '?x[]=1',
];
const HEADS: readonly string[] = [
  'Content-Type: application/json',
  'Content-Type: text/plain',
  'Content-Type: ',
  'Content-Type: a/b; c',
  'Content-Encoding: gzip',
  'Content-Encoding: br',
  'Expect: 100-continue',
  'Upgrade: websocket',
  'Connection: upgrade',
  'Connection: close, x-api-key',
  'Transfer-Encoding: gzip',
  'TE: trailers',
  'x-gw-timeout: -1',
  'x-gw-timeout: 1e9',
  'x-request-id: ../x',
  'anthropic-version: never',
  'alt-beta: a,b',
  'x-goog-api-key: x',
  'x-api-key: ',
  'Accept: text/event-stream',
  'Accept: ;q=',
  'Range: bytes=0-',
  'Cookie: a=b',
  'Host: other',
  'Forwarded: for=::1',
  'X-Forwarded-For: 127.0.0.1',
  'idempotency-key: \u00e9',
  `x-long: ${'h'.repeat(20_000)}`,
];
const PARTS = ['model', 'file', 'prompt', 'image', 'purpose', 'file"; x="', 'model*', ''];

export function fuzzed(draw: Draw, key: string): Fuzzed {
  const kinds: readonly (() => Fuzzed)[] = [
    () => ofBody(draw, key),
    () => ofBody(draw, key),
    () => ofBodyBytes(draw, key),
    () => ofForm(draw, key),
    () => ofPath(draw, key),
    () => ofHeads(draw, key),
    () => ofBytes(draw, key),
  ];
  return oneOf(draw, kinds)();
}

const JSON_TYPE = 'Content-Type: application/json';

function request(key: string, line: string, heads: readonly string[], body: Buffer): Buffer {
  const all = [`${line} HTTP/1.1`, 'Host: gateway', `Authorization: Bearer ${key}`, ...heads];
  const length = [`Content-Length: ${body.length}`, 'Connection: close'];
  return Buffer.concat([Buffer.from([...all, ...length, '', ''].join('\r\n'), 'latin1'), body]);
}

function ofBody(draw: Draw, key: string): Fuzzed {
  const [path, body] = oneOf(draw, BODIES);
  const bytes = Buffer.from(JSON.stringify(mutateJson(draw, body)) ?? 'null');
  return { kind: 'body', bytes: request(key, `POST ${path}`, [JSON_TYPE], bytes) };
}

function ofBodyBytes(draw: Draw, key: string): Fuzzed {
  const [path, body] = oneOf(draw, BODIES);
  const bytes = mutateBytes(draw, Buffer.from(JSON.stringify(body)));
  return { kind: 'bytes of a body', bytes: request(key, `POST ${path}`, [JSON_TYPE], bytes) };
}

function ofForm(draw: Draw, key: string): Fuzzed {
  const path = oneOf(draw, ['/v1/files', '/v1/audio/transcriptions', '/v1/images/edits']);
  const parts = Array.from({ length: Math.floor(draw() * 6) }, () => {
    const name = oneOf(draw, PARTS);
    const file = draw() < 0.5 ? `; filename="${oneOf(draw, ['a.txt', '../a', 'a\\"b', ''])}"` : '';
    return `--line\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${CANARY}\r\n`;
  });
  const body = Buffer.from(`${parts.join('')}--line--\r\n`);
  const type = oneOf(draw, ['boundary=line', 'boundary="line"', 'boundary=', 'boundary=other', '']);
  const bytes = draw() < 0.5 ? mutateBytes(draw, body) : body;
  const heads = [`Content-Type: multipart/form-data; ${type}`];
  return { kind: 'form', bytes: request(key, `POST ${path}`, heads, bytes) };
}

function ofPath(draw: Draw, key: string): Fuzzed {
  const length = 1 + Math.floor(draw() * 5);
  const path = Array.from({ length }, () => oneOf(draw, SEGMENTS)).join('/');
  const line = `${oneOf(draw, METHODS)} /${path}${oneOf(draw, QUERIES)}`;
  const body = draw() < 0.5 ? Buffer.from('{"model":"sandbox/small"}') : Buffer.alloc(0);
  return { kind: 'path', bytes: request(key, line, [JSON_TYPE], body) };
}

function ofHeads(draw: Draw, key: string): Fuzzed {
  const [path, body] = oneOf(draw, BODIES);
  const count = 1 + Math.floor(draw() * 5);
  const heads = Array.from({ length: count }, () => oneOf(draw, HEADS));
  const bytes = Buffer.from(JSON.stringify(body));
  return { kind: 'heads', bytes: request(key, `POST ${path}`, heads, bytes) };
}

function ofBytes(draw: Draw, key: string): Fuzzed {
  const [path, body] = oneOf(draw, BODIES);
  const whole = request(key, `POST ${path}`, [JSON_TYPE], Buffer.from(JSON.stringify(body)));
  return { kind: 'bytes of a request', bytes: mutateBytes(draw, whole) };
}
