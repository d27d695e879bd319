import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { PRICE } from '../../support/settings.js';

/** The SDKs of both formats as they are, to models at Bedrock: none of them speaks its format. */
const CLAUDE = 'us.anthropic.claude-sonnet-4-5-echo-v1:0';
const THINKER = 'us.anthropic.claude-sonnet-4-5-reasoning-v1:0';
const LLAMA = 'us.meta.llama4-scout-echo-v1:0';
const models = [CLAUDE, THINKER, LLAMA, 'fault/status=429', 'fault/cut=4'].map((id) => ({
  id,
  price: PRICE,
}));
const KEYS = JSON.stringify({
  AccessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  SecretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  SessionToken: 'a-session-token-of-some-length',
});
const bedrock = { family: 'bedrock', region: 'eu-central-1', models };
const gateway = await startGateway(
  {
    organisation: { protection: { mode: 'tokenize' }, explicit_prompt_cache: true },
    providers: [
      { ...bedrock, name: 'aws', secret: { env: 'AWS_KEYS' } },
      { ...bedrock, name: 'api-key' },
      { ...bedrock, name: 'broken', secret: { env: 'BROKEN_KEYS' } },
    ],
    workloads: [{ name: 'default', forward: [] }],
  },
  { env: { AWS_KEYS: KEYS, BROKEN_KEYS: '{"AccessKeyId":"AKIAIOSFODNN7EXAMPLE"}' } },
);

const openai = new OpenAI({
  apiKey: gateway.key(),
  baseURL: `${gateway.url}/v1`,
  maxRetries: 0,
});
const anthropic = new Anthropic({ apiKey: gateway.key(), baseURL: gateway.url, maxRetries: 0 });

const TEXT = 'Write to ann@example.org';
const messages = [{ role: 'user' as const, content: TEXT }];
const PARAMETERS = {
  type: 'object' as const,
  properties: { to: { type: 'string' } },
  required: ['to'],
};
const PNG = 'iVBORw0KGgo=';

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

const sentBody = async () => {
  const request = (await gateway.sandbox.requests()).at(-1);
  return JSON.parse(request?.body ?? '{}') as Record<string, unknown>;
};

describe.each(['aws', 'api-key'])('through the provider %s', (provider) => {
  describe.each([CLAUDE, LLAMA])('the model %s', (id) => {
    const model = `${provider}/${id}`;

    it('answers the SDK of the chat format, whole and streamed, with values restored', async () => {
      const { data: answer, response } = await openai.chat.completions
        .create({ model, messages })
        .withResponse();
      expect(answer).toMatchObject({ model, choices: [{ finish_reason: 'stop' }] });
      expect(answer.choices[0]?.message.content).toBe(TEXT);
      expect(answer.id).toMatch(/^chatcmpl-.+/);
      const entry = await gateway.records.entry(String(response.headers.get('x-request-id')));
      expect(entry).toMatchObject({
        provider,
        region: 'eu-central-1',
        tokens: { in: answer.usage?.prompt_tokens, out: answer.usage?.completion_tokens },
      });
      const whole = await openai.chat.completions
        .stream({ model, messages, stream_options: { include_usage: true } })
        .finalChatCompletion();
      expect(whole.choices[0]?.message.content).toBe(TEXT);
      expect(whole.usage).toMatchObject({ completion_tokens: answer.usage?.completion_tokens });
    });

    it('answers the SDK of the messages format, whole and streamed', async () => {
      const ask = { model, messages, max_tokens: 200 };
      const message = await anthropic.messages.create(ask);
      expect(message.content).toMatchObject([{ type: 'text', text: TEXT }]);
      expect(message).toMatchObject({ model, stop_reason: 'end_turn' });
      expect(message.id).toMatch(/^msg_.+/);
      const streamed = await anthropic.messages.stream(ask).finalMessage();
      expect(streamed.content).toMatchObject([{ type: 'text', text: TEXT }]);
      expect(streamed.usage.output_tokens).toBe(message.usage.output_tokens);
    });

    it('calls a tool, and takes its result', async () => {
      const tool = {
        type: 'function' as const,
        function: { name: 'send_mail', parameters: PARAMETERS },
      };
      const stream = openai.chat.completions.stream({ model, messages, tools: [tool] });
      const called = (await stream.finalChatCompletion()).choices[0];
      expect(called?.finish_reason).toBe('tool_calls');
      const call = called?.message.tool_calls?.[0];
      const result = { role: 'tool' as const, tool_call_id: call?.id ?? '', content: 'Sent.' };
      const history = [
        ...messages,
        { role: 'assistant' as const, tool_calls: called?.message.tool_calls ?? [] },
        result,
      ];
      const answer = await openai.chat.completions.create({
        model,
        messages: history,
        tools: [tool],
      });
      expect(answer.choices[0]?.message.content).toBe('Sent.');
    });

    it('sees an image that a tool gave', async () => {
      const source = { type: 'base64' as const, media_type: 'image/png' as const, data: PNG };
      const tool = { name: 'look', input_schema: PARAMETERS };
      await anthropic.messages.create({
        model,
        max_tokens: 200,
        tools: [tool],
        messages: [
          ...messages,
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }],
          },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 'toolu_1',
                content: [{ type: 'image', source }],
                is_error: true,
              },
              { type: 'text', text: 'And now?' },
            ],
          },
        ],
      });
      expect(JSON.stringify(await sentBody())).toContain(PNG);
    });
  });
});

