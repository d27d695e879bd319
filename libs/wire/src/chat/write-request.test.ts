import { expect, it } from 'vitest';
import type { Conversation, RequestPart, Turn } from '../conversation/conversation.js';
import { writeChatRequest } from './write-request.js';

/** What reads the same is not the same to every server: here the spelling counts. */
const written = (change: Partial<Conversation>) => {
  const empty = { system: [], turns: [], tools: [], sampling: {}, metadata: {} };
  const conversation = { model: 'm', isStreaming: false, ...empty, ...change };
  const {
    model: _model,
    messages,
    ...rest
  } = JSON.parse(writeChatRequest(conversation)) as {
    readonly model: string;
    readonly messages: readonly object[];
  };
  return { messages, rest };
};
const said = (role: Turn['role'], ...parts: RequestPart[]) =>
  written({ turns: [{ role, parts }] }).messages;

const hi = { type: 'text', text: 'Hi' } as const;
const call = { type: 'tool_call', id: 'c', name: 'f', input: '{}', isCustom: false } as const;

it('writes nothing that was not said', () => {
  expect(written({})).toEqual({ messages: [], rest: {} });
});

it('writes a lone text as a string, which every server takes', () => {
  expect(said('user', hi)).toEqual([{ role: 'user', content: 'Hi' }]);
  expect(said('user', hi, hi)).toEqual([{ role: 'user', content: [hi, hi] }]);
});

it.each([
  [
    'nobody says it',
    [],
    [{ role: 'system', content: 'Answer with one JSON object and nothing else.' }],
  ],
  ['somebody says it', [{ type: 'text', text: 'As json.' }] as const, []],
])('says that JSON is wanted where %s', (_, parts, expected) => {
  const { messages, rest } = written({
    output: { type: 'json' },
    turns: [{ role: 'user', parts: [hi, ...parts] }],
  });
  expect(messages.slice(0, -1)).toEqual(expected);
  expect(rest).toEqual({ response_format: { type: 'json_object' } });
});

it('writes no content beside calls alone', () => {
  expect(said('assistant', call)).toEqual([
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
  ]);
});

it('writes results in front of what else the user says', () => {
  const result = { type: 'tool_result', id: 'c', isError: false, parts: [hi] } as const;
  expect(said('user', hi, result)).toEqual([
    { role: 'tool', tool_call_id: 'c', content: 'Hi' },
    { role: 'user', content: 'Hi' },
  ]);
});

it('says that a tool failed, and shows what it gave beside text', () => {
  const image = { type: 'image', source: { kind: 'url', url: 'https://a/b.png' } } as const;
  const result = { type: 'tool_result', id: 'c', isError: true, parts: [hi, image] } as const;
  expect(said('user', result)).toEqual([
    { role: 'tool', tool_call_id: 'c', content: [{ type: 'text', text: '[tool error]' }, hi] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'The tool call c gave:' },
        { type: 'image_url', image_url: { url: 'https://a/b.png' } },
      ],
    },
  ]);
});

it('writes one stop sequence as a string, and several as a list', () => {
  expect(written({ sampling: { stop: ['a'] } }).rest).toEqual({ stop: 'a' });
  expect(written({ sampling: { stop: ['a', 'b'] } }).rest).toEqual({ stop: ['a', 'b'] });
});

it('names the chosen tool by its kind', () => {
  const choose = (isCustom: boolean) =>
    written({ tools: [{ name: 'f', isCustom }], toolChoice: { mode: 'one', name: 'f' } }).rest;
  expect(choose(false)).toMatchObject({
    tool_choice: { type: 'function', function: { name: 'f' } },
  });
  expect(choose(true)).toMatchObject({ tool_choice: { type: 'custom', custom: { name: 'f' } } });
});
