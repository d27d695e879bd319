import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { chatRequests } from '../../../../test/support/recordings.js';
import { aCall, anEndpoint, anOrganisation } from '../../../../test/support/a-call.js';
import { PRESETS } from './presets.js';
import { writeHead } from './write-request.js';
import { writeJsonBody } from './write-json-body.js';

interface Fields {
  readonly [name: string]: unknown;
}

function fit(family: string, model: string, fields: Fields, isStreaming = false): Fields {
  const organisation = anOrganisation({ explicitPromptCache: true });
  const text = JSON.stringify({ model: `p/${model}`, ...fields });
  const endpoint = anEndpoint({ family }, { id: model });
  const body = writeJsonBody({ organisation, ...endpoint }, parseJson(text), {
    asksForUsage: isStreaming,
  });
  return JSON.parse(body) as Fields;
}

const families = Object.keys(PRESETS);
const user = { role: 'user', content: 'Hi' };

describe('the body for a host with habits of its own', () => {
  it.each(families)('is what the caller wrote where %s takes it', (family) => {
    const fields = {
      messages: [user],
      temperature: 0.5,
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
    };
    expect(fit(family, 'm', fields)).toEqual({ model: 'm', ...fields });
  });

  it.each([
    ['groq', 'llama-3.3-70b-versatile', { logprobs: true, logit_bias: {}, top_k: 1 }, {}],
    ['xai', 'grok-4.3', { stop: 'x', presence_penalty: 1, temperature: 1 }, { temperature: 1 }],
    ['xai', 'grok-4.20-0309-non-reasoning', { stop: 'x' }, { stop: 'x' }],
    ['cerebras', 'gpt-oss-120b', { frequency_penalty: 1, service_tier: 'auto' }, {}],
    ['scaleway', 'm', { user: 'u', metadata: {}, store: true, seed: 1 }, { seed: 1 }],
    ['together', 'm', { top_k: 5 }, { top_k: 5 }],
    ['ollama', 'm', { max_completion_tokens: 5 }, { max_tokens: 5 }],
    ['deepseek', 'm', { max_completion_tokens: 5, max_tokens: 6 }, { max_tokens: 5 }],
    ['vllm', 'm', { max_completion_tokens: 5 }, { max_completion_tokens: 5 }],
    ['openrouter', 'openai/gpt-4o', { max_tokens: 32_000 }, { max_tokens: 16_384 }],
    ['vllm', 'm', { prompt_cache_key: 'k', prompt_cache_retention: '24h' }, {}],
  ])('at %s, %s: %j becomes %j', (family, model, fields, expected) => {
    expect(fit(family, model, fields)).toEqual({ model, ...expected });
  });

  it.each([
    ['groq', 'openai/gpt-oss-20b', 'none', 'low'],
    ['groq', 'openai/gpt-oss-20b', 'xhigh', 'high'],
    ['groq', 'qwen/qwen3-32b', 'low', 'default'],
    ['groq', 'qwen/qwen3-32b', 'none', 'none'],
    ['groq', 'llama-3.3-70b-versatile', 'low', undefined],
    ['xai', 'grok-4.3', 'minimal', 'low'],
    ['xai', 'grok-4.20-0309-reasoning', 'low', undefined],
    ['xai', 'grok-3-mini', 'medium', 'low'],
    ['cerebras', 'zai-glm-4.7', 'none', 'none'],
    ['cerebras', 'zai-glm-4.7', 'high', undefined],
    ['scaleway', 'qwen3.5-397b-a17b', 'minimal', 'low'],
    ['scaleway', 'mistral-medium-3.5-128b', 'low', 'high'],
    ['scaleway', 'llama-3.3-70b-instruct', 'low', undefined],
    ['vllm', 'a-model-of-mine', 'minimal', 'minimal'],
    ['vllm', 'openai/gpt-oss-20b', 'minimal', 'low'],
    ['openrouter', 'anthropic/claude-haiku-4-5', 'medium', 'medium'],
    ['openrouter', 'openai/gpt-5', 'none', 'minimal'],
  ])('%s, %s: effort %s is %s', (family, model, asked, told) => {
    expect(fit(family, model, { reasoning_effort: asked })['reasoning_effort']).toBe(told);
  });

  it.each([
    ['none', { thinking: { type: 'disabled' } }],
    ['low', { thinking: { type: 'enabled' }, reasoning_effort: 'high' }],
    ['max', { thinking: { type: 'enabled' }, reasoning_effort: 'max' }],
  ])('switches the thinking of DeepSeek by effort %s', (asked, expected) => {
    const fields = { reasoning_effort: asked };
    expect(fit('deepseek', 'deepseek-v4-pro', fields)).toEqual({
      model: 'deepseek-v4-pro',
      ...expected,
    });
    expect(fit('deepseek', 'deepseek-chat', fields)).toEqual({ model: 'deepseek-chat' });
    const own = { ...fields, thinking: { type: 'enabled' } };
    expect(fit('deepseek', 'deepseek-v4-pro', own)).toMatchObject({ thinking: own.thinking });
  });

  it('asks for usage in the only words that all of them know', () => {
    const stream_options = { include_obfuscation: false };
    for (const family of families) {
      expect(fit(family, 'm', { stream: true, stream_options }, true)).toEqual({
        model: 'm',
        stream: true,
        stream_options: { include_usage: true },
      });
    }
  });

  it('says a schema in words to DeepSeek', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const response_format = { type: 'json_schema', json_schema: { name: 'x', schema } };
    const fitted = fit('deepseek', 'm', { messages: [user], response_format });
    expect(fitted['response_format']).toEqual({ type: 'json_object' });
    expect(fitted['messages']).toEqual([
      { role: 'system', content: expect.stringContaining(JSON.stringify(schema)) },
      user,
    ]);
    expect(fit('vllm', 'm', { response_format })['response_format']).toEqual(response_format);
  });
});

