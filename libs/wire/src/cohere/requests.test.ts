import fc from 'fast-check';
import { GatewayError, parseJson } from '#kernel';
import { describe, expect, it } from 'vitest';
import { readCohereRequest } from '../../../../apps/sandbox/src/surfaces/cohere/cohere-request.js';
import { anyConversation } from '../../../../test/support/any-conversation.js';
import {
  chatRequests,
  geminiRequests,
  messagesRequests,
} from '../../../../test/support/recordings.js';
import { conversations } from '../codecs.js';
import type { Conversation, RequestPart, Turn } from '../conversation/conversation.js';
import { writeCohereRequest } from './write-request.js';

const MODEL = 'command-a-reasoning-08-2025';

interface Request {
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly [member: string]: unknown;
}

/** As the provider would take it. */
function accepted(conversation: Conversation, takesThoughts = true): Request {
  const request = JSON.parse(writeCohereRequest(conversation, takesThoughts)) as Request;
  readCohereRequest(request);
  return request;
}

const hi: RequestPart = { type: 'text', text: 'Hi' };
const user = (...parts: RequestPart[]): Turn => ({ role: 'user', parts });
const assistant = (...parts: RequestPart[]): Turn => ({ role: 'assistant', parts });
const ask = (change: Partial<Conversation>): Conversation => ({
  model: MODEL,
  isStreaming: false,
  system: [],
  turns: [user(hi)],
  tools: [],
  sampling: {},
  metadata: {},
  ...change,
});
const schema = '{"type":"object","properties":{"a":{"type":"string"}}}';
const tools = [
  { name: 'f', isCustom: false, schema },
  { name: 'g', isCustom: false },
];

describe('a conversation in the format of Cohere', () => {
  it('is one that it takes, whatever was said', () => {
    fc.assert(
      fc.property(
        anyConversation,
        (conversation) => void accepted({ ...conversation, model: MODEL }),
      ),
    );
  });

  it('has what was thought beside calls as their plan, and what was said apart from it', () => {
    const call: RequestPart = { type: 'tool_call', id: 'a', name: 'f', input: '', isCustom: false };
    const result: RequestPart = { type: 'tool_result', id: 'a', isError: true, parts: [hi] };
    const thought: RequestPart = { type: 'thinking', text: 'Hm.' };
    const signature = { origin: 'messages', value: 's' } as const;
    const signed: RequestPart = { type: 'thinking', text: 'Mine.', signature };
    const turns = [user(hi), assistant(signed, thought, hi, call), user(result)];
    expect(accepted(ask({ turns, tools })).messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'Hi' }],
        tool_plan: 'Hm.',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '[tool error]\nHi' },
    ]);
    const planOf = (...parts: RequestPart[]) =>
      accepted(ask({ turns: [user(hi), assistant(...parts, call), user(result)], tools }))
        .messages[1];
    expect(planOf(thought, thought)).toMatchObject({ tool_plan: 'Hm.\nHm.' });
    expect(planOf(thought)).not.toHaveProperty('content');
    expect(planOf(hi)).toMatchObject({ tool_plan: 'Hi' });
    expect(planOf(hi)).not.toHaveProperty('content');
    expect(planOf()).not.toHaveProperty('tool_plan');
    const told = [user(hi), assistant(thought, hi), user(hi)];
    const said = { type: 'text', text: 'Hi' };
    expect(accepted(ask({ turns: told })).messages[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'thinking', thinking: 'Hm.' }, said],
    });
    expect(accepted(ask({ turns: told }), false).messages[1]).toMatchObject({ content: [said] });
  });

  it('names its settings otherwise, within the bounds of the format', () => {
    const sampling = {
      topP: 1,
      topK: 5,
      temperature: 2,
      stop: ['x'],
      presencePenalty: -1,
      choices: 2,
    };
    expect(accepted(ask({ sampling }))).toMatchObject({
      p: 0.99,
      k: 5,
      temperature: 1,
      stop_sequences: ['x'],
      presence_penalty: 0,
    });
  });

  it('offers one tool alone where it must be called', () => {
    const request = accepted(ask({ tools, toolChoice: { mode: 'one', name: 'g' } }));
    expect(request).toMatchObject({
      tools: [{ function: { name: 'g', parameters: { type: 'object', properties: {} } } }],
      tool_choice: 'REQUIRED',
    });
  });

  it('asks for JSON by a schema, or beside tools in words', () => {
    const output = { type: 'json_schema', name: 'x', schema } as const;
    expect(accepted(ask({ output }))).toMatchObject({
      response_format: { type: 'json_object', json_schema: JSON.parse(schema) as object },
    });
    const beside = accepted(ask({ output, tools }));
    expect(beside).not.toHaveProperty('response_format');
    expect(beside.messages[0]).toMatchObject({
      role: 'system',
      content: expect.stringContaining(schema),
    });
  });

  it('has documents apart, as text, and says what it cannot take', () => {
    const text = { kind: 'text', text: 'A.' } as const;
    const turns = [user(hi, { type: 'file', source: text, filename: 'a.txt' })];
    expect(accepted(ask({ turns }))['documents']).toEqual([
      { id: 'doc:0', data: { title: 'a.txt', text: 'A.' } },
    ]);
    const pdf = { kind: 'base64', mime: 'application/pdf', data: 'JVBERi0=' } as const;
    const refused: RequestPart[] = [
      { type: 'file', source: pdf },
      { type: 'audio', base64: 'AA==', format: 'wav' },
      { type: 'image', source: { kind: 'id', id: 'file-1' } },
    ];
    for (const part of refused) {
      expect(() => accepted(ask({ turns: [user(part)] }))).toThrow(GatewayError);
    }
  });
});

const fixtures = process.env['GW_FIXTURES'];

for (const [format, requests] of fixtures === undefined
  ? []
  : ([
      ['messages', messagesRequests(fixtures)],
      ['chat', chatRequests(fixtures)],
      ['gemini', geminiRequests(fixtures)],
    ] as const)) {
  for (const { name, text } of requests) {
    it(`a recorded request of ${format} is taken, or refused by name: ${name}`, () => {
      const read = conversations[format].readConversation(parseJson(text));
      const { thinking: _thinking, ...conversation } = read;
      try {
        accepted({ ...conversation, model: MODEL });
      } catch (fault) {
        expect(fault).toMatchObject({ key: 'field_invalid' });
        expect(JSON.stringify(conversation)).toMatch(/"type":"audio"|"kind":"(?:id|url)"|"mime"/);
      }
    });
  }
}
