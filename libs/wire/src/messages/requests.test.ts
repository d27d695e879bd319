import { parseJson } from '#kernel';
import { describe, expect, it } from 'vitest';
import { chatRequests, messagesRequests } from '../../../../test/support/recordings.js';
import type { Conversation, RequestPart, Turn } from '../conversation/conversation.js';
import { inWordsOf, textIn } from '../conversation/source.js';
import { conversations } from '../codecs.js';
import { writeMessagesRequest } from './write-request.js';

const fixtures = process.env['GW_FIXTURES'];

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly input?: unknown;
}

interface Request {
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[];
  readonly system?: readonly Block[];
}

/** What the vendor refuses, checked on the request alone. */
function checkRules({ messages, system }: Request): void {
  messages.forEach(({ role, content }, place) => {
    expect(role).toBe(place % 2 === 0 ? 'user' : 'assistant');
    expect(content.length).toBeGreaterThan(0);
    const called = messages[place - 1]?.content.flatMap(({ type, id }) =>
      type === 'tool_use' ? [id] : [],
    );
    const answered = content.flatMap(({ type, tool_use_id: id }) =>
      type === 'tool_result' ? [id] : [],
    );
    expect(answered).toEqual(called ?? []);
    const types = content.map(({ type }) => type);
    expect(types.slice(0, answered.length).every((type) => type === 'tool_result')).toBe(true);
  });
  for (const block of [...messages.flatMap(({ content }) => content), ...(system ?? [])]) {
    if (block.type === 'text') expect(block.text?.trim()).not.toBe('');
    if (block.type === 'tool_use') {
      expect(block.id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(block.input).toBeTypeOf('object');
    }
  }
}

const written = (conversation: Conversation) =>
  JSON.parse(writeMessagesRequest(conversation)) as Request & Record<string, unknown>;

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
const messagesOf = (...turns: Turn[]) => written(aConversation({ turns })).messages;

for (const { name, text } of fixtures === undefined ? [] : messagesRequests(fixtures)) {
  it(`a recorded request of messages is the same after a detour: ${name}`, () => {
    const read = conversations.messages.readConversation(parseJson(text));
    const rewritten = writeMessagesRequest(read);
    checkRules(JSON.parse(rewritten) as Request);
    const again = conversations.messages.readConversation(parseJson(rewritten));
    expect(writeMessagesRequest(again)).toBe(rewritten);
    // Tools that the provider runs are left out, and with them a choice among nothing else.
    const toolChoice = read.tools.length > 0 ? read.toolChoice : undefined;
    const expected = { ...read, turns: [], output: again.output, toolChoice };
    expect({ ...again, turns: [] }).toEqual(expected);
  });

  it(`a recorded request of messages goes to the chat format and back: ${name}`, () => {
    const read = conversations.messages.readConversation(parseJson(text));
    const chat = conversations.chat.writeRequest(read);
    const again = conversations.chat.readConversation(parseJson(chat));
    const said = (conversation: Conversation) =>
      conversation.turns.flatMap(({ parts }) => parts.flatMap(textsOf)).join('');
    expect(said(again).replaceAll(ADDED, '')).toBe(said(read));
    expect(again.tools.map(({ name: tool }) => tool)).toEqual(
      read.tools.map(({ name: tool }) => tool),
    );
  });
}

for (const { name, text } of fixtures === undefined ? [] : chatRequests(fixtures)) {
  it(`a recorded chat request becomes one that the vendor takes: ${name}`, () => {
    const read = conversations.chat.readConversation(parseJson(text));
    checkRules(JSON.parse(writeMessagesRequest(read)) as Request);
  });
}

/** What the chat format says in words. */
const ADDED = /\[tool error\]|The tool call \S+ gave:/g;

function textsOf(part: RequestPart): string[] {
  if (part.type === 'text') return [part.text];
  // Documents that are text are text in the chat format.
  if (part.type === 'file') {
    const text = textIn(part.source);
    return text === undefined ? [] : [inWordsOf(part, text)];
  }
  if (part.type === 'tool_call') return [JSON.stringify(JSON.parse(part.input || '{}'))];
  return part.type === 'tool_result' ? part.parts.flatMap(textsOf) : [];
}

describe('turns', () => {
  it('alternate, and the user begins', () => {
    expect(messagesOf(assistant(hi), assistant(hi), user(hi), user(hi))).toEqual([
      { role: 'user', content: [{ type: 'text', text: '.' }] },
      { role: 'assistant', content: [hi, hi] },
      { role: 'user', content: [hi, hi] },
    ]);
  });

  it('have the results of all calls first, those that are missing, too', () => {
    const messages = messagesOf(
      user(hi),
      assistant(call('a'), call('b')),
      user(hi, result('b', hi)),
    );
    expect(messages[2]?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'a', is_error: true },
      { type: 'tool_result', tool_use_id: 'b', content: [hi] },
      hi,
    ]);
  });

  it('answer a call that the conversation ends with', () => {
    expect(messagesOf(user(hi), assistant(call('a')))).toHaveLength(3);
  });

  it('keep what answers no call as text', () => {
    expect(messagesOf(user(hi, result('gone', hi)))).toEqual([{ role: 'user', content: [hi, hi] }]);
  });

  it('say an instruction between them as text, behind the results', () => {
    const system: Turn = { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] };
    const messages = messagesOf(user(hi), assistant(call('a')), system, user(result('a', hi)));
    expect(messages[2]?.content).toMatchObject([
      { type: 'tool_result' },
      { type: 'text', text: '<system>Be brief.</system>' },
    ]);
  });

  it('end without blanks where the assistant is to go on', () => {
    const messages = messagesOf(user(hi), assistant({ type: 'text', text: 'So \n' }));
    expect(messages[1]?.content).toEqual([{ type: 'text', text: 'So' }]);
  });
});