describe('a history', () => {
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
  const before = { role: 'assistant', reasoning_content: 'Old.', content: 'x', name: 'n' };
  const open = { role: 'assistant', reasoning_content: 'New.', content: null, tool_calls: [call] };
  const silent = { role: 'assistant', content: null, tool_calls: [{ ...call, id: 'b' }] };
  const result = { role: 'tool', tool_call_id: 'a', content: 'y' };
  const messages = [{ role: 'developer', content: 'D' }, before, user, open, result, silent];
  const fitted = (family: string) => fit(family, 'm', { messages })['messages'] as Fields[];

  it('tells thinking under the name that the host gives it', () => {
    const [, first, , second] = fitted('groq');
    expect(first).toEqual({ role: 'assistant', content: 'x', reasoning: 'Old.' });
    expect(second).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [call],
      reasoning: 'New.',
    });
    expect(fitted('openrouter')[1]).toMatchObject({ name: 'n', reasoning: 'Old.' });
    expect(fitted('vllm')[1]).toEqual(before);
  });

  it('tells DeepSeek the thinking of the open loop alone, where it must stand', () => {
    const [, first, , second, , third] = fitted('deepseek');
    expect(first).toEqual({ role: 'assistant', content: 'x', name: 'n' });
    expect(second).toEqual(open);
    expect(third).toEqual({ ...silent, reasoning_content: '' });
  });

  it('has instructions of the system alone', () => {
    for (const family of families) expect(fitted(family)[0]).toMatchObject({ role: 'system' });
  });

  it('stays one piece of JSON, whatever stands in it, in any order', () => {
    const members = {
      role: fc.constantFrom('user', 'assistant', 'developer', 'tool'),
      cache_control: fc.constant({ type: 'ephemeral' }),
      name: fc.constant('n'),
      reasoning: fc.constantFrom('r', ''),
      reasoning_content: fc.constantFrom('c', null),
      content: fc.constantFrom('x', [{ type: 'text', text: 'x', cache_control: {} }]),
    };
    const message = fc
      .tuple(fc.record(members), fc.shuffledSubarray(Object.keys(members) as never[]))
      .map(([all, keys]: [Fields, readonly string[]]) =>
        Object.fromEntries(keys.map((key) => [key, all[key]])),
      );
    fc.assert(
      fc.property(fc.constantFrom(...families), fc.array(message), (family, history) => {
        const said = fit(family, 'm', { messages: history })['messages'] as Fields[];
        expect(said).toHaveLength(history.length);
        const keeps = family === 'openrouter';
        if (!keeps) expect(JSON.stringify(said)).not.toContain('cache_control');
        said.forEach((one, index) => {
          const asked = history[index]?.['content'];
          const bare = typeof asked === 'string' ? asked : asked && [{ type: 'text', text: 'x' }];
          expect(one['content']).toEqual(keeps ? asked : bare);
        });
      }),
    );
  });
});

it('is sent below the address of the host', () => {
  const pathAt = (family: string, baseUrl: string) =>
    writeHead(
      {
        call: aCall(),
        endpoint: anEndpoint({ family, baseUrl }),
        secret: undefined,
        nowMs: 0,
      },
      { kind: 'chat', protocol: 'chat', hints: { query: [], headers: {} } },
    ).path;
  const paths = Object.entries(PRESETS).map(([family, { baseUrl }]) => [
    family,
    pathAt(family, baseUrl),
  ]);
  expect(Object.fromEntries(paths)).toMatchObject({
    groq: '/openai/v1/chat/completions',
    perplexity: '/chat/completions',
    fireworks: '/inference/v1/chat/completions',
    ollama: '/v1/chat/completions',
  });
  expect(pathAt('perplexity', 'http://127.0.0.1:1/x/v1')).toBe('/x/v1/chat/completions');
});

/** Recorded requests to these hosts were taken as they were, so they go on as they are. */
const fixtures = process.env['GW_FIXTURES'];
const recorded = fixtures === undefined ? [] : chatRequests(fixtures);
const UNCHANGED = ['groq', 'openrouter', 'cerebras'];

for (const { name, text } of recorded) {
  const family = name.split('/', 1)[0] ?? '';
  if (!UNCHANGED.includes(family)) continue;
  it(`a recorded request goes on as it is: ${name}`, () => {
    const { model, ...fields } = JSON.parse(text) as Fields;
    const { n: _one, ...fitted } = fit(family, String(model), fields);
    const asSystem = text.replaceAll('"role":"developer"', '"role":"system"');
    const { n: _same, ...expected } = JSON.parse(asSystem) as Fields;
    expect(fitted).toEqual(expected);
  });
}
