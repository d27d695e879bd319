import { parseJson, runAtOnce } from '#kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chatRequests,
  geminiRequests,
  messagesRequests,
} from '../../../../test/support/recordings.js';
import type { Conversation, RequestPart, Turn } from '../conversation/conversation.js';
import { inWordsOf, textIn } from '../conversation/source.js';
import { conversations } from '../codecs.js';
import { withCamelNames } from './camel-names.js';
import { geminiTexts } from './texts.js';
import { readGeminiRequest } from './read-request.js';
import { writeGeminiRequest } from './write-request.js';

const fixtures = process.env['GW_FIXTURES'];

interface Part {
  readonly text?: string;
  readonly functionCall?: { readonly name: string; readonly args: object; readonly id?: string };
  readonly functionResponse?: { readonly name: string; readonly response: object };
}

interface Request {
  readonly contents: readonly { readonly role: string; readonly parts: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations: readonly object[] }[];
  readonly generationConfig?: Readonly<Record<string, unknown>>;
}

/** What the vendor refuses, checked on the request alone. */
function checkRules({ contents, tools }: Request): void {
  contents.forEach(({ role, parts }, place) => {
    expect(role).toBe(place % 2 === 0 ? 'user' : 'model');
    expect(parts.length).toBeGreaterThan(0);
    const called = contents[place - 1]?.parts.flatMap(
      ({ functionCall }) => functionCall?.name ?? [],
    );
    const answered = parts.flatMap(({ functionResponse }) => functionResponse?.name ?? []);
    expect(answered).toEqual(called ?? []);
    for (const part of parts) expect(Object.keys(part)).not.toEqual([]);
    for (const { functionCall } of parts) {
      if (functionCall) expect(functionCall.args).toBeTypeOf('object');
    }
  });
  expect(JSON.stringify(tools ?? [])).not.toMatch(/"additionalProperties"|"\$ref"|"\$schema"/);
}

const camel = (text: string) => runAtOnce(withCamelNames(parseJson(text), geminiTexts.request));
const readOf = (text: string) => conversations.gemini.readConversation(camel(text));
const textsIn = ({ system, turns }: Conversation): string =>
  [...system, ...turns.flatMap(({ parts }) => parts)].flatMap(textsOf).join('');

function textsOf(part: RequestPart): string[] {
  if (part.type === 'text') return [part.text];
  if (part.type === 'tool_call') return [JSON.stringify(JSON.parse(part.input || '{}'))];
  // Documents that are text are text in the chat format.
  if (part.type === 'file') {
    const text = textIn(part.source);
    return text === undefined ? [] : [inWordsOf(part, text)];
  }
  return part.type === 'tool_result' ? part.parts.flatMap(textsOf) : [];
}

for (const { name, text } of fixtures === undefined ? [] : geminiRequests(fixtures)) {
  it(`a recorded request is the same after a detour: ${name}`, () => {
    readGeminiRequest(camel(text));
    const read = readOf(text);
    const rewritten = writeGeminiRequest(read);
    expect(JSON.parse(writeGeminiRequest(readOf(rewritten)))).toEqual(JSON.parse(rewritten));
    expect(textsIn(readOf(rewritten)).replaceAll(ADDED, '')).toBe(textsIn(read));
  });

  it.each(['chat', 'messages'] as const)(
    `a recorded request goes to the format of %s: ${name}`,
    (format) => {
      const read = readOf(text);
      const told = conversations[format].readConversation(
        parseJson(conversations[format].writeRequest(read)),
      );
      expect(told.tools.map(({ name: tool }) => tool)).toEqual(
        read.tools.map(({ name: tool }) => tool),
      );
      expect(textsIn(told).replaceAll(ADDED, '')).toBe(textsIn(read));
    },
  );
}

for (const [format, requests] of [
  ['chat', chatRequests],
  ['messages', messagesRequests],
] as const) {
  for (const { name, text } of fixtures === undefined ? [] : requests(fixtures)) {
    it(`a recorded request of ${format} becomes one that the vendor takes: ${name}`, () => {
      const read = conversations[format].readConversation(parseJson(text));
      checkRules(JSON.parse(writeGeminiRequest(read)) as Request);
    });
  }
}

/** What is said in words where there is no word for it. */
const ADDED =
  /\[tool error\]|The tool call \S* gave:|Answer with one JSON object and nothing else\.|^\.$/g;

