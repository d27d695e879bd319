import { describe, expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { PLAIN } from '../../../test/support/wire.js';
import { conversations } from './codecs.js';
import { inCommonWords } from './conversation/common-words.js';
import type { Part, ReplyEvent } from './reply.js';
import { writeResponsesAnswer } from './responses/write-answer.js';
import { ResponsesStreamWriter } from './responses/write-stream.js';
import { writeMessagesAnswer } from './messages/write-answer.js';
import { MessagesStreamWriter } from './messages/write-stream.js';

const SIGNATURE = 'CiQB0e2Kb1x9Lw+/aZ8rT4uVq3m2n1c0=';
const SEAL = `gw1_gemini_${SIGNATURE}`;
const part: Part = { choice: 0, kind: 'tool_call', index: 0 };
const events: readonly ReplyEvent[] = [
  { type: 'start', id: 'a' },
  { type: 'part_start', part, tool: { id: 'c1', name: 'look', isCustom: false } },
  { type: 'signature', part, value: { origin: 'gemini', value: SIGNATURE } },
  { type: 'args', part, delta: '{"a":1}' },
  { type: 'part_end', part },
  { type: 'finish', choice: 0, reason: 'tool_calls' },
  { type: 'done' },
];
const frame = { document: null, edits: [], events };
const sealed = { type: 'thinking', thinking: '', signature: SEAL };
const call = { type: 'tool_use', id: 'c1', name: 'look', input: { a: 1 } };
const optionsFor = (showsThinking: boolean) => ({
  ...PLAIN,
  source: 'gemini' as const,
  showsThinking,
});

describe('what Gemini signs a call with', () => {
  it.each([
    [true, [sealed, call]],
    [false, [call]],
  ])('stands before the call of a whole message, if thinking is shown: %s', (shows, content) => {
    expect(JSON.parse(writeMessagesAnswer(frame, optionsFor(shows)))).toMatchObject({ content });
  });

  it.each([true, false])('does so in a stream: %s', (shows) => {
    const text = new MessagesStreamWriter(optionsFor(shows)).write(frame);
    const started = [...text.matchAll(/"content_block":\{"type":"(\w+)"/g)].map(([, type]) => type);
    expect(started).toEqual(shows ? ['thinking', 'tool_use'] : ['tool_use']);
    expect(text.includes(`"signature":"${SEAL}"`)).toBe(shows);
  });

  it.each([
    [true, false, 1],
    [false, true, 1],
    [false, false, 0],
  ])('stands before the call in the Responses format, too: %s, %s', (shows, seals, count) => {
    const options = { ...optionsFor(shows), sealsThinking: seals };
    const item = { type: 'reasoning', summary: [], encrypted_content: SEAL };
    const output = [...(count > 0 ? [item] : []), { type: 'function_call', call_id: 'c1' }];
    expect(JSON.parse(writeResponsesAnswer(frame, options))).toMatchObject({ output });
    const sse = new ResponsesStreamWriter(options).write(frame);
    const last = /^data: (.*response\.completed.*)$/m.exec(sse)?.[1] ?? '';
    expect(JSON.parse(last)).toMatchObject({ response: { output } });
  });

  it('comes back to Gemini with the call behind it from a caller of that format', () => {
    const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: SEAL };
    const asked = (...items: object[]) => {
      const input = [{ role: 'user', content: 'Hi' }, ...items];
      const read = conversations.responses.readConversation(parseJson(JSON.stringify({ input })));
      return inCommonWords(read, 'gemini');
    };
    const function_call = { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' };
    const custom = { type: 'custom_tool_call', call_id: 'c2', name: 'patch', input: 'x' };
    for (const signedCall of [function_call, custom]) {
      const read = asked(item, signedCall, function_call);
      const [, ...more] = conversations.gemini.writeRequest(read).split('thoughtSignature');
      expect(more).toHaveLength(1);
      expect(more[0]).toContain(SIGNATURE);
      for (const format of ['chat', 'messages'] as const) {
        expect(conversations[format].writeRequest(read)).not.toContain(SIGNATURE);
      }
    }
    const alone = conversations.gemini.writeRequest(asked(item, { role: 'user', content: 'x' }));
    expect(alone).not.toContain(SIGNATURE);
  });

  it('comes back to Gemini with the call, and nobody else sees it', () => {
    const said = { role: 'assistant', content: [sealed, call] };
    const request = {
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'Hi' }, said],
    };
    const read = conversations.messages.readConversation(parseJson(JSON.stringify(request)));
    expect(conversations.gemini.writeRequest(read)).toContain(`"thoughtSignature":"${SIGNATURE}"`);
    for (const format of ['chat', 'messages', 'responses'] as const) {
      expect(conversations[format].writeRequest(read)).not.toContain(SIGNATURE);
    }
  });

  it('is left out where it was altered', () => {
    const said = { role: 'assistant', content: [{ ...sealed, signature: 'gw1_gemini_?' }, call] };
    const request = { model: 'm', max_tokens: 9, messages: [said] };
    const read = conversations.messages.readConversation(parseJson(JSON.stringify(request)));
    expect(conversations.gemini.writeRequest(read)).not.toContain('gw1_');
  });
});