describe('Claude at Bedrock', () => {
  const model = `aws/${THINKER}`;

  it('thinks under a signature that comes back as it was', async () => {
    const ask = {
      model,
      messages,
      max_tokens: 4_000,
      thinking: { type: 'enabled' as const, budget_tokens: 1_024 },
    };
    const message = await anthropic.messages.stream(ask).finalMessage();
    expect(message.content.map(({ type }) => type)).toEqual(['thinking', 'text']);
    const again = await anthropic.messages.create({
      ...ask,
      messages: [...messages, { role: 'assistant', content: message.content }, ...messages],
    });
    expect(again.content[0]).toMatchObject({ type: 'thinking', signature: expect.any(String) });
  });

  it('is asked to think by an effort', async () => {
    const answer = await openai.chat.completions.create({
      model,
      messages,
      reasoning_effort: 'low',
      temperature: 0.5,
    });
    expect(answer.choices[0]?.message).toHaveProperty('reasoning_content');
    expect(await sentBody()).toMatchObject({
      inferenceConfig: { maxTokens: 64_000 },
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2_048 } },
    });
  });

  it('gets the marks of the prompt cache', async () => {
    const marked = {
      type: 'text' as const,
      text: 'Be brief.',
      cache_control: { type: 'ephemeral' as const },
    };
    await anthropic.messages.create({ model, messages, max_tokens: 9, system: [marked] });
    expect(await sentBody()).toMatchObject({
      system: [{ text: 'Be brief.' }, { cachePoint: { type: 'default' } }],
    });
  });
});

describe('what goes out', () => {
  it('is signed, or has an API key, and never the key that signs', async () => {
    await openai.chat.completions.create({ model: `aws/${CLAUDE}`, messages });
    await openai.chat.completions.create({ model: `api-key/${CLAUDE}`, messages });
    const [signed, keyed] = await gateway.sandbox.requests();
    expect(signed?.path).toBe(`/model/${encodeURIComponent(CLAUDE)}/converse`);
    expect(signed?.headers['x-amz-date']).toMatch(/^\d{8}T\d{6}Z$/);
    expect(signed?.headers['x-amz-security-token']).toBe('a-session-token-of-some-length');
    expect(JSON.stringify(signed)).not.toContain('wJalrXUtnFEMI');
    expect(keyed?.headers).not.toHaveProperty('x-amz-date');
  });

  it('is signed whole where it is long', async () => {
    const content = `${'word '.repeat(60_000)}end`;
    const answer = await openai.chat.completions.create({
      model: `aws/${CLAUDE}`,
      messages: [{ role: 'user', content }],
    });
    expect(answer.choices[0]?.message.content).toBe(content);
  });

  it('is refused before it costs where an image is not in the request', async () => {
    const image_url = { url: 'https://example.org/a.png' };
    const error = await openai.chat.completions
      .create({
        model: `aws/${CLAUDE}`,
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url }] }],
      })
      .catch((fault: unknown) => fault);
    expect(error).toMatchObject({ status: 400, param: 'messages[0].content[0].image_url.url' });
    expect(await gateway.sandbox.requests()).toEqual([]);
  });
});

describe('what goes wrong', () => {
  const asked = (model: string) =>
    openai.chat.completions.create({ model, messages }).catch((fault: unknown) => fault);

  it('is told in the format of the caller', async () => {
    expect(await asked('aws/fault/status=429')).toMatchObject({ status: 429 });
    gateway.clock.skip(60_000); // The provider is left alone for a while.
    const refused = anthropic.messages.create({
      model: 'aws/fault/status=429',
      messages,
      max_tokens: 9,
    });
    await expect(refused).rejects.toMatchObject({ status: 429, type: 'rate_limit_error' });
  });

  it('is the gateway’s where its keys are no keys', async () => {
    expect(await asked(`broken/${CLAUDE}`)).toMatchObject({ status: 502 });
  });

  it('is an error in mid-stream where frames are missing', async () => {
    const stream = openai.chat.completions.stream({ model: 'aws/fault/cut=4', messages });
    await expect(stream.finalChatCompletion()).rejects.toThrow();
  });
});
