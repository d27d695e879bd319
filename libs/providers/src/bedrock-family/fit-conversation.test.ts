import { describe, expect, it } from 'vitest';
import { aModel } from '../../../../test/support/a-call.js';
import type { Conversation, RequestPart, Thinking } from '#wire';
import { fitConversation } from './fit-conversation.js';

const hi: RequestPart = { type: 'text', text: 'Hi', cache: {} };
const aConversation = (change: Partial<Conversation>): Conversation => ({
  model: 'an alias',
  isStreaming: false,
  system: [hi],
  turns: [
    {
      role: 'user',
      parts: [{ type: 'tool_result', id: 'a', isError: false, parts: [hi], cache: {} }],
    },
  ],
  tools: [{ name: 'f', isCustom: false, cache: {} }],
  sampling: {},
  metadata: {},
  ...change,
});

const fitted = (id: string, change: Partial<Conversation>, outputTokensMax: number | null = null) =>
  fitConversation(aConversation(change), aModel({ id, outputTokensMax }), true);

const BUDGET = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const NEWEST = 'anthropic.claude-opus-9';
const OLDEST = 'anthropic.claude-3-haiku-20240307-v1:0';

describe('a conversation for one model', () => {
  it('has its id, and no more tokens than it gives', () => {
    expect(fitted(OLDEST, { sampling: { tokensMax: 9_000 } }, 4_096)).toMatchObject({
      model: OLDEST,
      sampling: { tokensMax: 4_096 },
    });
    expect(fitted(OLDEST, {}, 4_096).sampling).toEqual({});
  });

  it('keeps marks of the cache where the organisation forwards them, and none elsewhere', () => {
    const spoken = aConversation({});
    const model = aModel({ id: BUDGET });
    expect(JSON.stringify(fitConversation(spoken, model, true)).split('"cache"')).toHaveLength(5);
    expect(JSON.stringify(fitConversation(spoken, model, false))).not.toContain('cache');
  });
});

describe('Claude', () => {
  it.each([
    ['a budget', BUDGET, 'low', { thinking: { mode: 'enabled', budgetTokens: 2_048 } }],
    ['the nearest effort', NEWEST, 'minimal', { thinking: { mode: 'adaptive' }, effort: 'low' }],
    ['a word of its own for none', NEWEST, 'none', { thinking: { mode: 'disabled' } }],
  ])('is asked to think by %s', (_name, id, effort, expected) => {
    expect(fitted(id, { effort, sampling: { tokensMax: 8_000 } })).toMatchObject(expected);
  });

  it('does not think on where the calls before were not thought out by it', () => {
    const thinking = { mode: 'enabled' as const, budgetTokens: 1_024 };
    const call = { type: 'tool_call', id: 'a', name: 'f', input: '{}', isCustom: false } as const;
    const thought = (origin: 'messages' | 'gemini') =>
      ({ type: 'thinking', text: 'Hm', signature: { origin, value: 's' } }) as const;
    const after = (...parts: RequestPart[]) =>
      fitted(BUDGET, { thinking, turns: [{ role: 'assistant', parts }] }).thinking;
    expect(after(call)).toBeUndefined();
    expect(after(thought('gemini'), call)).toBeUndefined();
    expect(after(thought('messages'), call)).toEqual(thinking);
  });

  it('is told a budget that it takes, and chooses itself only where it can', () => {
    const told = (id: string, thinking: Thinking, tokensMax: number) =>
      fitted(id, { thinking, sampling: { tokensMax } }).thinking;
    const budget = (budgetTokens: number) => ({ mode: 'enabled', budgetTokens }) as const;
    expect(told(BUDGET, budget(512), 2_000)).toEqual(budget(1_024));
    expect(told(BUDGET, budget(2_000), 300)).toBeUndefined();
    expect(told(BUDGET, { mode: 'adaptive' }, 20_000)).toEqual(budget(8_192));
    expect(told(NEWEST, budget(2_000), 20_000)).toEqual({ mode: 'adaptive' });
  });

  it('is not asked where it does not think, has no room, or must call a tool', () => {
    const none = (id: string, change: Partial<Conversation>) =>
      expect(fitted(id, { effort: 'low', ...change })).not.toHaveProperty('thinking');
    none(OLDEST, {});
    none(BUDGET, { sampling: { tokensMax: 1_500 } });
    none(BUDGET, { toolChoice: { mode: 'required' } });
    const call: RequestPart = { type: 'tool_call', id: 'a', name: 'f', input: '', isCustom: false };
    none(BUDGET, { turns: [{ role: 'assistant', parts: [call] }] });
  });

  it('goes on to think in a loop of tools that it thought out under its signature', () => {
    const call: RequestPart = { type: 'tool_call', id: 'a', name: 'f', input: '', isCustom: false };
    const signature = { origin: 'messages', value: 's' } as const;
    const parts: RequestPart[] = [{ type: 'thinking', text: 't', signature }, call];
    expect(fitted(BUDGET, { effort: 'low', turns: [{ role: 'assistant', parts }] })).toHaveProperty(
      'thinking',
    );
  });

  it('draws its words itself while it thinks, and always where it is new', () => {
    const sampling = { temperature: 0.5, topP: 0.5, topK: 5, tokensMax: 8_000 };
    expect(fitted(NEWEST, { sampling }).sampling).toEqual({ tokensMax: 8_000 });
    expect(fitted(BUDGET, { sampling, effort: 'low' }).sampling).toEqual({ tokensMax: 8_000 });
    expect(fitted(BUDGET, { sampling }).sampling).toEqual({
      temperature: 0.5,
      topK: 5,
      tokensMax: 8_000,
    });
    expect(fitted(OLDEST, { sampling }).sampling).toEqual(sampling);
  });

  it('says how long the answer may be where the budget is a part of it', () => {
    expect(fitted(BUDGET, { effort: 'low' }, 64_000).sampling).toEqual({ tokensMax: 64_000 });
  });
});

describe('other makers', () => {
  it.each([
    ['amazon.nova-2-lite-v1:0', 'max', 'high'],
    ['amazon.nova-2-lite-v1:0', 'none', undefined],
    ['qwen.qwen3-32b-v1:0', 'medium', 'low'],
    ['openai.gpt-oss-120b-1:0', 'minimal', 'low'],
  ])('%s: %s is %s', (id, effort, expected) => {
    expect(fitted(id, { effort }).effort).toBe(expected);
  });

  it('think where the caller asks for it in another way', () => {
    const thinking = { mode: 'enabled', budgetTokens: 2_000 } as const;
    const conversation = fitted('openai.gpt-oss-120b-1:0', { thinking });
    expect(conversation.effort).toBe('medium');
    expect(conversation).not.toHaveProperty('thinking');
    expect(fitted('openai.gpt-oss-120b-1:0', {})).not.toHaveProperty('effort');
  });
});
