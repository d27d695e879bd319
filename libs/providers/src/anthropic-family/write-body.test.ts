import { describe, expect, it } from 'vitest';
import type { Organisation } from '#call';
import { parseJson } from '#kernel';
import type { SpokenProtocol } from '#wire';
import { anEndpoint, anOrganisation } from '../../../../test/support/a-call.js';
import { writeMessagesBody } from './write-body.js';

const NEWEST = 'claude-opus-5';
const ADAPTIVE = 'claude-sonnet-4-6';
const BUDGET = 'claude-haiku-4-5-20251001';
const OLD = 'claude-3-5-haiku-latest';

function build(
  text: string,
  model = NEWEST,
  outputTokensMax: number | null = null,
  organisation: Partial<Organisation> = { explicitPromptCache: true },
  said: SpokenProtocol = 'messages',
): string {
  const endpoint = anEndpoint({ family: 'anthropic' }, { id: model, outputTokensMax });
  return writeMessagesBody(
    { organisation: anOrganisation(organisation), ...endpoint, said },
    parseJson(text),
  );
}

const fieldsOf = (...asked: Parameters<typeof build>) =>
  JSON.parse(build(...asked)) as Record<string, unknown>;

const body = (fields: object) =>
  JSON.stringify({ model: 'claude/x', max_tokens: 20_000, messages: [], ...fields });
const effort = (word: string, fields: object = {}) =>
  body({ output_config: { effort: word }, ...fields });

describe('the body for a provider of the messages format', () => {
  it("holds no signature of another maker's call", () => {
    const seal = { type: 'thinking', thinking: '', signature: `gw1_gemini_${'A'.repeat(20)}` };
    const call = { type: 'tool_use', id: 'c', name: 'f', input: {} };
    const text = { type: 'text', text: 'Hi' };
    const of = (content: object[]) => body({ messages: [{ role: 'assistant', content }] });
    const contentOf = (content: object[]) =>
      (fieldsOf(of(content)) as { messages: { content: object[] }[] }).messages[0]?.content;
    expect(contentOf([text, seal, call, seal, call])).toEqual([text, call, call]);
    expect(contentOf([seal, seal, call])).toEqual([call]);
  });

  it("holds no thinking that another maker's model did not sign", () => {
    const unsigned = { type: 'thinking', thinking: 'Hm', signature: '' };
    const bare = { type: 'thinking', thinking: 'Hm', cache_control: { type: 'ephemeral' } };
    const signed = { type: 'thinking', thinking: 'Hm', signature: 's' };
    const text = { type: 'text', text: 'Hi' };
    const user = { role: 'user', content: 'x' };
    const messagesOf = (...contents: unknown[]) =>
      fieldsOf(
        body({ messages: [user, ...contents.map((content) => ({ role: 'assistant', content }))] }),
        NEWEST,
        null,
        { explicitPromptCache: false },
      )['messages'];
    const said = (...contents: unknown[]) => [
      user,
      ...contents.map((content) => ({ role: 'assistant', content })),
    ];
    expect(messagesOf([unsigned, bare, text], [signed, text])).toEqual(
      said([text], [signed, text]),
    );
    expect(messagesOf([unsigned, text, bare, unsigned])).toEqual(said([text]));
    expect(messagesOf([text, unsigned, text, unsigned], 'Hi')).toEqual(said([text, text], 'Hi'));
    expect(messagesOf([unsigned, bare], [text], [unsigned], [bare])).toEqual(said([text]));
    expect(messagesOf([])).toEqual(said([]));
  });

  it('is what the caller wrote but for the model', () => {
    const text = (model: string) =>
      `{ "model":"${model}", "max_tokens": 200, "x": [1e3, -0.0], "messages": [ {"role":"user",
       "content":[{"type":"thinking","thinking":"é","signature":"s+/="}]} ],
       "system":[{"type":"text","text":"a","cache_control":{"type":"ephemeral","ttl":"1h"}}] }`;
    expect(build(text('claude/x'))).toBe(text(NEWEST));
  });

  it('bounds the answer, since the format demands it', () => {
    const none = '{"model":"m","messages":[]}';
    expect(fieldsOf(none, 'a-name-of-mine')).toMatchObject({ max_tokens: 4_096 });
    expect(fieldsOf(none)).toMatchObject({ max_tokens: 128_000 });
    expect(fieldsOf(none, BUDGET)).toMatchObject({ max_tokens: 64_000 });
    expect(fieldsOf(body({}), OLD)).toMatchObject({ max_tokens: 8_192 });
    expect(fieldsOf(body({}), OLD, 10_000)).toMatchObject({ max_tokens: 10_000 });
    expect(fieldsOf(none, NEWEST, 64_000)).toMatchObject({ max_tokens: 64_000 });
    expect(fieldsOf(body({}), NEWEST, 8_000)).toMatchObject({ max_tokens: 8_000 });
    expect(fieldsOf(body({}), NEWEST, 64_000)).toMatchObject({ max_tokens: 20_000 });
  });

  it('has marks of the cache only where the organisation wants them', () => {
    const mark = { cache_control: { type: 'ephemeral' } };
    const text = body({ ...mark, tools: [{ name: 'f', ...mark }] });
    expect(build(text, NEWEST, null, { explicitPromptCache: false })).not.toContain('ephemeral');
    expect(build(text)).toContain('ephemeral');
  });
});