const aConversation = (change: Partial<Conversation>): Conversation => ({
  model: 'm',
  isStreaming: false,
  system: [],
  turns: [],
  tools: [],
  sampling: {},
  metadata: {},
  ...change,
});
const written = (change: Partial<Conversation>) =>
  JSON.parse(writeGeminiRequest(aConversation(change))) as Request & Record<string, unknown>;
const hi = { type: 'text', text: 'Hi' } as const;
const user = (...parts: RequestPart[]): Turn => ({ role: 'user', parts });
const assistant = (...parts: RequestPart[]): Turn => ({ role: 'assistant', parts });
const call = (id: string, name = 'f', input = '{}'): RequestPart & { type: 'tool_call' } => ({
  type: 'tool_call',
  id,
  name,
  input,
  isCustom: false,
});
const result = (id: string, ...parts: RequestPart[]): RequestPart & { type: 'tool_result' } => ({
  type: 'tool_result',
  id,
  isError: false,
  parts,
});

describe('turns', () => {
  it('hold as many results as there were calls, each under the name of its own', () => {
    const { contents } = written({
      turns: [user(hi), assistant(call('a', 'f'), call('b', 'g')), user(hi, result('b', hi))],
    });
    expect(contents[2]?.parts).toEqual([
      expect.objectContaining({ functionResponse: expect.objectContaining({ name: 'f' }) }),
      { functionResponse: { id: 'b', name: 'g', response: { output: 'Hi' } } },
      { text: 'Hi' },
    ]);
  });

  it('tell of an error, and show what a tool gave beside text', () => {
    const image: RequestPart = {
      type: 'image',
      source: { kind: 'base64', mime: 'image/png', data: 'AAAA' },
    };
    const { contents } = written({
      turns: [user(hi), assistant(call('a')), user({ ...result('a', hi, image), isError: true })],
    });
    expect(contents[2]?.parts).toEqual([
      { functionResponse: { id: 'a', name: 'f', response: { error: 'Hi' } } },
      { text: 'The tool call a gave:' },
      { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
    ]);
  });

  it('keep a signature of this maker on its call, and no other', () => {
    const signed = { ...call('a'), signature: { origin: 'gemini', value: 'c2ln' } as const };
    const foreign = { ...call('b'), signature: { origin: 'messages', value: 'c2ln' } as const };
    const { contents } = written({ turns: [user(hi), assistant(signed, foreign)] });
    expect(contents[1]?.parts).toEqual([
      { functionCall: { id: 'a', name: 'f', args: {} }, thoughtSignature: 'c2ln' },
      { functionCall: { id: 'b', name: 'f', args: {} } },
    ]);
  });

  it('of one role in a row are read as one', () => {
    const said = (text: string, role = 'model') => ({ role, parts: [{ text }] });
    const { turns } = readOf(
      JSON.stringify({ contents: [said('a'), said('b'), said('c', 'user')] }),
    );
    expect(turns.map(({ parts }) => parts.flatMap(textsOf))).toEqual([['a', 'b'], ['c']]);
  });

  it('are read with ids that results without one find by name', () => {
    const part = (name: string) => ({ functionResponse: { name, response: { output: name } } });
    const { turns } = readOf(
      JSON.stringify({
        contents: [
          { role: 'model', parts: ['f', 'g', 'f'].map((name) => ({ functionCall: { name } })) },
          { role: 'user', parts: [part('g'), part('f'), part('f')] },
        ],
      }),
    );
    const ids = turns.map(({ parts }) => parts.map((one) => ('id' in one ? one.id : '')));
    expect(ids).toEqual([
      ['call_0', 'call_1', 'call_2'],
      ['call_1', 'call_0', 'call_2'],
    ]);
  });
});

describe('schemas', () => {
  const parametersOf = (schema: object) =>
    written({ tools: [{ name: 'f', isCustom: false, schema: JSON.stringify(schema) }] }).tools?.[0]
      ?.functionDeclarations[0];

  it.each([
    [{ type: ['string', 'null'] }, { type: 'STRING', nullable: true }],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, { type: 'INTEGER', nullable: true }],
    [{ const: 'a' }, { type: 'STRING', enum: ['a'] }],
    [{ enum: [1, 2] }, { description: 'One of 1; 2.' }],
    [{ type: 'array' }, { type: 'ARRAY', items: {} }],
    [{ allOf: [{ type: 'string' }, { description: 'b' }] }, { type: 'STRING', description: 'b' }],
    [{ $ref: '#/$defs/a', default: 1 }, { type: 'NUMBER' }],
    [
      { oneOf: [{ type: 'string' }, { type: 'object', properties: {} }] },
      { anyOf: [{ type: 'STRING' }, { type: 'OBJECT', properties: {} }] },
    ],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
      { type: 'ARRAY', items: { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] } },
    ],
  ])('%j is %j in the dialect of the models', (schema, expected) => {
    expect(
      parametersOf({
        $defs: { a: { type: 'number' } },
        type: 'object',
        properties: { x: schema },
        additionalProperties: false,
      }),
    ).toEqual({ name: 'f', parameters: { type: 'OBJECT', properties: { x: expected } } });
  });

  it('that refer to themselves go as they are', () => {
    const schema = { type: 'object', properties: { next: { $ref: '#' } } };
    expect(parametersOf(schema)).toEqual({ name: 'f', parametersJsonSchema: schema });
  });

  it('that hold themselves by way of what they are all of go as they are', () => {
    for (const schema of [
      { type: 'object', allOf: [{ $ref: '#' }] },
      { type: 'object', properties: { next: { allOf: [{ $ref: '#' }], title: 'a' } } },
    ]) {
      expect(parametersOf(schema)).toEqual({ name: 'f', parametersJsonSchema: schema });
    }
  });

  it('may refer to one thing twice, one of them within what the other adds to', () => {
    const base = { type: 'object', properties: { a: { type: 'string' } } };
    const schema = {
      allOf: [{ $ref: '#/$defs/base' }],
      properties: { b: { $ref: '#/$defs/base' } },
    };
    const written = { type: 'OBJECT', properties: { a: { type: 'STRING' } } };
    expect(parametersOf({ $defs: { base }, ...schema })).toEqual({
      name: 'f',
      parameters: { type: 'OBJECT', properties: { b: written, a: { type: 'STRING' } } },
    });
  });

  const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
    Array.from({ length: count }, (_none, index) => make(index));
  const named = (count: number, make: (index: number) => object, letter = 'p') =>
    Object.fromEntries(times(count, (index) => [`${letter}${index}`, make(index)]));
  const toA = { $ref: '#/$defs/a' };

  it.each([
    [
      'name the same thing again and again',
      {
        $ref: '#/$defs/d0',
        $defs: named(
          20,
          (at) => {
            const next = { $ref: `#/$defs/d${at + 1}` };
            return { type: 'object', properties: { a: next, b: next } };
          },
          'd',
        ),
      },
    ],
    [
      'name a long word often',
      { $defs: { a: { enum: [1, 'e'.repeat(100_000)] } }, properties: named(4_900, () => toA) },
    ],
    [
      'name many numbers often',
      { $defs: { a: { enum: times(3_000, (at) => at) } }, properties: named(3_000, () => toA) },
    ],
    [
      'add the same up again and again',
      { $defs: { a: { properties: named(5_000, () => ({})) } }, allOf: times(5_000, () => toA) },
    ],
    [
      'lead from one to the next',
      { $defs: named(4_000, (at) => ({ $ref: `#/$defs/d${at + 1}` }), 'd'), $ref: '#/$defs/d0' },
    ],
    [
      'refer by long words',
      {
        $defs: { a: { $ref: `#/${'x/'.repeat(50_000)}` } },
        properties: named(5_000, () => toA),
      },
    ],
  ])('that %s are refused by the place of their tool', (_what, schema) => {
    expect(() => parametersOf(schema)).toThrow(
      expect.objectContaining({
        key: 'field_invalid',
        details: expect.objectContaining({ param: 'tools[0]' }),
      }),
    );
  });

  it('of all tools together are bounded', () => {
    const schema = JSON.stringify({
      $defs: { a: { enum: times(100, (at) => at) } },
      properties: named(300, () => toA),
    });
    const tools = (count: number) =>
      written({ tools: times(count, (at) => ({ name: `f${at}`, isCustom: false, schema })) });
    expect(tools(1).tools).toHaveLength(1);
    expect(() => tools(20)).toThrow(expect.objectContaining({ key: 'field_invalid' }));
  });

  it('of a tool without arguments are left out', () => {
    for (const schema of [{}, { type: 'object' }, { type: 'object', properties: {} }]) {
      expect(parametersOf(schema)).toEqual({ name: 'f' });
    }
  });

  it('never break the writer, whatever they say', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (json) => {
        written({ tools: [{ name: 'f', isCustom: false, schema: json }] });
      }),
    );
  });
});