describe('calls', () => {
  it.each([
    ['', {}],
    ['null', {}],
    ['{"a":1.0}', { a: 1 }],
    ['{"a":', { _raw: '{"a":' }],
    ['[1]', { _raw: '[1]' }],
  ])('with the arguments %j have an object', (input, expected) => {
    const [, second] = messagesOf(user(hi), assistant(call('a', input)));
    expect(second?.content[0]?.input).toEqual(expected);
  });

  it('keep the numbers of their arguments as they were spelled', () => {
    const conversation = aConversation({ turns: [user(hi), assistant(call('a', '{"n":1.50}'))] });
    expect(writeMessagesRequest(conversation)).toContain('"input":{"n":1.50}');
  });

  it('and their results find each other under an id that the vendor takes', () => {
    const id = 'call.with/odd signs';
    const messages = messagesOf(user(hi), assistant(call(id)), user(result(id, hi)));
    const made = messages[1]?.content[0]?.id;
    expect(made).toMatch(/^[a-zA-Z0-9]{24}$/);
    expect(messages[2]?.content[0]?.tool_use_id).toBe(made);
  });
});

describe('what is asked for', () => {
  it('forbids parallel calls within the choice of a tool', () => {
    const tools = [{ name: 'f', isCustom: false }];
    expect(written(aConversation({ tools, parallelTools: false }))['tool_choice']).toEqual({
      type: 'auto',
      disable_parallel_tool_use: true,
    });
    expect(written(aConversation({ tools }))['tool_choice']).toBeUndefined();
    expect(written(aConversation({ tools, toolChoice: { mode: 'required' } }))).toMatchObject({
      tool_choice: { type: 'any' },
    });
  });

  it('gives a tool without arguments a schema', () => {
    for (const schema of [undefined, '{}', '{ }']) {
      const tool = { name: 'f', isCustom: false, ...(schema !== undefined && { schema }) };
      expect(written(aConversation({ tools: [tool] }))['tools']).toEqual([
        { name: 'f', input_schema: { type: 'object', properties: {} } },
      ]);
    }
  });

  it('says in words what a schema may not demand', () => {
    const schema = JSON.stringify({
      type: 'object',
      properties: {
        age: { type: 'integer', minimum: 0, description: 'In years.' },
        mail: { type: 'string', format: 'email', pattern: 'x' },
      },
      required: ['age'],
    });
    const output = { type: 'json_schema', name: 'o', schema } as const;
    expect(written(aConversation({ output }))['output_config']).toEqual({
      format: {
        type: 'json_schema',
        schema: {
          type: 'object',
          properties: {
            age: { type: 'integer', description: 'In years. (minimum: 0)' },
            mail: { type: 'string', format: 'email', description: '(pattern: "x")' },
          },
          required: ['age'],
          additionalProperties: false,
        },
      },
    });
  });

  it('is never warmer than the format goes', () => {
    expect(written(aConversation({ sampling: { temperature: 1.7 } }))['temperature']).toBe(1);
    expect(written(aConversation({ sampling: { temperature: 0 } }))['temperature']).toBe(0);
  });

  it('leaves out thinking that has no signature of its own', () => {
    const signed: RequestPart = {
      type: 'thinking',
      text: 'a',
      signature: { origin: 'messages', value: 's' },
    };
    const foreign: RequestPart = { ...signed, signature: { origin: 'chat', value: 's' } };
    const thought: RequestPart = { type: 'thinking', text: 'b' };
    const messages = messagesOf(user(hi), assistant(signed, foreign, thought, hi));
    expect(messages[1]?.content).toEqual([{ type: 'thinking', thinking: 'a', signature: 's' }, hi]);
  });
});