describe('effort', () => {
  it.each([
    [NEWEST, 'medium', { type: 'adaptive' }, 'medium'],
    [NEWEST, 'minimal', { type: 'adaptive' }, 'low'],
    [NEWEST, 'none', { type: 'disabled' }, undefined],
    ['claude-of-tomorrow-9', 'xhigh', { type: 'adaptive' }, 'xhigh'],
    [ADAPTIVE, 'xhigh', { type: 'adaptive' }, 'high'],
    [BUDGET, 'low', { type: 'enabled', budget_tokens: 2_048 }, undefined],
    [BUDGET, 'high', { type: 'enabled', budget_tokens: 16_384 }, undefined],
    [BUDGET, 'max', { type: 'enabled', budget_tokens: 18_976 }, undefined],
    [BUDGET, 'none', undefined, undefined],
    [OLD, 'high', undefined, undefined],
  ])('of %s: %s is %j', (model, word, thinking, sent) => {
    const fields = fieldsOf(effort(word), model) as {
      thinking?: object;
      output_config?: { effort: string };
    };
    expect(fields.thinking).toEqual(thinking);
    expect(fields.output_config?.effort).toBe(sent);
  });

  it('leaves room for the answer, or is left out', () => {
    const small = fieldsOf(effort('high', { max_tokens: 2_000 }), BUDGET);
    expect(small).not.toHaveProperty('thinking');
  });

  it('gives way to a tool that must be called, and to a loop that began without thinking', () => {
    const forced = effort('high', { tool_choice: { type: 'any' } });
    expect(fieldsOf(forced, BUDGET)).not.toHaveProperty('thinking');
    expect(fieldsOf(forced, NEWEST)).toHaveProperty('thinking');
    const loop = (first: object[]) =>
      effort('high', {
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: [...first, { type: 'tool_use' }] },
          { role: 'user', content: [{ type: 'tool_result' }] },
        ],
      });
    expect(fieldsOf(loop([]), BUDGET)).not.toHaveProperty('thinking');
    expect(fieldsOf(loop([{ type: 'thinking', signature: 's' }]), BUDGET)).toHaveProperty(
      'thinking',
    );
  });

  it('is left out of a loop that began without thinking, also where the caller asks for it', () => {
    const thinking = { type: 'enabled', budget_tokens: 1_024 };
    const after = (...content: object[]) =>
      fieldsOf(body({ thinking, messages: [{ role: 'assistant', content }] }), BUDGET)['thinking'];
    const call = { type: 'tool_use', id: 'a', name: 'f', input: {} };
    expect(after(call)).toBeUndefined();
    expect(after({ type: 'thinking', thinking: 'Hm', signature: 's' }, call)).toEqual(thinking);
  });

  it('keeps what the caller said of thinking itself', () => {
    const said = { thinking: { type: 'enabled', budget_tokens: 1_500 } };
    expect(fieldsOf(effort('high', said), BUDGET)).toMatchObject(said);
  });

  it.each([
    [BUDGET, 512, 2_000, { type: 'enabled', budget_tokens: 1_024 }],
    [BUDGET, 2_000, 3_000, { type: 'enabled', budget_tokens: 2_000 }],
    [BUDGET, 4_000, 3_000, { type: 'enabled', budget_tokens: 1_976 }],
    [BUDGET, 2_000, 300, undefined],
    [BUDGET, null, 20_000, { type: 'enabled', budget_tokens: 8_192 }],
    [BUDGET, null, 300, undefined],
    ['claude-sonnet-4-20250514', null, 20_000, { type: 'enabled', budget_tokens: 8_192 }],
    [ADAPTIVE, null, 300, { type: 'adaptive' }],
    [ADAPTIVE, 512, 2_000, { type: 'enabled', budget_tokens: 1_024 }],
    [ADAPTIVE, 2_000, 300, { type: 'adaptive' }],
    [NEWEST, 2_000, 20_000, { type: 'adaptive' }],
    [OLD, 2_000, 8_000, undefined],
    [OLD, null, 8_000, undefined],
  ])('%s: a budget of %j with %j tokens in all is %j', (model, budget, tokensMax, told) => {
    const asked =
      budget === null ? { type: 'adaptive' } : { type: 'enabled', budget_tokens: budget };
    const text = body({ thinking: asked, max_tokens: tokensMax, temperature: 0.5 });
    const fields = fieldsOf(text, model, null, {}, 'gemini');
    expect(fields['thinking']).toEqual(told);
    expect('temperature' in fields).toBe(told === undefined);
  });

  it('says how much a model thinks that does not choose itself', () => {
    const chosen = effort('low', { thinking: { type: 'adaptive', display: 'omitted' } });
    const thinking = { type: 'enabled', budget_tokens: 2_048, display: 'omitted' };
    expect(fieldsOf(chosen, BUDGET)['thinking']).toEqual(thinking);
    const unsaid = effort('low', { thinking: null });
    expect(fieldsOf(unsaid, BUDGET)['thinking']).toMatchObject({ budget_tokens: 2_048 });
    const forced = body({ thinking: { type: 'enabled', budget_tokens: 2_000 } });
    const any = { ...(JSON.parse(forced) as object), tool_choice: { type: 'any' } };
    expect(fieldsOf(JSON.stringify(any), BUDGET, null, {}, 'gemini')).not.toHaveProperty(
      'thinking',
    );
  });

  it('lets callers of the format say what their flags allow, but for the newest and a lower limit', () => {
    const thinking = { type: 'enabled', budget_tokens: 20_000 };
    const text = body({ thinking, max_tokens: 8_000 });
    expect(fieldsOf(text, BUDGET)['thinking']).toEqual(thinking);
    expect(fieldsOf(text, NEWEST)['thinking']).toEqual({ type: 'adaptive' });
    expect(fieldsOf(text, BUDGET, 4_000)['thinking']).toMatchObject({ budget_tokens: 2_976 });
  });

  it('is as the caller of the format wrote it for models of other makers who speak it', () => {
    const thinking = { type: 'enabled', budget_tokens: 2_000 };
    const content = [{ type: 'thinking', thinking: 'Hm', signature: '' }, { type: 'tool_use' }];
    const own = { thinking, messages: [{ role: 'assistant', content }] };
    expect(fieldsOf(body(own), 'kimi-k2')).toMatchObject(own);
    expect(fieldsOf(body(own), 'deepseek-chat')).toMatchObject(own);
  });

  it('stands beside the format of the answer', () => {
    const text = body({ output_config: { effort: 'xhigh', format: { type: 'json_schema' } } });
    expect(fieldsOf(text, ADAPTIVE)).toMatchObject({
      output_config: { effort: 'high', format: { type: 'json_schema' } },
    });
  });
});

describe('sampling', () => {
  const drawn = body({ temperature: 0.5, top_p: 0.9, top_k: 5 });

  it('goes where the model draws its words itself, or thinks', () => {
    for (const name of ['temperature', 'top_p', 'top_k']) {
      expect(fieldsOf(drawn, NEWEST)).not.toHaveProperty(name);
      const thinking = { temperature: 0.5, top_p: 0.9, top_k: 5 };
      expect(fieldsOf(effort('high', thinking), BUDGET)).not.toHaveProperty(name);
    }
  });

  it('has one measure, not two, but with the oldest models', () => {
    expect(fieldsOf(drawn, ADAPTIVE)).toMatchObject({ temperature: 0.5, top_k: 5 });
    expect(fieldsOf(drawn, ADAPTIVE)).not.toHaveProperty('top_p');
    expect(fieldsOf(drawn, OLD)).toMatchObject({ temperature: 0.5, top_p: 0.9 });
  });
});