describe('names', () => {
  it('are read in both spellings, and the caller’s own stay', () => {
    const request = {
      system_instruction: { parts: [{ text: 'a_b' }] },
      contents: [
        { role: 'model', parts: [{ function_call: { name: 'f_g', args: { file_data: 1 } } }] },
        { role: 'user', parts: [{ inline_data: { mime_type: 'image/png', data: 'AAAA' } }] },
      ],
      generation_config: {
        max_output_tokens: 1,
        response_json_schema: { type: 'object', properties: { inline_data: {} } },
      },
      tools: [{ function_declarations: [{ name: 'f_g' }] }],
    };
    expect(JSON.parse(camel(JSON.stringify(request)).text)).toEqual({
      systemInstruction: { parts: [{ text: 'a_b' }] },
      contents: [
        { role: 'model', parts: [{ functionCall: { name: 'f_g', args: { file_data: 1 } } }] },
        { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] },
      ],
      generationConfig: {
        maxOutputTokens: 1,
        responseJsonSchema: { type: 'object', properties: { inline_data: {} } },
      },
      tools: [{ functionDeclarations: [{ name: 'f_g' }] }],
    });
  });

  it('are refused in two spellings at once', () => {
    expect(() => camel('{"contents":[],"toolConfig":{},"tool_config":{}}')).toThrow();
    const escaped = '{"contents":[],"generationConfig":{"candidate\\u005fcount":8}}';
    expect(JSON.parse(camel(escaped).text)).toEqual({
      contents: [],
      generationConfig: { candidateCount: 8 },
    });
  });

  it('stay as they are, byte for byte, where nothing is to be done', () => {
    const text = '{"contents": [ {"parts":[{"text":"a_b"}]} ], "x_y": 1.50}';
    expect(camel(text).text).toBe(text);
  });
});

