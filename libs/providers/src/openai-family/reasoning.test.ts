import { describe, expect, it } from 'vitest';
import { isReasoningModel, nearestEffort, refusedSampling } from './reasoning.js';

const ASKED = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

describe('nearestEffort', () => {
  // What comes of each effort in the order above; `-` is left out.
  it.each([
    ['o1', 'low low low medium high high high'],
    ['o3-mini', 'low low low medium high high high'],
    ['o4-mini-2025-04-16', 'low low low medium high high high'],
    ['o3-deep-research', 'medium medium medium medium medium medium medium'],
    ['gpt-5', 'minimal minimal low medium high high high'],
    ['gpt-5-mini', 'minimal minimal low medium high high high'],
    ['gpt-5-nano-2025-08-07', 'minimal minimal low medium high high high'],
    ['gpt-5-codex', 'low low low medium high high high'],
    ['gpt-5.1-codex', 'low low low medium high high high'],
    ['gpt-5.1-codex-mini', 'low low low medium high high high'],
    ['gpt-5.1-codex-max', 'low low low medium high xhigh xhigh'],
    ['gpt-5.2-codex', 'low low low medium high xhigh xhigh'],
    ['gpt-5-pro', 'high high high high high high high'],
    ['gpt-5.2-pro', 'medium medium medium medium high xhigh xhigh'],
    ['gpt-5.1', 'none low low medium high high high'],
    ['gpt-5.1-2025-11-13', 'none low low medium high high high'],
    ['gpt-5.2', 'none low low medium high xhigh xhigh'],
    ['gpt-5.3-codex', 'none low low medium high xhigh xhigh'],
    ['gpt-5.4-mini', 'none low low medium high xhigh xhigh'],
    ['gpt-5.5', 'none low low medium high xhigh xhigh'],
    ['gpt-5.6', 'none low low medium high xhigh max'],
    ['gpt-6-astra', 'low low low medium high xhigh max'],
    ['gpt-9', 'low low low medium high xhigh max'],
    ['ft:gpt-5.1:acme', 'none low low medium high high high'],
    ['gpt-5-chat-latest', '- - - - - - -'],
    ['gpt-5.2-chat-latest', '- - - - - - -'],
    ['gpt-4o', '- - - - - - -'],
    ['gpt-4.1-mini', '- - - - - - -'],
    ['gpt-3.5-turbo', '- - - - - - -'],
    ['a-deployment-of-mine', 'none minimal low medium high xhigh max'],
  ])('gives %s what it accepts: %s', (model, expected) => {
    const served = ASKED.map((asked) => nearestEffort(model, asked) ?? '-');
    expect(served.join(' ')).toBe(expected);
  });

  it('leaves a word it does not know to the provider', () => {
    expect(nearestEffort('gpt-5', 'extreme')).toBe('extreme');
  });
});

describe('refusedSampling', () => {
  const DRAWING = ['temperature', 'top_p', 'logprobs', 'top_logprobs'];

  it.each([
    ['gpt-4o', undefined, false, false],
    ['gpt-5-chat-latest', undefined, false, false],
    ['o3', undefined, true, true],
    ['gpt-5', undefined, true, true],
    ['gpt-5', 'none', true, true],
    ['gpt-5.1', undefined, false, true],
    ['gpt-5.1', 'none', false, true],
    ['gpt-5.1', 'low', true, true],
    ['gpt-5.4-mini', undefined, false, true],
    ['gpt-5.2-codex', undefined, true, true],
    ['gpt-5.2-pro', undefined, true, true],
    ['gpt-5.5', undefined, true, true],
    ['gpt-5.5', 'none', false, true],
    ['gpt-6-astra', undefined, true, true],
    ['gpt-9', undefined, true, true],
    ['a-deployment-of-mine', undefined, false, false],
  ])('of %s at effort %s: choosing words %s, penalties %s', (model, effort, drawing, penalties) => {
    const refused = refusedSampling(model, effort);
    expect(DRAWING.map((name) => refused.includes(name))).toEqual(DRAWING.map(() => drawing));
    expect(refused.includes('presence_penalty')).toBe(penalties);
    expect(refused.includes('logit_bias')).toBe(penalties);
  });

  it.each(['gpt-4o-search-preview', 'gpt-4o-mini-search-preview-2025-03-11'])(
    'names the temperature alone for %s',
    (model) => {
      expect(refusedSampling(model, undefined)).toEqual(['temperature']);
    },
  );
});

it.each([
  ['o1', true],
  ['gpt-5-mini', true],
  ['gpt-5.1', true],
  ['gpt-6-astra', true],
  ['gpt-9', true],
  ['gpt-5-chat-latest', false],
  ['gpt-4o', false],
  ['omni-moderation', false],
])('tells whether %s reasons: %s', (model, reasons) => {
  expect(isReasoningModel(model)).toBe(reasons);
});
