import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { chatRequests } from '../../../../test/support/recordings.js';
import type {
  Conversation,
  OutputFormat,
  RequestPart,
  Sampling,
  Source,
  Tool,
  ToolChoice,
  Turn,
} from '../conversation/conversation.js';
import { systemWithJson } from '../conversation/in-words.js';
import { readChatConversation } from './read-conversation.js';
import { writeChatRequest } from './write-request.js';

const read = (body: object) => readChatConversation(parseJson(JSON.stringify(body)));
const again = (conversation: Conversation) =>
  readChatConversation(parseJson(writeChatRequest(conversation)));

const text = fc.string({ unit: 'binary', maxLength: 20 });
const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const schema = fc.json({ maxDepth: 2 }).map((json) => `{ "any": ${json} }`);
const cache = fc.record({ ttl: word }, { requiredKeys: [] });
const keys = fc.string({ maxLength: 10 }).filter((key) => key !== '__proto__');
const is = <const Word>(...words: [Word, ...Word[]]) => fc.constantFrom(...words);
const upTo = <Item>(maxLength: number, items: fc.Arbitrary<Item>) => fc.array(items, { maxLength });
const inOrder = (...lists: fc.Arbitrary<RequestPart[]>[]) =>
  fc.tuple(...lists).map((given) => given.flat());

const sources: fc.Arbitrary<Source> = fc.oneof(
  fc.record({ kind: is('base64'), mime: is('image/png', ''), data: fc.base64String() }),
  fc.record({ kind: is('url'), url: fc.webUrl() }),
);
const kept: fc.Arbitrary<Source> = fc.record({ kind: is('id'), id: text });
const said: fc.Arbitrary<RequestPart> = fc.record(
  { type: is('text'), text: word, cache },
  { requiredKeys: ['type', 'text'] },
);
const content: fc.Arbitrary<RequestPart[]> = upTo(
  3,
  fc.oneof(
    said,
    fc.record(
      { type: is('image'), source: sources, detail: text, cache },
      { requiredKeys: ['type', 'source'] },
    ),
    fc.record(
      { type: is('file'), source: fc.oneof(sources, kept), filename: text, cache },
      { requiredKeys: ['type', 'source'] },
    ),
    fc.record(
      { type: is('audio'), base64: text, format: text, cache },
      { requiredKeys: ['type', 'base64', 'format'] },
    ),
  ),
);
const results: fc.Arbitrary<RequestPart> = fc.record(
  { type: is('tool_result'), id: text, name: text, isError: is(false), parts: upTo(2, said) },
  { requiredKeys: ['type', 'id', 'isError', 'parts'] },
);
const calls: fc.Arbitrary<RequestPart> = fc.record({
  type: is('tool_call'),
  id: text,
  name: text,
  input: text,
  isCustom: fc.boolean(),
});
const thoughts: fc.Arbitrary<RequestPart> = fc.record({ type: is('thinking'), text: word });
const refusals: fc.Arbitrary<RequestPart> = fc.record({ type: is('refusal'), text: word });

const turnOf = (role: Turn['role'], parts: fc.Arbitrary<RequestPart[]>): fc.Arbitrary<Turn> =>
  fc.record({ role: is(role), name: text, parts }, { requiredKeys: ['role', 'parts'] });
const users = turnOf('user', fc.oneof(content, inOrder(upTo(3, results), fc.tuple(said))));
const assistants = turnOf(
  'assistant',
  inOrder(upTo(1, thoughts), upTo(2, said), upTo(1, refusals), upTo(3, calls)),
);
/** Results that nothing follows: they have no name, and are the last turn. */
const lastTurns = fc
  .array(results, { minLength: 1, maxLength: 2 })
  .map((parts): Turn => ({ role: 'user', parts }));
const turns = fc
  .tuple(
    fc.tuple(fc.oneof(users, assistants)),
    upTo(4, fc.oneof(users, assistants, turnOf('system', content))),
    upTo(1, lastTurns),
  )
  .map((given) => given.flat());

const tools: fc.Arbitrary<Tool> = fc.oneof(
  fc.record(
    { name: text, isCustom: is(false), description: text, schema, isStrict: fc.boolean(), cache },
    { requiredKeys: ['name', 'isCustom'] },
  ),
  fc.record(
    { name: text, isCustom: is(true), description: text, schema, cache },
    { requiredKeys: ['name', 'isCustom'] },
  ),
);
const choices: fc.Arbitrary<ToolChoice> = fc.oneof(
  fc.record({ mode: is('auto', 'none', 'required') }),
  fc.record({ mode: is('one'), name: text }),
);
const outputs: fc.Arbitrary<OutputFormat> = fc.oneof(
  fc.record({ type: is('text', 'json') }),
  fc.record(
    { type: is('json_schema'), name: text, schema, isStrict: fc.boolean() },
    { requiredKeys: ['type', 'name', 'schema'] },
  ),
);
const sampling: fc.Arbitrary<Sampling> = fc.record(
  {
    tokensMax: number,
    choices: number,
    temperature: number,
    topP: number,
    topK: number,
    stop: fc.array(text, { minLength: 1, maxLength: 3 }),
    seed: number,
    frequencyPenalty: number,
    presencePenalty: number,
  },
  { requiredKeys: [] },
);

