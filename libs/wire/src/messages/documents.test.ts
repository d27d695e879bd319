import { parseJson } from '#kernel';
import { describe, expect, it } from 'vitest';
import { conversations } from '../codecs.js';
import type { Conversation } from '../conversation/conversation.js';
import { writeCohereRequest } from '../cohere/write-request.js';
import { writeConverseRequest } from '../converse/write-request.js';
import { writeMistralRequest } from '../mistral/write-request.js';

const OPTIONS = { takesThoughts: false, own: new Map<string, string>() };
const TARGETS: Readonly<Record<string, (conversation: Conversation) => string>> = {
  chat: conversations.chat.writeRequest,
  gemini: conversations.gemini.writeRequest,
  responses: conversations.responses.writeRequest,
  cohere: (conversation) => writeCohereRequest(conversation, false),
  converse: (conversation) => writeConverseRequest({ ...conversation, model: 'amazon.nova-pro' }),
  mistral: (conversation) => writeMistralRequest(conversation, OPTIONS),
};

const asking = (content: readonly object[]) => {
  const messages = [{ role: 'user', content }];
  const text = JSON.stringify({ model: 'm', max_tokens: 9, messages });
  return conversations.messages.readConversation(parseJson(text));
};
const question = { type: 'text', text: 'What is it?' };
const found = {
  type: 'search_result',
  source: 'https://a.example/1',
  title: 'Notes',
  content: [
    { type: 'text', text: 'The secret is 42.' },
    { type: 'text', text: 'Keep it.' },
  ],
};
const SAID = JSON.stringify('Notes\nhttps://a.example/1\nThe secret is 42.\nKeep it.');

describe('what a search found', () => {
  it.each(Object.entries(TARGETS))('is said in words to %s', (_, write) => {
    expect(write(asking([found, question]))).toContain(SAID);
  });

  it.each(Object.entries(TARGETS))('is said so in the result of a tool to %s', (_, write) => {
    const result = { type: 'tool_result', tool_use_id: 'c', content: [found] };
    const call = { type: 'tool_use', id: 'c', name: 'f', input: {} };
    const messages = [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [result] },
    ];
    const tools = [{ name: 'f', input_schema: { type: 'object' } }];
    const text = JSON.stringify({ model: 'm', max_tokens: 9, tools, messages });
    expect(write(conversations.messages.readConversation(parseJson(text)))).toContain(SAID);
  });
});

const titled = (source: object) => ({ type: 'document', title: 'Notes', source });
const plain = { type: 'text', media_type: 'text/plain', data: 'The secret is 42.' };

describe('a document that is text', () => {
  it.each(['chat', 'gemini', 'mistral'])('is text behind its title to %s', (target) => {
    const written = TARGETS[target]?.(asking([titled(plain), question]));
    expect(written).toContain('"text":"Notes\\nThe secret is 42."');
    expect(written).not.toContain('base64');
  });

  it('is text for hosts of the chat format where it came as bytes', () => {
    const data = Buffer.from('a;b').toString('base64');
    const contents = [{ parts: [{ inlineData: { mimeType: 'text/csv', data } }] }];
    const read = conversations.gemini.readConversation(parseJson(JSON.stringify({ contents })));
    expect(JSON.parse(conversations.chat.writeRequest(read))).toMatchObject({
      messages: [{ role: 'user', content: 'a;b' }],
    });
  });

  it('keeps what it shows beside its texts', () => {
    const picture = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
    const content = [
      { type: 'text', text: 'Look:' },
      { type: 'image', source: picture },
    ];
    const written = conversations.chat.writeRequest(asking([titled({ type: 'content', content })]));
    expect(JSON.parse(written)).toMatchObject({
      messages: [
        {
          content: [
            { type: 'text', text: 'Notes\nLook:' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
      ],
    });
  });
});
