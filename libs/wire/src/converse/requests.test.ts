import { parseJson } from '#kernel';
import { describe, expect, it } from 'vitest';
import {
  readConverseRequest,
  signatureOf,
} from '../../../../apps/sandbox/src/surfaces/converse/converse-request.js';
import { chatRequests, messagesRequests } from '../../../../test/support/recordings.js';
import { conversations } from '../codecs.js';
import type { Conversation, RequestPart, Tool, Turn } from '../conversation/conversation.js';
import { writeConverseRequest } from './write-request.js';

const fixtures = process.env['GW_FIXTURES'];

/** One of each maker, and one that nobody knows. */
const MODELS = [
  'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  'anthropic.claude-opus-5',
  'us.amazon.nova-lite-v1:0',
  'us.amazon.nova-2-lite-v1:0',
  'us.meta.llama4-scout-17b-instruct-v1:0',
  'mistral.mistral-large-3-675b-instruct',
  'qwen.qwen3-32b-v1:0',
  'moonshot.kimi-k2-thinking',
  'zai.glm-4.7-flash',
  'us.writer.palmyra-x5-v1:0',
  'openai.gpt-oss-120b-1:0',
  'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc',
];
const [CLAUDE = '', CLAUDE_NEWEST = '', NOVA = '', NOVA_2 = '', LLAMA = '', MISTRAL = ''] = MODELS;
const [QWEN = '', , , WRITER = '', GPT_OSS = '', UNKNOWN = ''] = MODELS.slice(6);

interface Block {
  readonly text?: string;
  readonly toolUse?: { readonly toolUseId: string; readonly input: unknown };
  readonly toolResult?: { readonly toolUseId: string; readonly content: readonly Block[] };
  readonly [member: string]: unknown;
}

interface Request {
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[];
  readonly [member: string]: unknown;
}

const written = (conversation: Conversation): Request =>
  JSON.parse(writeConverseRequest(conversation)) as Request;

const aConversation = (change: Partial<Conversation>): Conversation => ({
  model: CLAUDE,
  isStreaming: false,
  system: [],
  turns: [user(hi)],
  tools: [],
  sampling: {},
  metadata: {},
  ...change,
});

/** As a provider would take it. */
const accepted = (change: Partial<Conversation>): Request => {
  const conversation = aConversation(change);
  const request = written(conversation);
  readConverseRequest(request, conversation.model);
  return request;
};

const hi = { type: 'text', text: 'Hi' } as const;
const user = (...parts: RequestPart[]): Turn => ({ role: 'user', parts });
const assistant = (...parts: RequestPart[]): Turn => ({ role: 'assistant', parts });
const call = (id: string, input = '{}'): RequestPart => ({
  type: 'tool_call',
  id,
  name: 'f',
  input,
  isCustom: false,
});
const result = (id: string, ...parts: RequestPart[]): RequestPart => ({
  type: 'tool_result',
  id,
  isError: false,
  parts,
});
const tools: Tool[] = [{ name: 'f', isCustom: false, description: '' }];
const png = { kind: 'base64', mime: 'image/png', data: 'iVBORw0KGgo=' } as const;
const image: RequestPart = { type: 'image', source: png };
const pdf = { kind: 'base64', mime: 'application/pdf', data: 'JVBERi0=' } as const;
const file = (filename: string): RequestPart => ({ type: 'file', source: pdf, filename });
const rolesOf = ({ messages }: Request) => messages.map(({ role }) => role).join(' ');

/** What the format has no place for, or signs for nobody. */
function withoutForeign(conversation: Conversation): Conversation {
  const fitted = (part: RequestPart): RequestPart[] => {
    if (part.type === 'thinking' && part.signature) {
      const signature = { origin: 'messages', value: signatureOf(part.text) } as const;
      return [{ ...part, signature }];
    }
    if (part.type === 'tool_result') return [{ ...part, parts: part.parts.flatMap(fitted) }];
    return (part.type === 'image' || part.type === 'file') && isElsewhere(part) ? [] : [part];
  };
  const turns = conversation.turns.map((turn) => ({ ...turn, parts: turn.parts.flatMap(fitted) }));
  return { ...conversation, turns: [...turns, user(hi)] };
}

const isElsewhere = ({ source }: { readonly source: { readonly kind: string } }): boolean =>
  source.kind === 'url' || source.kind === 'id';

