import { parseJson } from '#kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { responsesRequests } from '../../../../test/support/recordings.js';
import type { Conversation, RequestPart } from '../conversation/conversation.js';
import { inCommonWords } from '../conversation/common-words.js';
import { conversations } from '../codecs.js';
import { readResponsesConversation } from './read-conversation.js';
import { readResponsesRequest } from './read-request.js';
import { storedStateIn } from './stored-state.js';
import { writeResponsesRequest } from './write-request.js';

const fixtures = process.env['GW_FIXTURES'];
const readOf = (request: object): Conversation =>
  readResponsesConversation(parseJson(JSON.stringify(request)));
const rewritten = (text: string) =>
  writeResponsesRequest(readResponsesConversation(parseJson(text)));

for (const { name, text } of fixtures === undefined ? [] : responsesRequests(fixtures)) {
  it(`a recorded request of responses is the same after a detour: ${name}`, () => {
    const once = rewritten(text);
    expect(rewritten(once)).toBe(once);
    const read = readResponsesConversation(parseJson(text));
    expect(saidIn(readResponsesConversation(parseJson(once)))).toBe(saidIn(read));
  });

  it.each(['chat', 'messages', 'gemini'] as const)(
    `a recorded request of responses says the same in the format %s: ${name}`,
    (format) => {
      const read = inCommonWords(readResponsesConversation(parseJson(text)), format);
      const codec = conversations[format];
      const again = codec.readConversation(parseJson(codec.writeRequest(read)));
      const words = (conversation: Conversation) => saidIn(conversation).replaceAll(/\s/g, '');
      expect(words(again)).toContain(words(read).slice(0, 40));
      const toolsOf = ({ tools }: Conversation) => tools.map(({ name: tool }) => tool);
      // A tool that must be called is the only one in some formats.
      if (read.toolChoice?.mode === 'one') expect(toolsOf(read)).toContain(toolsOf(again)[0]);
      else expect(toolsOf(again)).toEqual(toolsOf(read));
    },
  );
}

function textsOf(part: RequestPart): string[] {
  if (part.type === 'text') return [part.text];
  return part.type === 'tool_result' ? part.parts.flatMap(textsOf) : [];
}

const saidIn = ({ turns }: Conversation): string =>
  turns.flatMap(({ parts }) => parts.flatMap(textsOf)).join('');

