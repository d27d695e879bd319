import { parseJson, runAtOnce } from '#kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateInputTokens, IMAGE_TOKENS } from './estimate-input-tokens.js';

const estimate = (body: unknown, protocol: 'chat' | 'native' = 'chat') =>
  runAtOnce(estimateInputTokens(parseJson(JSON.stringify(body)), protocol));

describe('estimateInputTokens', () => {
  it('takes four ASCII characters for a token, and each other character for one', () => {
    expect(estimate('a'.repeat(400))).toBe(100);
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
