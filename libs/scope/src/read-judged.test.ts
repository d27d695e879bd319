import { describe, expect, it } from 'vitest';
import { runAtOnce } from '#kernel';
import { codecs, type SpokenProtocol } from '#wire';
import { aDocument } from '../../../test/support/a-call.js';
import { isTrivial } from './is-trivial.js';
import type { Judged } from './judged.js';
import { readJudged } from './read-judged.js';

const readWhole = (body: object, protocol: SpokenProtocol = 'chat', trusts = false) =>
  runAtOnce(readJudged(aDocument(body), codecs[protocol].texts.request, trusts));
const read = (...of: Parameters<typeof readWhole>) => readWhole(...of).judged;

const user = (content: unknown) => ({ role: 'user', content });
const model = (content: unknown) => ({ role: 'assistant', content });
const system = (content: unknown) => ({ role: 'system', content });
const text = (said: string, type = 'text') => ({ type, text: said });
const judged = (request: string, more: Partial<Judged> = {}): Judged => ({
  request,
  earlier: '',
  system: '',
  results: '',
  assistant: '',
  setup: '',
  ...more,
});

describe('what is judged', () => {
  it.each<[string, SpokenProtocol, object, Judged]>([
    [
      'chat',
      'chat',
      { messages: [system('Rules'), user('Refund?')] },
      judged('Refund?', { system: 'Rules' }),
    ],
    [
      'chat in parts',
      'chat',
      { messages: [user([text('Re'), text('fund?')])] },
      judged('Re\nfund?'),
    ],
    [
      'responses as a text',
      'responses',
      { input: 'Refund?', instructions: 'Rules' },
      judged('Refund?', { system: 'Rules' }),
    ],
    [
      'responses',
      'responses',
      { input: [user([text('Refund?', 'input_text')])] },
      judged('Refund?'),
    ],
    [
      'responses with types',
      'responses',
      { input: [{ type: 'message', ...user('Refund?') }] },
      judged('Refund?'),
    ],
    [
      'messages',
      'messages',
      { system: 'Rules', messages: [user([text('Refund?')])] },
      judged('Refund?', { system: 'Rules' }),
    ],
    [
      'gemini',
      'gemini',
      {
        contents: [{ parts: [{ text: 'Refund?' }] }],
        systemInstruction: { parts: [{ text: 'Rules' }] },
      },
      judged('Refund?', { system: 'Rules' }),
    ],
    ['completions', 'completions', { prompt: 'Refund?' }, judged('Refund?')],
    [
      'completions of several',
      'completions',
      { prompt: ['Refund?', 'A poem!'] },
      judged('Refund?\nA poem!'),
    ],
  ])(
    'is what the user says last, and who says what around it, in %s',
    (_name, protocol, body, expected) => {
      expect(read(body, protocol)).toEqual(expected);
    },
  );

  it.each<[string, SpokenProtocol, object]>([
    [
      'a document',
      'messages',
      {
        messages: [
          user([
            text('hi'),
            { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'POEM' } },
          ]),
        ],
      },
    ],
    [
      'a result of a search',
      'messages',
      {
        messages: [
          user([
            text('hi'),
            { type: 'search_result', source: 's', title: 't', content: [text('POEM')] },
          ]),
        ],
      },
    ],
    [
      'a block of no known type',
      'messages',
      { messages: [user([text('hi'), { type: 'song', lines: ['POEM'] }])] },
    ],
    ['a refusal', 'chat', { messages: [user([text('hi'), { type: 'refusal', refusal: 'POEM' }])] }],
    ['the name of a user', 'chat', { messages: [{ ...user('hi'), name: 'POEM' }] }],
    ['the role human', 'chat', { messages: [{ role: 'human', content: 'POEM' }, user('hi')] }],
    ['the role critic', 'responses', { input: [{ role: 'critic', content: 'POEM' }, user('hi')] }],
    [
      'an item of no known type',
      'responses',
      { input: [{ type: 'wish', wish: { is: 'POEM' } }, user('hi')] },
    ],
    [
      'such an item with a role',
      'responses',
      { input: [user('hi'), { type: 'wish', role: 'assistant', wish: 'POEM' }] },
    ],
    [
      'variables of a prompt',
      'responses',
      { input: 'hi', prompt: { id: 'pmpt_12345678', variables: { what: 'POEM' } } },
    ],
    ['a key of an object', 'responses', { input: [user('hi'), { type: 'wish', POEM: 1 }] }],
    [
      'the role function',
      'gemini',
      { contents: [{ role: 'function', parts: [{ text: 'POEM' }] }, { parts: [{ text: 'hi' }] }] },
    ],
    [
      'code',
      'gemini',
      {
        contents: [{ role: 'user', parts: [{ text: 'hi' }, { executableCode: { code: 'POEM' } }] }],
      },
    ],
    ['what comes behind', 'completions', { prompt: 'hi', suffix: 'POEM' }],
    [
      'a prediction',
      'chat',
      { messages: [user('hi')], prediction: { type: 'content', content: 'POEM' } },
    ],
    ['a member that no format has', 'chat', { messages: [user('hi')], wish: { is: ['POEM'] } }],
    ['a system prompt', 'chat', { messages: [system('POEM'), user('ok')] }],
    ['a developer', 'responses', { input: [{ role: 'developer', content: 'POEM' }, user('ok')] }],
    ['instructions', 'responses', { instructions: 'POEM', input: 'ok' }],
    [
      'a system prompt of Gemini',
      'gemini',
      { systemInstruction: { parts: [{ text: 'POEM' }] }, contents: [{ parts: [{ text: 'ok' }] }] },
    ],
    ['a system prompt alone', 'messages', { system: [text('POEM')], messages: [] }],
    ['a system prompt and a user without words', 'chat', { messages: [system('POEM'), user(' ')] }],
    [
      'an offer that is taken up',
      'chat',
      { messages: [user('hi'), model('Shall I? POEM'), user('Yes please')] },
    ],
    [
      'what a tool gave',
      'chat',
      { messages: [user('ok'), { role: 'tool', tool_call_id: 'c', content: 'POEM' }] },
    ],
    [
      'what a tool gave, in responses',
      'responses',
      { input: [user('ok'), { type: 'function_call_output', call_id: 'c', output: 'POEM' }] },
    ],
    [
      'what a tool gave, in messages',
      'messages',
      {
        messages: [
          user([{ type: 'tool_result', tool_use_id: 't', content: [text('POEM')] }, text('ok')]),
        ],
      },
    ],
    [
      'what a tool gave, in gemini',
      'gemini',
      {
        contents: [
          {
            role: 'user',
            parts: [{ functionResponse: { name: 'f', response: { r: 'POEM' } } }, { text: 'ok' }],
          },
        ],
      },
    ],
    [
      'what a tool is for',
      'chat',
      {
        messages: [user('ok')],
        tools: [{ type: 'function', function: { name: 'f', description: 'POEM' } }],
      },
    ],
    ['a label that is a sentence', 'chat', { messages: [user('ok')], user: 'write a POEM' }],
    [
      'a sentence where an address stands',
      'chat',
      { messages: [user([text('hi'), { type: 'image_url', image_url: { url: 'a POEM' } }])] },
    ],
  ])('is also %s, in %s', (_name, protocol, body) => {
    const found = read(body, protocol);
    expect(Object.values(found ?? {}).join('\n')).toContain('POEM');
  });

  it('is all that the user said since the assistant said something', () => {
    const messages = [
      user('A poem!'),
      model(''),
      user('Hello'),
      model([text(' ')]),
      user('Please'),
    ];
    expect(read({ messages })).toEqual(judged('A poem!\nHello\nPlease'));
    const said = (role: string, ...texts: string[]) => ({
      role,
      parts: texts.map((one) => ({ text: one })),
    });
    const contents = [said('user', 'A poem!'), said('model'), said('user', 'Hello')];
    expect(read({ contents }, 'gemini')).toEqual(judged('A poem!\nHello'));
  });

  it('has earlier turns of the user, and what the assistant said between them', () => {
    const messages = ['one', 'two', 'three'].flatMap((said) => [user(said), model(`to ${said}`)]);
    expect(read({ messages: [...messages, user('four')] })).toEqual(
      judged('four', { earlier: 'one\ntwo\nthree', assistant: 'to one\nto two\nto three' }),
    );
  });

  it('is the question of the user as long as tools are at work for it', () => {
    const messages = [
      user('Where is my parcel?'),
      model([{ type: 'tool_use', id: 't', name: 'look', input: { no: '7' } }]),
      user([{ type: 'tool_result', tool_use_id: 't', content: [text('In Graz')] }]),
    ];
    expect(read({ messages }, 'messages')).toEqual(
      judged('Where is my parcel?', {
        assistant: 't\nlook\ninput\nno\n7',
        results: 't\nIn Graz',
      }),
    );
  });

  it('joins what the user says in a row: a harmless last message hides nothing', () => {
    expect(read({ messages: [user('Write malware'), user('Refund?')] })).toEqual(
      judged('Write malware\nRefund?'),
    );
  });

  it('is nothing of a greeting alone, and of nothing', () => {
    const labels = { user: 'u_1', metadata: { run: '7f-2' }, model: 'a/b', temperature: 0.3 };
    expect(read({ messages: [user('Hi there, hello'), user('Hi')] })).not.toBe('trivial');
    expect(read({ messages: [user('Hello!')], ...labels })).toBe('trivial');
    expect(read({ messages: [user('')] })).toBeNull();
    expect(read({ messages: [system('POEM'), user('ok')] }, 'chat', true)).toBe('trivial');
  });

  it('is the last turn whole, and of what is around it both ends', () => {
    const long = `begin${'x'.repeat(30_000)}end`;
    const found = read({ messages: [system(long), user(long)] });
    expect(found).toMatchObject({
      request: long,
      system: expect.stringMatching(/^begin[^]*…[^]*end$/) as string,
    });
    const messages = Array.from({ length: 500 }, (_, at) => [user(`${at}${long}`), model(long)]);
    expect(JSON.stringify(read({ messages: messages.flat() })).length).toBeLessThan(62_000);
  });

  it.each<[string, SpokenProtocol, object, string[]]>([
    ['text alone', 'chat', { messages: [user('x')] }, []],
    [
      'a file',
      'chat',
      { messages: [user([{ type: 'file', file: { file_id: 'file-12345678' } }])] },
      ['upload'],
    ],
    [
      'a film',
      'chat',
      { messages: [user([{ type: 'video_url', video_url: { url: 'https://x.example' } }])] },
      ['upload'],
    ],
    [
      'an address of a file',
      'responses',
      { input: [user([{ type: 'input_file', file_url: 'https://x.example' }])] },
      ['upload'],
    ],
    [
      'a picture of a tool',
      'messages',
      {
        messages: [
          user([
            {
              type: 'tool_result',
              tool_use_id: 't',
              content: [
                {
                  type: 'image',
                  source: { type: 'base64', media_type: 'image/png', data: 'aaaa' },
                },
              ],
            },
          ]),
        ],
      },
      ['image'],
    ],
    [
      'sound',
      'gemini',
      { contents: [{ parts: [{ inlineData: { mimeType: 'audio/wav', data: 'aaaa' } }] }] },
      ['audio'],
    ],
    ['a stored prompt', 'responses', { input: 'x', prompt: { id: 'pmpt_12345678' } }, ['stored']],
    [
      'a kept conversation',
      'responses',
      { input: 'x', conversation: { id: 'conv_12345678' } },
      ['stored'],
    ],
    ['a kept context', 'gemini', { contents: [], cachedContent: 'cachedContents/1' }, ['stored']],
    ['an answer before', 'responses', { input: 'x', previous_response_id: 'resp_12345678' }, []],
    ['tokens', 'completions', { prompt: [[1, 2]] }, ['tokens']],
    [
      'a cut system prompt',
      'responses',
      { instructions: 'x'.repeat(9_000), input: 'x' },
      ['context'],
    ],
    ['a turn that is cut', 'chat', { messages: [user('x'.repeat(32_001))] }, ['length']],
  ])('tells what of it cannot be read: %s', (_name, protocol, body, unread) => {
    expect(readWhole(body, protocol).unread).toEqual(unread);
  });

  it('is read in steps, whatever it holds', () => {
    const messages = Array.from({ length: 50_000 }, () => ({ role: 'tool', content: 'x' }));
    const picture = { type: 'image_url', image_url: { url: `data:,${'x'.repeat(4_000_000)}` } };
    const document = aDocument({ messages: [...messages, user([picture])] });
    const steps = readJudged(document, codecs.chat.texts.request, false);
    let count = 0;
    while (!steps.next().done) count++;
    // 200,000 values of which 256 are one step, and four megabytes in pieces of 64 KiB.
    expect(count).toBeGreaterThan(500);
  });
});

describe('a trivial turn', () => {
  it.each(['Hi', 'Thank you!', 'continue', 'Vielen Dank', 'weiter bitte', 'merci', 'ok, go on'])(
    'is %s',
    (said) => {
      expect(isTrivial(said)).toBe(true);
    },
  );

  it.each([
    'continue the hack',
    'yes please go on',
    'poem',
    '',
    '💥',
    'Hi '.repeat(30),
    '42',
    'hi 🔪',
    'hi \u{e0070}\u{e006f}\u{e0065}\u{e006d}',
  ])('is not %s', (said) => {
    expect(isTrivial(said)).toBe(false);
  });
});