for (const [format, requests] of fixtures === undefined
  ? []
  : ([
      ['messages', messagesRequests(fixtures)],
      ['chat', chatRequests(fixtures)],
    ] as const)) {
  for (const { name, text } of requests) {
    it(`a recorded request of ${format} becomes one that every maker's models take: ${name}`, () => {
      const read = withoutForeign(conversations[format].readConversation(parseJson(text)));
      // How much to think is fitted to the model before, and names of tools are the caller's.
      const { effort: _effort, thinking: _thinking, ...conversation } = read;
      if (conversation.tools.some((tool) => !/^[a-zA-Z0-9_-]{1,64}$/.test(tool.name))) return;
      for (const model of MODELS) {
        const request = written({ ...conversation, model });
        expect(() => readConverseRequest(request, model), model).not.toThrow();
      }
    });
  }
}

describe('turns', () => {
  it('keep the results of tools apart where the model wants them alone', () => {
    const turns = [user(hi), assistant(call('a')), user(result('a', hi), hi)];
    expect(rolesOf(accepted({ turns, tools }))).toBe('user assistant user');
    expect(rolesOf(accepted({ turns, tools, model: LLAMA }))).toBe(
      'user assistant user assistant user',
    );
    const withFile = [user(hi), assistant(call('a')), user(result('a', hi), hi, file('a.pdf'))];
    expect(rolesOf(accepted({ turns: withFile, tools }))).toBe(
      'user assistant user assistant user',
    );
    expect(rolesOf(accepted({ turns: withFile, tools, model: NOVA }))).toBe('user assistant user');
  });

  it.each(MODELS)('lose no image that a tool gave: %s', (model) => {
    const turns = [user(hi), assistant(call('a')), user(result('a', hi, image))];
    expect(JSON.stringify(accepted({ turns, tools, model }))).toContain(png.data);
  });

  it('say calls in words where there are no tools', () => {
    const turns = [user(hi), assistant(call('a', '{"n":1}')), user(result('a', hi))];
    const { messages, toolConfig } = accepted({ turns });
    expect(toolConfig).toBeUndefined();
    expect(messages[1]?.content).toEqual([{ text: '[called f: {"n":1}]' }]);
    expect(messages[2]?.content).toEqual([{ text: '[the tool gave]' }, { text: 'Hi' }]);
  });

  it('tell that a tool failed, in words where the model has no other way', () => {
    const failed: RequestPart = { type: 'tool_result', id: 'a', isError: true, parts: [hi] };
    const turns = [user(hi), assistant(call('a')), user(failed)];
    expect(accepted({ turns, tools }).messages[2]?.content[0]?.toolResult).toMatchObject({
      status: 'error',
      content: [{ text: 'Hi' }],
    });
    const inWords = accepted({ turns, tools, model: WRITER }).messages[2]?.content[0]?.toolResult;
    expect(inWords).not.toHaveProperty('status');
    expect(inWords?.content).toEqual([{ text: '[tool error]' }, { text: 'Hi' }]);
  });

  it('have ids of calls that the provider takes, and no blanks at their end', () => {
    const id = 'call.with/odd signs';
    const turns = [
      user(hi),
      assistant(call(id)),
      user(result(id)),
      assistant({ type: 'text', text: 'So \n' }),
    ];
    const { messages } = accepted({ turns, tools });
    const made = messages[1]?.content[0]?.toolUse?.toolUseId;
    expect(made).toMatch(/^[a-zA-Z0-9]{24}$/);
    expect(messages[2]?.content[0]?.toolResult?.toolUseId).toBe(made);
    expect(messages[3]?.content).toEqual([{ text: 'So' }]);
  });

  it('give thoughts back to Claude alone, and only under its own signature', () => {
    const signature = { origin: 'messages', value: signatureOf('a') } as const;
    const signed: RequestPart = { type: 'thinking', text: 'a', signature };
    const value = '{"type":"redacted_thinking","data":"opaque+data="}';
    const hidden: RequestPart = { type: 'opaque', value: { origin: 'messages', value } };
    const foreign: RequestPart = { ...signed, signature: { origin: 'chat', value: 's' } };
    const search: RequestPart = {
      type: 'opaque',
      value: { origin: 'messages', value: '{"type":"web_search_tool_result"}' },
    };
    const turns = [
      user(hi),
      assistant(signed, hidden, foreign, search, { type: 'thinking', text: 'b' }, hi),
      user(hi),
    ];
    expect(accepted({ turns }).messages[1]?.content).toEqual([
      { reasoningContent: { reasoningText: { text: 'a', signature: signature.value } } },
      { reasoningContent: { redactedContent: Buffer.from('opaque+data=').toString('base64') } },
      { text: 'Hi' },
    ]);
    expect(accepted({ turns, model: QWEN }).messages[1]?.content).toEqual([{ text: 'Hi' }]);
  });
});

