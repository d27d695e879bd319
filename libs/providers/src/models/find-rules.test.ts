import { describe, expect, it } from 'vitest';
import { knownRules, rulesOf } from './find-rules.js';

describe('what a model accepts', () => {
  it.each([
    ['gpt-5', 'effort', 'minimal low medium high'],
    ['openai/gpt-5-2025-08-07', 'effort', 'minimal low medium high'],
    ['ft:gpt-4o:acme', 'none', ''],
    ['us.anthropic.claude-opus-4-1-20250805-v1:0', 'budget', ''],
    ['claude-opus-4-5@20251101', 'budget', 'low medium high'],
    ['anthropic/claude-sonnet-4-6', 'adaptive', 'low medium high max'],
    ['models/gemini-2.5-pro', 'budget', ''],
    ['gemini-3.5-flash', 'effort', 'minimal low medium high'],
    ['mistral-small-latest', 'effort', 'none high'],
    ['mistral-small-2506', 'none', ''],
    ['magistral-medium-latest', 'none', ''],
    ['command-a-reasoning-08-2025', 'budget', ''],
    ['command-a-03-2025', 'none', ''],
    ['deepseek-chat', 'none', ''],
    ['deepseek-v4-pro', 'effort', 'none high max'],
    ['grok-4.3', 'effort', 'none low medium high'],
    ['grok-4.20-0309-reasoning', 'none', ''],
    ['accounts/fireworks/models/gpt-oss-120b', 'effort', 'low medium high'],
  ])('%s: %s %s', (model, thinking, efforts) => {
    const rules = knownRules(model);
    expect([rules?.thinking, rules?.efforts.join(' ')]).toEqual([thinking, efforts]);
  });

  it.each([
    ['gpt-9', 'gpt-6-astra'],
    ['claude-haiku-9', 'claude-opus-5'],
    ['gemini-9-ultra', 'gemini-3.1-pro-preview'],
    ['deepseek-v9', 'deepseek-v4-pro'],
    ['grok-9', 'grok-4.3'],
  ])('of %s, which is newer than the table, is that of %s', (unknown, newest) => {
    expect(knownRules(unknown)).toEqual(knownRules(newest));
  });

  it('is not said of makers that nobody here knows', () => {
    for (const model of ['a-deployment-of-mine', 'omni-moderation', 'text-embedding-3-small', '']) {
      expect(knownRules(model)).toBeUndefined();
    }
  });

  it('at a provider of one maker is that of its newest, but for the numbers', () => {
    const named = rulesOf('anthropic', 'claude-opus-5');
    expect(rulesOf('anthropic', 'mine')).toEqual({ ...named, outputTokensMax: null });
    expect(named.outputTokensMax).toBe(128_000);
  });
});