it.each(['not a url', ''])(
  'what is no address is called so, and no file that is kept: %j',
  (url) => {
    const source = { kind: 'url', url } as const;
    for (const type of ['image', 'file'] as const) {
      expect(() => written({ turns: [user({ type, source })] })).toThrow(
        /^The address of an image/,
      );
    }
  },
);

it.each([
  'https://generativelanguage.googleapis.com/v1beta/files/a',
  'https://generativelanguage.googleapis.com:443/v1beta/files/a',
  'https://generativelanguage.googleapis%2Ecom/v1beta/files/a',
  ' HTTPS://x@GenerativeLanguage.googleapis.com./v1beta/files/a',
  'gs://b/c',
  ' GS:b/c',
  'files/a',
  ' files/a',
])('a file that the provider keeps is refused: %s', (fileUri) => {
  const asking = (part: object) =>
    readGeminiRequest(parseJson(JSON.stringify({ contents: [{ parts: [part] }] })));
  const refused = expect.objectContaining({ key: 'field_invalid' });
  const file = { fileData: { fileUri } };
  expect(() => asking(file)).toThrow(refused);
  expect(() => asking({ functionResponse: { name: 'f', parts: [file] } })).toThrow(refused);
  expect(() => asking({ fileData: { fileUri: 'https://a.org/files/a' } })).not.toThrow();
  for (const type of ['image', 'file'] as const) {
    for (const source of [
      { kind: 'url', url: fileUri },
      { kind: 'id', id: fileUri },
    ] as const) {
      expect(() => written({ turns: [user({ type, source })] })).toThrow(refused);
    }
    const source = { kind: 'url', url: 'https://a.org/files/a' } as const;
    expect(() => written({ turns: [user({ type, source })] })).not.toThrow();
  }
});

it.each([
  ['image', 'https://a.org/cat.PNG?x=1', 'image/png'],
  ['image', 'https://a.org/cat', 'image/jpeg'],
  ['image', 'https://a.org/film.mp4', 'image/jpeg'],
  ['file', 'https://a.org/film.mp4', 'video/mp4'],
  ['file', 'https://a.org/report', 'application/pdf'],
] as const)('says of what type an %s at %s is', (type, url, mimeType) => {
  const { contents } = written({ turns: [user({ type, source: { kind: 'url', url } })] });
  expect(contents).toEqual([{ role: 'user', parts: [{ fileData: { fileUri: url, mimeType } }] }]);
});

it('no JSON breaks the reader', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (contents, config) => {
      const text = `{"contents":${contents},"generationConfig":${config},"tools":${contents}}`;
      writeGeminiRequest(readOf(text));
      const part = `{"contents":[{"role":"model","parts":[${contents},{"functionCall":${config}},{"functionResponse":${config}}]}]}`;
      writeGeminiRequest(readOf(part));
    }),
  );
});