describe('images and documents', () => {
  it('go as bytes, and under names that the provider takes', () => {
    const parts = [
      file('My  report, März.2026.pdf'),
      file('a.pdf'),
      file('a.pdf'),
      file('a-2.pdf'),
    ];
    const { messages } = accepted({ turns: [user(...parts)] });
    const names = messages[0]?.content.map(({ document }) => (document as { name: string })?.name);
    expect(names).toEqual(['My report- M-rz-2026', 'a', 'a-2', 'a-2-2', undefined]);
    expect(messages[0]?.content.at(-1)).toEqual({ text: '.' });
  });

  it('have the format that their type or name says', () => {
    const source = { kind: 'base64', mime: 'application/octet-stream', data: 'YQ==' } as const;
    const parts: RequestPart[] = [
      { type: 'file', source, filename: 'table.XLSX' },
      { type: 'file', source: { kind: 'text', text: 'Hi' }, context: 'c', asksForCitations: true },
      hi,
    ];
    expect(accepted({ turns: [user(...parts)] }).messages[0]?.content).toEqual([
      { document: { format: 'xlsx', name: 'table', source: { bytes: 'YQ==' } } },
      {
        document: {
          format: 'txt',
          name: 'document',
          source: { bytes: 'SGk=' },
          context: 'c',
          citations: { enabled: true },
        },
      },
      { text: 'Hi' },
    ]);
  });

  it.each([
    ['an image elsewhere', { type: 'image', source: { kind: 'url', url: 'https://a/b.png' } }],
    ['what a bucket keeps', { type: 'image', source: { kind: 'url', url: 's3://b/a.png' } }],
    ['a file of an id', { type: 'file', source: { kind: 'id', id: 'file-1' } }],
    ['a kind that is not taken', { type: 'file', source: { ...pdf, mime: 'application/zip' } }],
  ] as const)('are refused, and never left out: %s', (_name, part) => {
    const conversation = aConversation({ turns: [user(hi, part)] });
    expect(() => writeConverseRequest(conversation)).toThrow(
      expect.objectContaining({ key: 'field_invalid' }),
    );
  });
});

describe('marks of the prompt cache', () => {
  const marked = (ttl?: string): RequestPart => ({
    ...hi,
    cache: ttl === undefined ? {} : { ttl },
  });
  const pointsIn = (value: unknown): unknown[] =>
    (value as Block[]).map((block) => block['cachePoint'] ?? null).filter(Boolean);

  it('become points behind what they mark', () => {
    const request = accepted({
      tools: [{ name: 'f', isCustom: false, cache: { ttl: '1h' } }],
      system: [{ ...hi, cache: {} }],
      turns: [user(marked(), hi)],
    });
    expect(request['toolConfig']).toMatchObject({
      tools: [{}, { cachePoint: { type: 'default', ttl: '1h' } }],
    });
    expect(request['system']).toEqual([{ text: 'Hi' }, { cachePoint: { type: 'default' } }]);
    expect(request.messages[0]?.content[1]).toEqual({ cachePoint: { type: 'default' } });
  });

  it('are four at most, and an hour never stands behind five minutes', () => {
    const system = [marked('5m'), marked('5m')];
    const turns = [user(marked('1h'), marked('1h'), marked('1h'), marked('1h'))];
    const request = accepted({ system, turns });
    expect(pointsIn(request['system'])).toHaveLength(1);
    const short = { type: 'default', ttl: '5m' };
    expect(pointsIn(request.messages[0]?.content)).toEqual([short, short, short]);
  });

  it('stand before a document, never first, and behind the result that holds one', () => {
    const document: RequestPart = { type: 'file', source: pdf, cache: {} };
    expect(pointsIn(accepted({ turns: [user(document, hi)] }).messages[0]?.content)).toEqual([]);
    const { messages } = accepted({ turns: [user(hi, document)] });
    expect(messages[0]?.content[1]).toHaveProperty('cachePoint');
    const inner = accepted({
      turns: [user(hi), assistant(call('a')), user(result('a', marked()))],
      tools,
    });
    expect(inner.messages[2]?.content[1]).toHaveProperty('cachePoint');
  });

  it('go only where the model takes them', () => {
    const change = {
      tools: [{ name: 'f', isCustom: false, cache: {} }],
      turns: [user(marked('1h'))],
    };
    const nova = accepted({ ...change, model: NOVA });
    expect(nova.messages[0]?.content[1]).toEqual({ cachePoint: { type: 'default' } });
    expect(JSON.stringify(nova['toolConfig'])).not.toContain('cachePoint');
    for (const model of [NOVA_2, LLAMA, QWEN, UNKNOWN]) {
      expect(JSON.stringify(accepted({ ...change, model })), model).not.toContain('cachePoint');
    }
  });
});

