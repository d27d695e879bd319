import { parseJson, runAtOnce } from '#kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateInput } from './estimate-input.js';
import { IMAGE_TOKENS, IMAGE_TOKENS_MOST } from './file-tokens.js';
import type { CallerProtocol } from './protocol.js';

const read = (body: unknown, protocol: 'chat' | 'native' = 'chat') =>
  runAtOnce(estimateInput(parseJson(JSON.stringify(body)), protocol));
const estimate = (body: unknown, protocol: 'chat' | 'native' = 'chat') =>
  read(body, protocol).inputTokens;

describe('estimateInput', () => {
  it('takes four letters for a token, two digits, and each other character for one', () => {
    expect(estimate('a'.repeat(400))).toBe(100);
    expect(estimate('ab c\n')).toBe(2);
    expect(estimate('12'.repeat(10))).toBe(10);
    expect(estimate('1;2,'.repeat(500))).toBe(1_500);
    expect(estimate('-'.repeat(41))).toBe(11);
    expect(estimate('é'.repeat(10))).toBe(10);
    expect(estimate('漢字🌍')).toBe(3);
    expect(estimate('abcd é')).toBe(3);
  });

  it('counts token arrays and the keys of schemas', () => {
    expect(estimate({ input: [1, 2, 3] })).toBe(5);
    expect(estimate({ abcdefgh: {} })).toBe(2);
  });

  it('counts an image as a constant, and what else is a file by its size', () => {
    const base64 = 'iVBORw0KGgo'.repeat(10_000);
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } };
    const audio = { type: 'input_audio', input_audio: { data: base64, format: 'wav' } };
    const pdf = { type: 'file', file: { file_data: `data:application/pdf;base64,${base64}` } };
    const text = { type: 'file', file: { file_data: `data:text/plain;base64,${base64}` } };
    const tokensOf = (part: object) =>
      estimate({ messages: [{ role: 'user', content: [part] }] }) - 10;
    expect(tokensOf(image)).toBeGreaterThanOrEqual(IMAGE_TOKENS);
    expect(tokensOf(image)).toBeLessThan(IMAGE_TOKENS + 50);
    expect(tokensOf(audio)).toBeLessThan(300);
    expect(tokensOf(pdf)).toBeGreaterThan(1_700);
    expect(tokensOf(pdf)).toBeLessThan(1_800);
    expect(tokensOf(text)).toBeGreaterThan(27_000);
    const item = { type: 'input_image', image_url: `data:image/png;base64,${base64}` };
    const input = [{ role: 'user', content: [item] }];
    expect(estimate({ input }, 'native')).toBeLessThan(IMAGE_TOKENS + 50);
  });

  it('tells what may have a price of its own: sound, pictures and a long cache', () => {
    const plain = { audioTokens: 0, imageTokens: 0, marksCache: false, audioBytes: 0 };
    const of = (...content: object[]) => read({ messages: [{ role: 'user', content }] });
    const data = 'UklG'.repeat(1_000);
    expect(of({ type: 'text', text: 'x' })).toMatchObject(plain);
    expect(of({ type: 'text', cache_control: {} })).toMatchObject({ ...plain, marksCache: true });
    expect(of({ type: 'image_url' })).toMatchObject({ ...plain, imageTokens: IMAGE_TOKENS });
    expect(of({ type: 'input_audio', input_audio: { data } })).toMatchObject({
      ...plain,
      audioTokens: 9,
      audioBytes: 3_000,
    });
    expect(of({ type: 'audio_url' })).toMatchObject({ ...plain, audioTokens: 1 });
    expect(of({ type: 'file' })).toMatchObject({ ...plain, audioTokens: 1, imageTokens: 1 });
  });

  it('counts what looks like a file wherever the format has none', () => {
    const base64 = 'Zq9'.repeat(40_000);
    const content = [{ type: 'text', text: 'Hi' }];
    const user = { role: 'user', content };
    for (const key of ['data', 'url', 'file_data', 'image_url', 'image_data', 'b64_json']) {
      for (const value of [base64, `data:image/png;base64,${base64}`]) {
        const odd = { [key]: value };
        const schema = { type: 'object', properties: {}, ...odd };
        const bodies = [
          odd,
          { messages: [user], tools: [{ type: 'function', function: { parameters: schema } }] },
          { messages: [{ ...user, ...odd }] },
          { messages: [{ role: 'user', content: [{ type: 'text', ...odd }] }] },
          { messages: [{ role: 'system', content: [{ type: 'any', any: odd }] }] },
          { messages: [user], response_format: { json_schema: { schema } } },
          { messages: [user], metadata: odd },
          { input: [{ type: 'function_call_output', output: [odd] }] },
          { input: 'Hi', tools: [{ type: 'function', parameters: schema }] },
        ];
        for (const body of bodies) {
          expect(estimate(body, 'chat')).toBeGreaterThan(30_000);
          expect(estimate(body, 'native')).toBeGreaterThan(30_000);
        }
      }
    }
  });

  it('counts words wherever they stand', () => {
    const words = 'word '.repeat(400);
    expect(estimate({ data: words })).toBeGreaterThan(400);
    expect(estimate({ data: '漢'.repeat(400) })).toBeGreaterThan(400);
    expect(estimate({ content: `data:text/plain;base64,${'x'.repeat(2000)}` })).toBeGreaterThan(
      400,
    );
    expect(estimate({ url: `data:text/plain;base64,${words}` })).toBeGreaterThan(400);
    expect(estimate({ data: 'short' })).toBe(3);
  });

  it('knows how many they can be at most: no token is less than a byte', () => {
    const most = (body: unknown) => read(body).inputTokensMost;
    expect(most('é;')).toBe(5);
    const data = 'UklG'.repeat(10_000);
    const file = { type: 'input_audio', input_audio: { data, format: 'wav' } };
    // Half a minute of sound is a minute at the lowest rate.
    const sound = most({ messages: [{ role: 'user', content: [file] }] });
    expect(sound).toBeGreaterThan(60 * 32 - 10);
    expect(sound).toBeLessThan(60 * 32 + 200);
    fc.assert(
      fc.property(fc.json(), (text) => {
        const { inputTokens, inputTokensMost } = runAtOnce(estimateInput(parseJson(text), 'chat'));
        expect(inputTokensMost).toBeGreaterThanOrEqual(inputTokens);
      }),
    );
  });

  const bytes = 'iVBORw0KGgo'.repeat(1_000);
  const inline = (mimeType: string) => ({
    contents: [{ role: 'user', parts: [{ inlineData: { mimeType, data: bytes } }] }],
  });
  const user = (...content: object[]) => ({ messages: [{ role: 'user', content }] });
  const image = `data:image/png;base64,${bytes}`;
  const pdf = `data:application/pdf;base64,${bytes}`;
  it.each<[string, object, CallerProtocol, number]>([
    ['at an address', user({ type: 'image_url', image_url: { url: 'https://a/b' } }), 'chat', 0],
    ['by data', user({ type: 'image_url', image_url: { url: image } }), 'chat', 0],
    [
      'of the Messages format',
      user({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: bytes } }),
      'messages',
      0,
    ],
    [
      'at an address there',
      user({ type: 'image', source: { type: 'url', url: 'https://a/b' } }),
      'messages',
      0,
    ],
    [
      'of Responses',
      { input: [{ role: 'user', content: [{ type: 'input_image', image_url: image }] }] },
      'responses',
      0,
    ],
    [
      'that is kept',
      { input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }] },
      'responses',
      0,
    ],
    ['of Gemini', inline('image/png'), 'gemini', 0],
    ['in a file', user({ type: 'file', file: { file_data: image } }), 'chat', IMAGE_TOKENS_MOST],
    ['within a document', user({ type: 'file', file: { file_data: pdf } }), 'chat', bytes.length],
    ['within a document there', inline('application/pdf'), 'gemini', bytes.length],
    ['of a film', inline('video/mp4'), 'gemini', bytes.length],
  ])('a picture is at most what may be charged for it: %s', (_what, body, protocol, beside) => {
    const { inputTokensMost } = runAtOnce(estimateInput(parseJson(JSON.stringify(body)), protocol));
    expect(inputTokensMost).toBeGreaterThanOrEqual(IMAGE_TOKENS_MOST + beside);
    expect(inputTokensMost).toBeLessThan(IMAGE_TOKENS_MOST + beside + 250);
  });

  const address = 'https://example.com/a.mp4';
  const said = (...content: object[]) => ({ messages: [{ role: 'user', content }] });
  it.each<[string, object, 'stored' | 'server' | null]>([
    ['a film', said({ type: 'video_url', video_url: { url: address } }), 'stored'],
    ['a recording', said({ type: 'audio_url', audio_url: address }), 'stored'],
    ['a document', said({ type: 'document', source: { type: 'url', url: address } }), 'stored'],
    ['a kept document', said({ type: 'document', source: { file_id: 'file_1' } }), 'stored'],
    ['another kind of it', said({ type: 'document_url', document_url: address }), 'stored'],
    ['an address for bytes', said({ type: 'file', file: { file_data: address } }), 'stored'],
    ['a kept file', said({ type: 'file', file: { file_id: 'file-1' } }), 'stored'],
    ['what was said', { messages: [{ role: 'assistant', audio: { id: 'a' } }] }, 'stored'],
    ['a file of an item', { input: [{ content: [{ file_url: address }] }] }, 'stored'],
    ['camel case', { input: [{ content: [{ fileUrl: address }] }] }, 'stored'],
    ['an answer before', { input: 'x', previous_response_id: 'resp_1' }, 'stored'],
    ['a conversation', { input: 'x', conversation: { id: 'conv_1' } }, 'stored'],
    ['an item', { input: [{ type: 'item_reference', id: 'msg_1' }] }, 'stored'],
    ['an item without a type', { input: [{ id: 'msg_1' }] }, 'stored'],
    ['a server', { tools: [{ type: 'mcp', server_url: address }], file_id: 'x' }, 'server'],
    ['a connector', { tools: [{ type: 'mcp', connector_id: 'connector_x' }] }, 'server'],
    ['nothing', { previous_response_id: null, conversation: null, file_ids: [] }, null],
    ['a picture', said({ type: 'image_url', image_url: { url: address } }), null],
    ['a kept picture', { input: [{ content: [{ type: 'input_image', file_id: 'x' }] }] }, null],
    ['a picture of messages', said({ type: 'image', source: { url: address } }), null],
    ['words', said({ type: 'text', text: address }), null],
    ['a title', said({ type: 'document', title: address, source: { data: 'x' } }), null],
    ['the file itself', said({ type: 'file', file: { file_url: 'data:text/plain,x' } }), null],
    ['a schema', { tools: [{ function: { parameters: { file_url: address } } }] }, null],
    ['what a model asked', said({ type: 'tool_use', input: { file_id: 'x' } }), null],
    ['own words', { metadata: { file_id: 'x' } }, null],
  ])('sees input that is only named: %s', (_what, body, named) => {
    expect(read(body, 'native').named).toBe(named);
    expect(read(body, 'chat').named).toBe(named);
  });

  it('never counts less than a quarter of the characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const characters = Array.from(text).length;
        expect(estimate(text)).toBeGreaterThanOrEqual(Math.ceil(characters / 4));
        expect(estimate(text)).toBeLessThanOrEqual(characters);
      }),
    );
  });
});
