import { parseJson } from '#kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateInputTokens, IMAGE_TOKENS } from './estimate-input-tokens.js';

const estimate = (body: unknown) => estimateInputTokens(parseJson(JSON.stringify(body)));

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

  it('counts an image as a constant, and base64 not at all', () => {
    const base64 = 'iVBORw0KGgo'.repeat(10_000);
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } };
    const audio = { type: 'input_audio', input_audio: { data: base64, format: 'wav' } };
    const file = { type: 'file', file: { file_data: `data:application/pdf;base64,${base64}` } };
    expect(estimate([image])).toBeGreaterThanOrEqual(IMAGE_TOKENS);
    expect(estimate([image, audio, file])).toBeLessThan(IMAGE_TOKENS + 100);
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
