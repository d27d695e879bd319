import fc from 'fast-check';
import { GatewayError, parseJson } from '#kernel';
import { describe, expect, it } from 'vitest';
import { readMistralRequest } from '../../../../apps/sandbox/src/surfaces/mistral/mistral-request.js';
import { anyConversation } from '../../../../test/support/any-conversation.js';
import {
  chatRequests,
  geminiRequests,
  messagesRequests,
} from '../../../../test/support/recordings.js';
import { conversations } from '../codecs.js';
import type { Conversation, RequestPart, Turn } from '../conversation/conversation.js';
import { writeMistralRequest } from './write-request.js';

interface Request {
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly [member: string]: unknown;
}

/** As the provider would take it. */
function accepted(conversation: Conversation, takesThoughts = true): Request {
  const options = { takesThoughts, own: new Map([['safe_prompt', 'true']]) };
  const request = JSON.parse(writeMistralRequest(conversation, options)) as Request;
  readMistralRequest(request);
  return request;
}

const hi: RequestPart = { type: 'text', text: 'Hi' };
const user = (...parts: RequestPart[]): Turn => ({ role: 'user', parts });
const assistant = (...parts: RequestPart[]): Turn => ({ role: 'assistant', parts });
const call = (id: string): RequestPart => ({
  type: 'tool_call',
  id,
  name: 'f',
  input: '',
  isCustom: false,
});
const result = (id: string, ...parts: RequestPart[]): RequestPart => ({
  type: 'tool_result',
  id,
  isError: false,
  parts,
});
const ask = (change: Partial<Conversation>): Conversation => ({
  model: 'm',
  isStreaming: false,
  system: [],
  turns: [user(hi)],
  tools: [],
  sampling: {},
  metadata: {},
  ...change,
});

describe('a conversation as Mistral takes it', () => {
  it('is one that it takes, whatever was said', () => {
    fc.assert(fc.property(anyConversation, (conversation) => void accepted(conversation)));
  });

  it('keeps what callers say to this provider alone', () => {
    expect(accepted(ask({}))).toMatchObject({ safe_prompt: true });
  });

  it('has ids of nine letters and digits, the same for the same call', () => {
    const turns = [
      user(hi),
      assistant(call('call_1'), call('D681PevKs')),
      user(result('call_1', hi), result('D681PevKs')),
    ];
    const { messages } = accepted(ask({ turns }));
    const calls = messages[1]?.['tool_calls'] as readonly { readonly id: string }[];
    expect(calls.map(({ id }) => id)).toEqual([messages[2]?.['tool_call_id'], 'D681PevKs']);
    expect(accepted(ask({ turns })).messages).toEqual(messages);
  });

  it('lets the assistant speak between the results of tools and the user', () => {
    const turns = [user(hi), assistant(call('a')), user(result('a', hi), hi)];
    expect(accepted(ask({ turns })).messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });

  it('joins what the assistant and a tool said in several texts, each in a line', () => {
    const one: RequestPart = { type: 'text', text: 'One.' };
    const two: RequestPart = { type: 'text', text: 'Two.' };
    const refusal: RequestPart = { type: 'refusal', text: 'No more.' };
    const turns = [
      user(hi),
      assistant(one, two),
      user(hi),
      assistant(one, refusal, call('a'), two),
      user(result('a', one, two)),
    ];
    const { messages } = accepted(ask({ turns }));
    expect(messages[1]).toEqual({ role: 'assistant', content: 'One.\nTwo.' });
    expect(messages[3]).toMatchObject({ content: 'One.\nNo more.\nTwo.' });
    expect(messages.at(-1)).toMatchObject({ role: 'tool', content: 'One.\nTwo.' });
  });

  it('joins no texts of the user, which are parts, and no instructions', () => {
    const two: RequestPart = { type: 'text', text: 'Two.' };
    const { messages } = accepted(ask({ system: [hi, two], turns: [user(hi, two)] }));
    const said = [hi, two].map((part) => ('text' in part ? part.text : ''));
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ...said.map((text) => ['system', text]),
      ['user', said.map((text) => ({ type: 'text', text }))],
    ]);
  });

  it('goes on with an answer that was begun', () => {
    const { messages } = accepted(ask({ turns: [user(hi), assistant(hi)] }));
    expect(messages.at(-1)).toEqual({ role: 'assistant', content: 'Hi', prefix: true });
  });

  it('tells thoughts in parts, to models that know them', () => {
    const thought: RequestPart = { type: 'thinking', text: 'Hm.' };
    const turns = [user(hi), assistant(thought, hi), user(hi)];
    expect(accepted(ask({ turns })).messages[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
        { type: 'text', text: 'Hi' },
      ],
    });
    expect(accepted(ask({ turns }), false).messages[1]).toMatchObject({ content: 'Hi' });
  });

  it('shows images and documents, and what tools gave of them', () => {
    const png = { kind: 'base64', mime: 'image/png', data: 'AA==' } as const;
    const pdf = { kind: 'base64', mime: 'application/pdf', data: 'JVBERi0=' } as const;
    const image: RequestPart = { type: 'image', source: png, detail: 'low' };
    const file: RequestPart = { type: 'file', source: pdf, filename: 'a.pdf' };
    const audio: RequestPart = { type: 'audio', base64: 'AA==', format: 'wav' };
    const turns = [user(image, file, audio), assistant(call('a')), user(result('a', image))];
    const { messages } = accepted(ask({ turns }));
    const shown = {
      type: 'image_url',
      image_url: { url: 'data:image/png;base64,AA==', detail: 'low' },
    };
    expect(messages[0]?.['content']).toEqual([
      shown,
      {
        type: 'document_url',
        document_url: 'data:application/pdf;base64,JVBERi0=',
        document_name: 'a.pdf',
      },
      { type: 'input_audio', input_audio: 'AA==' },
    ]);
    expect(messages.at(-1)).toMatchObject({ role: 'user', content: [{ type: 'text' }, shown] });
    const kept: RequestPart = { type: 'image', source: { kind: 'id', id: 'file-1' } };
    expect(() => accepted(ask({ turns: [user(kept)] }))).toThrow(GatewayError);
  });

  it('names its settings otherwise, and leaves out what the format does not know', () => {
    const request = accepted(
      ask({
        sampling: { seed: 7, temperature: 2, topK: 5, tokensMax: 9 },
        tools: [{ name: 'f', isCustom: true }],
        toolChoice: { mode: 'required' },
        parallelTools: false,
        serviceTier: 'flex',
        endUser: 'u',
        verbosity: 'low',
        output: { type: 'json' },
      }),
    );
    const { messages, tools, ...settings } = request;
    expect(settings).toEqual({
      model: 'm',
      safe_prompt: true,
      random_seed: 7,
      temperature: 1.5,
      max_tokens: 9,
      tool_choice: 'any',
      parallel_tool_calls: false,
      response_format: { type: 'json_object' },
    });
    expect(messages[0]).toMatchObject({ role: 'system', content: expect.stringContaining('JSON') });
    expect(tools).toMatchObject([{ function: { parameters: { required: ['input'] } } }]);
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
    it(`a recorded request of ${format} is taken: ${name}`, () => {
      const read = conversations[format].readConversation(parseJson(text));
      // How much to think is fitted to the model before.
      const { effort: _effort, thinking: _thinking, ...conversation } = read;
      expect(() => accepted({ ...conversation, model: 'm' })).not.toThrow();
    });
  }
}
