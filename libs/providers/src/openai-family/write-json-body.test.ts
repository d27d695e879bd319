import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Organisation, Provider } from '#call';
import { parseJson } from '#kernel';
import { anEndpoint, anOrganisation } from '../../../../test/support/a-call.js';
import { writeJsonBody } from './write-json-body.js';

interface Setting {
  readonly family?: Provider['family'];
  readonly credential?: Provider['credential'];
  readonly model?: string;
  readonly organisation?: Partial<Organisation>;
  readonly asksForUsage?: boolean;
}

function build(text: string, setting: Setting = {}): string {
  const { family = 'custom', credential = 'own', model = 'small' } = setting;
  const organisation = anOrganisation({ explicitPromptCache: true, ...setting.organisation });
  const endpoint = anEndpoint({ family, credential }, { id: model });
  return writeJsonBody({ organisation, ...endpoint }, parseJson(text), {
    asksForUsage: setting.asksForUsage ?? false,
  });
}

const fieldsOf = (body: string) => JSON.parse(body) as Record<string, unknown>;

describe('the body for an endpoint', () => {
  it('is what the caller wrote but for the model', () => {
    const text = (model: string) =>
      `{ "stream" : false,\n "model":"${model}", "temperature": 1.0, "seed": 12345678901234567890,
       "x_vendor": {"b":1,"a":[1e3, -0.0, "\\u00e9\\/"]}, "messages": [ {"role":"user","content":"Hi"} ] }`;
    expect(build(text('acme/small'))).toBe(text('small'));
  });

  it('is the same text for every value that a caller may send beside the model', () => {
    const key = fc.string().filter((name) => !['model', '__proto__'].includes(name));
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), fc.string(), (fields, model) => {
        const text = JSON.stringify({ model: 'acme/small', ...fields });
        expect(build(text, { model })).toBe(JSON.stringify({ model, ...fields }));
      }),
    );
  });

  it('is left alone where it names no model or is no object', () => {
    expect(build('{"input":"x"}')).toBe('{"input":"x"}');
    expect(build('[1, 2]')).toBe('[1, 2]');
  });
});

describe('usage of a stream', () => {
  const streamed = (text: string) => build(text, { asksForUsage: true });

  it.each([
    ['{"model":"m"}', '{"stream_options":{"include_usage":true},"model":"small"}'],
    ['{}', '{"stream_options":{"include_usage":true}}'],
    ['{"stream_options":{"include_usage":false}}', '{"stream_options":{"include_usage":true}}'],
    [
      '{"stream_options":{"include_obfuscation":false}}',
      '{"stream_options":{"include_usage":true,"include_obfuscation":false}}',
    ],
    [
      '{"stream_options":{"include_obfuscation":false, "include_usage":false, "x":1}}',
      '{"stream_options":{"include_usage":true,"include_obfuscation":false, "x":1}}',
    ],
    ['{"stream_options":{}}', '{"stream_options":{"include_usage":true}}'],
    ['{"stream_options":null}', '{"stream_options":{"include_usage":true}}'],
    [
      '{"stream_options": {"include_usage" : true}}',
      '{"stream_options": {"include_usage" : true}}',
    ],
  ])('is asked for in %s', (text, expected) => {
    expect(streamed(text)).toBe(expected);
  });

  it('is not asked for where nobody needs to', () => {
    expect(build('{"input":"x"}')).toBe('{"input":"x"}');
  });
});