describe('input', () => {
  it('is a text, or items with and without a type', () => {
    const hi = { type: 'text', text: 'Hi' };
    const turns = [{ role: 'user', parts: [hi] }];
    expect(readOf({ input: 'Hi' }).turns).toEqual(turns);
    expect(readOf({ input: [{ role: 'user', content: 'Hi' }] }).turns).toEqual(turns);
    const content = [{ type: 'input_text', text: 'Hi' }];
    expect(readOf({ input: [{ type: 'message', role: 'user', content }] }).turns).toEqual(turns);
  });

  it('is one turn where the assistant says, thinks and calls, and one where its results come', () => {
    const { turns, system } = readOf({
      instructions: 'Be brief.',
      input: [
        { role: 'developer', content: 'Be kind.' },
        { role: 'user', content: 'Go' },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }] },
        { role: 'assistant', content: [{ type: 'output_text', text: 'Now' }] },
        { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
        { type: 'custom_tool_call', call_id: 'b', name: 'g', input: 'x' },
        { type: 'function_call_output', call_id: 'a', output: '1' },
        {
          type: 'custom_tool_call_output',
          call_id: 'b',
          output: [{ type: 'input_text', text: '2' }],
        },
        { role: 'user', content: 'Thanks' },
        { role: 'system', content: 'Late.' },
      ],
    });
    expect(system).toMatchObject([{ text: 'Be brief.' }, { text: 'Be kind.' }]);
    expect(turns.map(({ role, parts }) => [role, ...parts.map(({ type }) => type)])).toEqual([
      ['user', 'text'],
      ['assistant', 'thinking', 'text', 'tool_call', 'tool_call'],
      ['user', 'tool_result', 'tool_result', 'text'],
      ['system', 'text'],
    ]);
  });

  it('may hold files in every form', () => {
    const content = [
      { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'low' },
      { type: 'input_image', file_id: 'file-1' },
      {
        type: 'input_file',
        filename: 'a.pdf',
        file_data: 'data:application/pdf;name=a;base64,AA==',
      },
      { type: 'input_file', file_data: 'JVBERi0=' },
      { type: 'input_file', file_url: 'https://a.example/b.pdf' },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
    ];
    expect(readOf({ input: [{ role: 'user', content }] }).turns[0]?.parts).toEqual([
      { type: 'image', source: { kind: 'base64', mime: 'image/png', data: 'AAAA' }, detail: 'low' },
      { type: 'image', source: { kind: 'id', id: 'file-1' } },
      {
        type: 'file',
        source: { kind: 'base64', mime: 'application/pdf', data: 'AA==' },
        filename: 'a.pdf',
      },
      { type: 'file', source: { kind: 'base64', mime: 'application/pdf', data: 'JVBERi0=' } },
      { type: 'file', source: { kind: 'url', url: 'https://a.example/b.pdf' } },
      { type: 'audio', base64: 'AAAA', format: 'wav' },
    ]);
  });

  it('of nobody else’s understanding goes to a provider of the format alone', () => {
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' };
    const sealed = { type: 'reasoning', summary: [], encrypted_content: 'gAAAAABotherbytes' };
    const request = { model: 'm', input: [{ role: 'user', content: 'Hi' }, search, sealed] };
    const text = JSON.stringify(request);
    expect(JSON.parse(rewritten(text))).toMatchObject({ input: [{}, search, sealed] });
    for (const format of ['chat', 'messages', 'gemini'] as const) {
      const read = inCommonWords(readResponsesConversation(parseJson(text)), format);
      const other = conversations[format].writeRequest(read);
      expect(other).not.toMatch(/web_search|gAAAA|null/);
    }
  });

  it('sealed here goes back to the maker who signed it, whole or not at all', () => {
    const signature = 'QUJDREVGR0hJSktMTU5PUA==';
    const summary = [{ type: 'summary_text', text: 'Hm' }];
    const item = (encrypted_content: string) => ({ type: 'reasoning', summary, encrypted_content });
    const partsOf = (seal: string) =>
      readOf({ input: [item(seal)] }).turns.flatMap(({ parts }) => parts);
    expect(partsOf(`gw1_messages_${signature}`)).toEqual([
      { type: 'thinking', text: 'Hm', signature: { origin: 'messages', value: signature } },
    ]);
    expect(partsOf(`gw1_redacted_${signature}`)).toEqual([
      {
        type: 'opaque',
        value: {
          origin: 'messages',
          value: JSON.stringify({ type: 'redacted_thinking', data: signature }),
        },
      },
    ]);
    const read = readOf({ input: [item(`gw1_messages_${signature}`)] });
    expect(inCommonWords(read, 'messages').turns).toHaveLength(1);
    expect(inCommonWords(read, 'converse').turns).toHaveLength(1);
    expect(inCommonWords(read, 'chat').turns).toEqual([]);
    expect(inCommonWords(read, 'gemini').turns).toEqual([]);
    for (const forged of ['gw1_messages_', 'gw1_messages_some words of mine', 'gw1_redacted_"}']) {
      expect(JSON.stringify(partsOf(forged))).not.toContain('"origin":"messages"');
    }
  });
});

