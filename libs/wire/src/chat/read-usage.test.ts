import { parseJson } from '#kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_USAGE } from '../usage.js';
import { readUsage } from './read-usage.js';

const read = (usage: unknown) => readUsage(parseJson(JSON.stringify(usage)).root)?.usage;

describe('readUsage', () => {
  it.each([
    [
      'OpenAI',
      {
        prompt_tokens: 100,
        completion_tokens: 50,
        total_tokens: 150,
        prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10, audio_tokens: 5 },
        completion_tokens_details: { reasoning_tokens: 30, audio_tokens: 2 },
      },
      {
        inputTotal: 100,
        cacheRead: 60,
        cacheWrite5m: 10,
        outputTotal: 50,
        reasoning: 30,
        audioIn: 5,
        audioOut: 2,
      },
    ],
    [
      'DeepSeek',
      { prompt_tokens: 9, completion_tokens: 1, prompt_cache_hit_tokens: 4, total_tokens: 10 },
      { inputTotal: 9, cacheRead: 4, outputTotal: 1 },
    ],
    [
      'Mistral',
      { prompt_tokens: 9, completion_tokens: 1, num_cached_tokens: 3, prompt_audio_seconds: 7 },
      { inputTotal: 9, cacheRead: 3, outputTotal: 1, seconds: 7 },
    ],
    [
      'xAI, whose completion excludes reasoning',
      {
        prompt_tokens: 12,
        completion_tokens: 2,
        total_tokens: 354,
        completion_tokens_details: { reasoning_tokens: 340 },
      },
      { inputTotal: 12, outputTotal: 342, reasoning: 340 },
    ],
    [
      'Gemini, which hides its thoughts in the total',
      { prompt_tokens: 35, completion_tokens: 12, total_tokens: 109 },
      { inputTotal: 35, outputTotal: 74, reasoning: 62 },
    ],
    [
      'xAI on Azure, whose prompt excludes what was cached',
      {
        prompt_tokens: 7,
        completion_tokens: 8,
        total_tokens: 15,
        prompt_tokens_details: { cached_tokens: 161 },
      },
      { inputTotal: 168, cacheRead: 161, outputTotal: 8 },
    ],
    [
      'OpenRouter, with more reasoning than output',
      {
        prompt_tokens: 43,
        completion_tokens: 10,
        total_tokens: 53,
        completion_tokens_details: { reasoning_tokens: 11 },
      },
      { inputTotal: 43, outputTotal: 10, reasoning: 10 },
    ],
    ['an embedding', { prompt_tokens: 8, total_tokens: 8 }, { inputTotal: 8 }],
    ['nothing at all', { prompt_tokens: 0, completion_tokens: 0 }, {}],
  ])('counts %s', (_name, usage, expected) => {
    expect(read(usage)).toEqual({ ...NO_USAGE, ...expected });
  });

  it.each([{}, null, 'x', { prompt_tokens: null }, { prompt_tokens: -1, completion_tokens: '2' }])(
    'is undefined for %j',
    (usage) => {
      expect(read(usage)).toBeUndefined();
    },
  );

  it('is whole and not negative, and its parts never exceed the whole', () => {
    const number = fc.oneof(fc.integer({ min: -5, max: 50 }), fc.double(), fc.constant(null));
    const usage = fc.record(
      {
        prompt_tokens: number,
        completion_tokens: number,
        total_tokens: number,
        prompt_tokens_details: fc.record({
          cached_tokens: number,
          cache_write_tokens: number,
          audio_tokens: number,
          image_tokens: number,
        }),
        completion_tokens_details: fc.record({ reasoning_tokens: number, audio_tokens: number }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(usage, (usage) => {
        const found = read(usage);
        if (!found) return;
        for (const count of Object.values(found)) expect(count).toBeGreaterThanOrEqual(0);
        expect(Object.values(found).every((count) => Number.isSafeInteger(count))).toBe(true);
        const { inputTotal, cacheRead, cacheWrite5m, outputTotal, reasoning } = found;
        expect(cacheRead + cacheWrite5m).toBeLessThanOrEqual(inputTotal);
        expect(reasoning).toBeLessThanOrEqual(outputTotal);
      }),
    );
  });
});