describe('cache directives', () => {
  const text = `{"model":"acme/small","prompt_cache_key":"mine","prompt_cache_retention":"24h",
    "messages":[{"role":"user","cache_control":{"type":"ephemeral"},"content":[
      {"type":"text","text":"a","cache_control":{"type":"ephemeral"}},
      {"type":"text","text":"b","prompt_cache_breakpoint":true}]}],
    "tools":[{"type":"function","cache_control":{"type":"ephemeral"},"function":{"name":"f",
      "parameters":{"properties":{"cache_control":{"type":"string"}}}}}]}`;
  const withoutMarks = {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'f', parameters: { properties: { cache_control: { type: 'string' } } } },
      },
    ],
  };

  it('all go while the organisation has them switched off', () => {
    for (const family of ['openai', 'azure', 'custom'] as const) {
      const organisation = { explicitPromptCache: false };
      expect(fieldsOf(build(text, { family, organisation }))).toEqual({
        model: 'small',
        ...withoutMarks,
      });
    }
  });

  it('all go however their names are spelt, and from the root, too', () => {
    const organisation = { explicitPromptCache: false };
    const escaped = `{"model":"acme/small","cache_control":{"ttl":"1h"},"messages":[{"role":"user",
      "content":[{"type":"text","text":"a","cache\\u005fcontrol":{"ttl":"1h"}}]}]}`;
    for (const family of ['openai', 'custom', 'openrouter'] as const) {
      expect(fieldsOf(build(escaped, { family, organisation }))).toEqual({
        model: 'small',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }],
      });
    }
  });

  it('all reach a custom endpoint while they are switched on', () => {
    expect(build(text)).toBe(text.replace('acme/small', 'small'));
  });

  it.each(['openai', 'azure'] as const)('reach %s without the marks it does not know', (family) => {
    expect(fieldsOf(build(text, { family }))).toEqual({
      model: 'small',
      prompt_cache_key: 'mine',
      prompt_cache_retention: '24h',
      ...withoutMarks,
    });
  });

  it('carry the organisation’s key, not the caller’s, on shared credentials', () => {
    const one = anOrganisation();
    const keyFor = (organisation: Organisation, body = text) =>
      fieldsOf(build(body, { family: 'openai', credential: 'managed', organisation }))[
        'prompt_cache_key'
      ];
    const on = { ...one, explicitPromptCache: true };
    expect(keyFor(on)).toMatch(/^[\w-]{32}$/);
    expect(keyFor(on, text.replace('mine', 'another'))).toBe(keyFor(on));
    expect(keyFor({ ...anOrganisation(), explicitPromptCache: true })).not.toBe(keyFor(on));
    expect(keyFor(on, '{"model":"acme/small"}')).toBeUndefined();
  });

  it('stay where they are data: in schemas and arguments', () => {
    const data = `{"model":"m","messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f",
      "arguments":{"cache_control":1}}}]}],"response_format":{"json_schema":{"schema":{"cache_control":1}}},
      "tools":[{"input_schema":{"cache_control":1},"function":{"parameters":{"cache_control":{"type":"x"}}}}]}`;
    const off = build(data, { organisation: { explicitPromptCache: false } });
    expect(off).toBe(data.replace('"model":"m"', '"model":"small"'));
  });
});