/** Whatever the chat format can say. */
const conversations: fc.Arbitrary<Conversation> = fc.record(
  {
    model: text,
    isStreaming: fc.boolean(),
    system: upTo(2, said),
    turns,
    tools: upTo(3, tools),
    toolChoice: choices,
    parallelTools: fc.boolean(),
    sampling,
    effort: text,
    verbosity: text,
    output: outputs,
    cacheKey: text,
    serviceTier: text,
    endUser: text,
    metadata: fc.dictionary(keys, text, { maxKeys: 3, noNullPrototype: true }),
  },
  { requiredKeys: ['model', 'isStreaming', 'system', 'turns', 'tools', 'sampling', 'metadata'] },
);

describe('a conversation', () => {
  it('is the same when it was written as a chat request and read again', () => {
    fc.assert(
      fc.property(conversations, (conversation) => {
        // The writer puts the word for JSON mode in where it is missing, and once is enough.
        const system = systemWithJson(conversation);
        expect(again(conversation)).toEqual({ ...conversation, system });
      }),
    );
  });

  it('loses in a chat request only what the format has no word for', () => {
    const opaque = { origin: 'native', value: 'sealed' } as const;
    const hello = { type: 'text', text: 'Hi' } as const;
    const call = { type: 'tool_call', id: 'c', name: 'f', input: '{}', isCustom: false } as const;
    const result = { type: 'tool_result', id: 'c', isError: false, parts: [] } as const;
    const base = { ...read({ model: 'm' }), system: [hello] };
    const said = (...parts: Turn['parts'][]): Conversation => ({
      ...base,
      turns: parts.map((part, place) => ({
        role: place % 2 === 0 ? 'user' : 'assistant',
        parts: part,
      })),
    });
    const known: RequestPart = { type: 'image', source: { kind: 'id', id: 'file-1' } };
    expect(
      again(
        said(
          [hello, { type: 'opaque', value: opaque }, known],
          [
            { type: 'thinking', text: 'Hm', signature: opaque },
            { ...call, signature: opaque },
          ],
          [{ ...result, isError: true, parts: [{ type: 'opaque', value: opaque }] }],
        ),
      ),
    ).toEqual(
      said(
        [hello],
        [{ type: 'thinking', text: 'Hm' }, call],
        [{ ...result, parts: [{ type: 'text', text: '[tool error]' }] }],
      ),
    );
  });
});

describe('a chat request', () => {
  const turnsOf = (...messages: object[]) => read({ messages }).turns;

  it('keeps instructions in front apart from those between turns', () => {
    const messages = [
      { role: 'developer', content: 'Be brief.' },
      { role: 'system', content: [{ type: 'text', text: 'Be kind.' }] },
      { role: 'user', content: 'Hi' },
      { role: 'system', content: 'Now in French.' },
    ];
    expect(read({ messages })).toMatchObject({
      system: [{ text: 'Be brief.' }, { text: 'Be kind.' }],
      turns: [{ role: 'user' }, { role: 'system', parts: [{ text: 'Now in French.' }] }],
    });
  });

  it('answers calls of tools in one turn, with what the user says next', () => {
    const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: id });
    const hi = { role: 'user', content: 'Go on', name: 'Ann' };
    const assistant = { role: 'assistant', content: 'Well' };
    const roles = (...messages: object[]) =>
      turnsOf(...messages).map(({ role, parts }) => [role, parts.map(({ type }) => type).join()]);
    expect(roles(result('a'), result('b'), hi, hi)).toEqual([
      ['user', 'tool_result,tool_result,text'],
      ['user', 'text'],
    ]);
    expect(roles(result('a'), assistant, result('b'))).toEqual([
      ['user', 'tool_result'],
      ['assistant', 'text'],
      ['user', 'tool_result'],
    ]);
    expect(turnsOf(result('a'), hi)).toMatchObject([{ name: 'Ann' }]);
  });

  it('says nothing where a text is empty', () => {
    const tool_calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }];
    const empty = [{ type: 'text', text: '' }];
    for (const nothing of ['', null, undefined, [], empty]) {
      const [turn] = turnsOf({ role: 'assistant', content: nothing, tool_calls });
      expect(turn?.parts.map(({ type }) => type)).toEqual(['tool_call']);
    }
  });

  it.each([
    ['reasoning_content', { reasoning_content: 'Hm', content: 'Hi' }],
    ['reasoning', { reasoning: 'Hm', content: 'Hi' }],
    [
      'a part of texts',
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
          { type: 'text', text: 'Hi' },
        ],
      },
    ],
    [
      'a part',
      {
        content: [
          { type: 'thinking', thinking: 'Hm' },
          { type: 'text', text: 'Hi' },
        ],
      },
    ],
  ])('brings thoughts along that were given as %s', (_how, message) => {
    expect(turnsOf({ role: 'assistant', ...message })).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'thinking', text: 'Hm' },
          { type: 'text', text: 'Hi' },
        ],
      },
    ]);
  });

  it('leaves out parts and tools that nobody else knows', () => {
    const body = {
      messages: [{ role: 'user', content: [{ type: 'hologram' }, { type: 'text', text: 'Hi' }] }],
      tools: [{ type: 'acme:web_search' }, { function: { name: 'f' } }],
      tool_choice: { type: 'allowed_tools' },
      provider: { order: ['acme'] },
    };
    expect(again(read(body))).toEqual({
      ...read({ messages: [{ role: 'user', content: 'Hi' }] }),
      tools: [{ name: 'f', isCustom: false }],
    });
  });

  it('takes null for absent', () => {
    const body = { type: 'function', function: { name: 'f', arguments: '{}' }, custom: null };
    const messages = [{ role: 'assistant', content: null, tool_calls: [{ id: 'c', ...body }] }];
    const conversation = read({ messages, tools: [body], stop: null, max_tokens: null });
    expect(conversation).toMatchObject({
      turns: [{ parts: [{ type: 'tool_call', name: 'f', isCustom: false }] }],
      tools: [{ name: 'f', isCustom: false }],
    });
    expect(conversation.sampling).toEqual({});
  });

  it('keeps schemas as the caller spelled them', () => {
    const schema = '{ "maximum": 1e400, "b":1,"a" : 2 }';
    const body = `{"tools":[{"type":"function","function":{"name":"f","parameters":${schema}}}]}`;
    const conversation = readChatConversation(parseJson(body));
    expect(conversation.tools).toEqual([{ name: 'f', isCustom: false, schema }]);
    expect(writeChatRequest(conversation)).toContain(schema);
  });
});