describe('tools', () => {
  const f = { type: 'function', name: 'f', parameters: { type: 'object' }, strict: true };
  const g = { type: 'function', name: 'g', parameters: null };
  const patch = {
    type: 'custom',
    name: 'patch',
    format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' },
  };

  it('are those that the caller runs', () => {
    const { tools } = readOf({ tools: [f, g, patch, { type: 'web_search' }] });
    expect(tools.map(({ name, isCustom }) => [name, isCustom])).toEqual([
      ['f', false],
      ['g', false],
      ['patch', true],
    ]);
    expect(readOf({ tools: [{ type: 'web_search' }], tool_choice: 'required' })).not.toHaveProperty(
      'toolChoice',
    );
  });

  it('are fewer where only some are allowed', () => {
    const choice = (mode: string) => ({
      type: 'allowed_tools',
      mode,
      tools: [{ type: 'function', name: 'g' }],
    });
    expect(readOf({ tools: [f, g], tool_choice: choice('required') })).toMatchObject({
      tools: [{ name: 'g' }],
      toolChoice: { mode: 'required' },
    });
  });

  it('are chosen by name where they are there', () => {
    const chosen = (name: string) =>
      readOf({ tools: [f], tool_choice: { type: 'function', name } }).toolChoice;
    expect(chosen('f')).toEqual({ mode: 'one', name: 'f' });
    expect(chosen('h')).toBeUndefined();
  });

  it('with a grammar are told in words to who knows functions alone, and their calls as objects', () => {
    const asked = inCommonWords(
      readOf({
        tools: [patch],
        input: [{ type: 'custom_tool_call', call_id: 'a', name: 'patch', input: 'x' }],
      }),
      'chat',
    );
    const chat = JSON.parse(conversations.chat.writeRequest(asked)) as {
      readonly tools: readonly object[];
      readonly messages: readonly object[];
    };
    expect(chat.tools).toMatchObject([
      {
        type: 'function',
        function: { name: 'patch', description: expect.stringContaining('start: "a"') },
      },
    ]);
    expect(chat.messages).toMatchObject([
      { tool_calls: [{ function: { name: 'patch', arguments: '{"input":"x"}' } }] },
    ]);
  });

  it('keep their grammar, and their strictness is said, on the way to a provider of the format', () => {
    const text = JSON.stringify({ model: 'm', input: 'Hi', tools: [f, g, patch] });
    expect(JSON.parse(rewritten(text))).toMatchObject({
      tools: [
        { name: 'f', strict: true },
        { name: 'g', strict: false },
        { name: 'patch', format: patch.format },
      ],
      store: false,
    });
  });
});

it.each([
  [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
  [{ conversation: { id: 'conv_1' } }, 'conversation'],
  [{ prompt: { id: 'pmpt_1' } }, 'prompt'],
  [{ store: true }, 'store'],
  [
    {
      input: [
        { role: 'user', content: 'a' },
        { type: 'item_reference', id: 'x' },
      ],
    },
    'input[1]',
  ],
  [{ input: [{ id: 'msg_1' }] }, 'input[0]'],
  [{ store: false, previous_response_id: null, conversation: null }, undefined],
  [{ input: [{ type: 'function_call', id: 'fc_1' }] }, undefined],
])('%j asks for what is stored: %s', (request, expected) => {
  expect(storedStateIn(parseJson(JSON.stringify(request)).root)).toBe(expected);
});

it.each([
  [{ input: 'Hi' }, 'model_missing'],
  [{ model: 'm' }, 'field_invalid'],
  [{ model: 'm', input: [] }, 'field_invalid'],
  [{ model: 'm', input: 1 }, 'field_invalid'],
  [{ model: 'm', input: ['Hi'] }, 'field_invalid'],
  [{ model: 'm', input: 'Hi', instructions: [] }, 'field_invalid'],
  [{ model: 'm', input: 'Hi', tools: {} }, 'field_invalid'],
  [{ model: 'm', input: 'Hi', stream: 'yes' }, 'field_invalid'],
])('%j is refused: %s', (request, key) => {
  expect(() => readResponsesRequest(parseJson(JSON.stringify(request)))).toThrow(
    expect.objectContaining({ key }),
  );
});

it('no JSON breaks the reader or a writer', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (one, other) => {
      const text = `{"input":[${one},{"role":"assistant","content":${other}},{"type":"function_call","arguments":${one}},{"type":"function_call_output","output":${other}},{"type":"reasoning","summary":${one},"encrypted_content":${other}}],"tools":[{"type":"custom","name":"a","format":${other}},${one}],"text":{"format":${one}},"tool_choice":${other}}`;
      const read = readResponsesConversation(parseJson(text));
      writeResponsesRequest(read);
      for (const format of ['chat', 'messages', 'gemini'] as const) {
        conversations[format].writeRequest(inCommonWords(read, format));
      }
    }),
  );
});