describe("what OpenAI's own models would refuse", () => {
  const fit = (fields: object, model: string, family: Provider['family'] = 'openai') =>
    fieldsOf(build(JSON.stringify({ model: `acme/${model}`, ...fields }), { family, model }));

  it('moves max_tokens to the name that reasoning models know', () => {
    expect(fit({ max_tokens: 5 }, 'gpt-5')).toEqual({ model: 'gpt-5', max_completion_tokens: 5 });
    expect(fit({ max_tokens: 5 }, 'gpt-4o')).toEqual({ model: 'gpt-4o', max_tokens: 5 });
    expect(fit({ max_tokens: 5, max_completion_tokens: 9 }, 'o3')).toEqual({
      model: 'o3',
      max_completion_tokens: 9,
    });
  });

  it('drops sampling that a model refuses while it reasons, and keeps it otherwise', () => {
    const sampling = { temperature: 0.5, top_p: 0.9, presence_penalty: 1, logit_bias: { 5: 1 } };
    expect(fit(sampling, 'o3')).toEqual({ model: 'o3' });
    expect(fit(sampling, 'gpt-4o')).toEqual({ model: 'gpt-4o', ...sampling });
    expect(fit(sampling, 'gpt-5.1')).toEqual({ model: 'gpt-5.1', temperature: 0.5, top_p: 0.9 });
    expect(fit({ ...sampling, reasoning_effort: 'high' }, 'gpt-5.1')).toEqual({
      model: 'gpt-5.1',
      reasoning_effort: 'high',
    });
  });

  it('asks for the nearest effort that the model has, or for none', () => {
    expect(fit({ reasoning_effort: 'xhigh' }, 'o3')).toMatchObject({ reasoning_effort: 'high' });
    expect(fit({ reasoning_effort: 'low' }, 'gpt-4o')).toEqual({ model: 'gpt-4o' });
    expect(fit({ reasoning_effort: 'low' }, 'gpt-5')).toMatchObject({ reasoning_effort: 'low' });
  });

  it('drops members of other formats', () => {
    const foreign = { top_k: 5, thinking: { type: 'enabled' }, cache_control: {}, seed: 1 };
    expect(fit(foreign, 'gpt-4o')).toEqual({ model: 'gpt-4o', seed: 1 });
    expect(fit(foreign, 'gpt-4o', 'azure')).toEqual({ model: 'gpt-4o', seed: 1 });
  });

  it('drops what clients say of a turn without being asked', () => {
    const body = (index: string, prefix: string) =>
      `{"model":"m","messages":[{"role":"assistant"${prefix},"tool_calls":[{"id":"c","type":"function"${index},"function":{"name":"f","arguments":"{\\"index\\":1}"}}]}]}`;
    const said = body(',"index":0', ',"prefix":false');
    const at = { family: 'openai', model: 'm' } as const;
    expect(build(said, at)).toBe(body('', ''));
    expect(build(body('', ',"prefix":true'), at)).toBe(body('', ',"prefix":true'));
    expect(build(said, { ...at, family: 'custom' })).toBe(said);
  });

  it('is left to other makers to judge', () => {
    const fields = { top_k: 5, max_tokens: 5, temperature: 1, reasoning_effort: 'max' };
    expect(fit(fields, 'gpt-5', 'custom')).toEqual({ model: 'gpt-5', ...fields });
  });

  it('goes in one piece, whatever stands beside it', () => {
    const values = {
      model: fc.constant('acme/o3'),
      stream_options: fc.constantFrom(null, {}, { include_usage: false, x: 1 }),
      temperature: fc.constant(1),
      max_tokens: fc.constant(7),
      reasoning_effort: fc.constantFrom('none', 'xhigh'),
      prompt_cache_key: fc.constant('k'),
      top_k: fc.constant(1),
      messages: fc.constant([{ role: 'user', cache_control: {}, content: 'Hi' }]),
      other: fc.jsonValue(),
    };
    const order = fc.shuffledSubarray(Object.keys(values) as (keyof typeof values)[]);
    fc.assert(
      fc.property(fc.record(values), order, fc.boolean(), (given, keys, isOn) => {
        const fields = Object.fromEntries(keys.map((key) => [key, given[key]]));
        const body = build(JSON.stringify(fields, null, 1), {
          family: 'openai',
          credential: 'managed',
          model: 'o3',
          asksForUsage: true,
          organisation: { explicitPromptCache: isOn },
        });
        const result = fieldsOf(body);
        const has = (key: keyof typeof values) => keys.includes(key);
        expect(result).toMatchObject({ stream_options: { include_usage: true } });
        expect(result['model']).toBe(has('model') ? 'o3' : undefined);
        expect(result['max_completion_tokens']).toBe(has('max_tokens') ? 7 : undefined);
        expect('prompt_cache_key' in result).toBe(isOn && has('prompt_cache_key'));
        expect(JSON.stringify(result['other'])).toBe(JSON.stringify(fields['other']));
        for (const gone of ['temperature', 'top_k', 'max_tokens'])
          expect(gone in result).toBe(false);
        expect(body).not.toContain('cache_control');
      }),
    );
  });
});