type Message = { readonly content?: string | readonly { readonly text?: string }[] | null };

/** All that is said in a request, told without the reader. */
function textsIn(request: string): string {
  const { messages } = JSON.parse(request) as { readonly messages: readonly Message[] };
  return messages
    .map(({ content }) =>
      typeof content === 'string'
        ? content
        : (content ?? []).map((part) => part.text ?? '').join(''),
    )
    .join('');
}

const textsOf = ({ system, turns }: Conversation): string =>
  textsOfParts([...system, ...turns.flatMap(({ parts }) => parts)]);

const textsOfParts = (parts: readonly RequestPart[]): string =>
  parts
    .map((part) => {
      if (part.type === 'tool_result') return textsOfParts(part.parts);
      return part.type === 'text' ? part.text : '';
    })
    .join('');

/** Kept outside of this repository; without `GW_FIXTURES` nothing is collected here. */
const fixtures = process.env['GW_FIXTURES'];
const recorded = fixtures === undefined ? [] : chatRequests(fixtures);

it('knows recorded requests, or none when GW_FIXTURES is not set', () => {
  expect(recorded.length > 0).toBe(fixtures !== undefined);
});

for (const { name, text } of recorded) {
  it(`a recorded request says the same when it was written and read again: ${name}`, () => {
    const conversation = readChatConversation(parseJson(text));
    expect(textsOf(conversation)).toBe(textsIn(text));
    // What a tool gave beside text is shown by the user, since not every server takes it elsewhere.
    if (!givesMoreThanText(conversation)) expect(again(conversation)).toEqual(conversation);
  });
}

const givesMoreThanText = ({ turns }: Conversation): boolean =>
  turns.some(({ parts }) =>
    parts.some(
      (part) => part.type === 'tool_result' && part.parts.some(({ type }) => type !== 'text'),
    ),
  );

describe('a file', () => {
  const partIn = (part: object) =>
    read({ messages: [{ role: 'user', content: [part] }] }).turns[0]?.parts[0];
  const web = 'https://a.example/a.pdf';
  const pdf = { kind: 'base64', mime: 'application/pdf', data: 'JVBERi0=' };

  it.each([
    [
      { type: 'document_url', document_url: web },
      { kind: 'url', url: web },
    ],
    [
      { type: 'document_url', document_url: { url: web } },
      { kind: 'url', url: web },
    ],
    [{ type: 'document_url', document_url: 'data:application/pdf;base64,JVBERi0=' }, pdf],
    [
      { type: 'file', file_id: 'f' },
      { kind: 'id', id: 'f' },
    ],
    [{ type: 'file', file: { file_data: 'JVBERi0=' } }, pdf],
  ])('is read in the words of every host: %j', (part, source) => {
    expect(partIn(part)).toEqual({ type: 'file', source });
  });

  it('keeps its name, and its mark of the cache', () => {
    const named = { document_name: 'a.pdf', cache_control: { type: 'ephemeral', ttl: '1h' } };
    expect(partIn({ type: 'document_url', document_url: web, ...named })).toEqual({
      type: 'file',
      source: { kind: 'url', url: web },
      filename: 'a.pdf',
      cache: { ttl: '1h' },
    });
  });
});
