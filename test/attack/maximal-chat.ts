export const BASE64 = Buffer.alloc(96, 7).toString('base64');
/** It begins as an image does, or it would be a document. */
export const IMAGE = Buffer.from(`89504e470d0a1a0a${'07'.repeat(88)}`, 'hex').toString('base64');

/** A chat request with every member that any provider of the format knows, and some that none does. */
export const MAXIMAL = {
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
        { type: 'image_url', image_url: { url: `data:image/png;base64,${IMAGE}`, detail: 'low' } },
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
export interface Place {
  readonly path: Path;
  readonly slot: 'string' | 'number' | 'key';
}

/** Every string, every number and every object, which takes a key more. */
export function* placesOf(value: unknown, path: Path = []): Generator<Place> {
  if (typeof value === 'string') yield { path, slot: 'string' };
  else if (typeof value === 'number') yield { path, slot: 'number' };
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* placesOf(item, [...path, index]);
  } else if (typeof value === 'object' && value !== null) {
    yield { path, slot: 'key' };
    for (const [key, item] of Object.entries(value)) yield* placesOf(item, [...path, key]);
  }
}

/** The body with something else at some of its places. */
export function withAt(
  changes: readonly (readonly [Place, unknown])[],
  whole: object = MAXIMAL,
): object {
  const body = structuredClone(whole) as Record<string | number, unknown>;
  const parentOf = (path: Path): Record<string | number, unknown> => {
    let at = body;
    for (const name of path) at = at[name] as Record<string | number, unknown>;
    return at;
  };
  // Keys last: they are added to what the paths of the others lead through.
  for (const [{ path, slot }, value] of changes) {
    if (slot === 'key') continue;
    const at = parentOf(path.slice(0, -1));
    at[path.at(-1) ?? ''] = slot === 'number' ? Number(value) : value;
  }
  for (const [{ path, slot }, value] of changes) {
    if (slot === 'key') parentOf(path)[String(value)] = 'x';
  }
  return body;
}