describe('what is asked for', () => {
  it('has a choice of tools where the model knows one', () => {
    const two = [...tools, { name: 'g', isCustom: false }];
    const one = { mode: 'one', name: 'g' } as const;
    const choiceOf = (change: Partial<Conversation>) =>
      (accepted({ tools: two, ...change })['toolConfig'] as { toolChoice?: unknown })?.toolChoice;
    expect(choiceOf({ toolChoice: one })).toEqual({ tool: { name: 'g' } });
    expect(choiceOf({ toolChoice: { mode: 'required' } })).toEqual({ any: {} });
    expect(choiceOf({ toolChoice: { mode: 'auto' } })).toEqual({ auto: {} });
    expect(choiceOf({})).toBeUndefined();
    const filtered = accepted({ tools: two, toolChoice: one, model: LLAMA })['toolConfig'];
    expect(filtered).toMatchObject({ tools: [{ toolSpec: { name: 'g' } }] });
    expect(filtered).not.toHaveProperty('toolChoice');
  });

  it('has no tools where none may be called, unless some were', () => {
    const none = { tools, toolChoice: { mode: 'none' } } as const;
    expect(accepted(none)['toolConfig']).toBeUndefined();
    const turns = [user(hi), assistant(call('a')), user(result('a', hi))];
    expect(accepted({ ...none, turns })['toolConfig']).toEqual({
      tools: [
        { toolSpec: { name: 'f', inputSchema: { json: { type: 'object', properties: {} } } } },
      ],
    });
  });

  it('is a schema where the model answers by one, else words', () => {
    const schema = '{"type":"object","properties":{"a":{"type":"integer","minimum":1}}}';
    const output = { type: 'json_schema', name: 'o', schema } as const;
    const told = accepted({ output })['outputConfig'] as {
      textFormat: { structure: { jsonSchema: { schema: string } } };
    };
    expect(JSON.parse(told.textFormat.structure.jsonSchema.schema)).toMatchObject({
      properties: { a: { description: '(minimum: 1)' } },
    });
    for (const model of [CLAUDE_NEWEST, LLAMA]) {
      const request = accepted({ output, model });
      expect(request['outputConfig']).toBeUndefined();
      expect(JSON.stringify(request['system'])).toContain(JSON.stringify(schema).slice(1, -1));
    }
    expect(accepted({ output: { type: 'json' } })['system']).toMatchObject([{ text: /JSON/ }]);
  });

  it('has what each maker has words for, and nothing else', () => {
    const fieldsOf = (model: string, change: Partial<Conversation>) =>
      accepted({ model, ...change })['additionalModelRequestFields'];
    const sampling = { topK: 5 };
    expect(fieldsOf(CLAUDE, { sampling, effort: 'low', thinking: { mode: 'adaptive' } })).toEqual({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
      top_k: 5,
    });
    expect(fieldsOf(NOVA, { sampling, effort: 'low' })).toEqual({ inferenceConfig: { topK: 5 } });
    expect(fieldsOf(NOVA_2, { effort: 'low' })).toEqual({
      reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' },
    });
    expect(fieldsOf(QWEN, { sampling, effort: 'low' })).toEqual({ reasoning_config: 'low' });
    expect(fieldsOf(GPT_OSS, { effort: 'low' })).toEqual({ reasoning_effort: 'low' });
    for (const model of [LLAMA, MISTRAL, UNKNOWN]) {
      expect(fieldsOf(model, { sampling, effort: 'low' }), model).toBeUndefined();
    }
  });

  it('stays within what the format takes', () => {
    const request = accepted({
      sampling: { temperature: 1.7, topP: 0.5, stop: [' ', 'END'], tokensMax: 9 },
      serviceTier: 'flex',
      endUser: 'u-1',
      metadata: { team: 'a b', odd: '{"json":1}' },
      isStreaming: true,
    });
    expect(request).toMatchObject({
      inferenceConfig: { maxTokens: 9, temperature: 1, topP: 0.5, stopSequences: ['END'] },
      serviceTier: { type: 'flex' },
      requestMetadata: { team: 'a b', user_id: 'u-1' },
      additionalModelResponseFieldPaths: ['/delta/stop_sequence'],
    });
    expect(request['requestMetadata']).not.toHaveProperty('odd');
    const plain = accepted({ model: LLAMA, serviceTier: 'auto' });
    expect(Object.keys(plain)).toEqual(['messages', 'inferenceConfig']);
  });

  it('keeps the numbers of arguments and schemas as they were spelled', () => {
    const schema = '{"type":"object","properties":{"n":{"default":1.50}}}';
    const text = writeConverseRequest(
      aConversation({
        turns: [user(hi), assistant(call('a', '{"n":2.50}'))],
        tools: [{ name: 'f', isCustom: false, schema }],
      }),
    );
    expect(text).toContain('"input":{"n":2.50}');
    expect(text).toContain(`"json":${schema}`);
  });
});
