import Anthropic from '@anthropic-ai/sdk';
import OpenAI, { BadRequestError } from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';

/** The SDKs of other formats as they are, to a provider that speaks the format of Gemini. */
const gateway = await startGateway({
  organisation: { protection: { mode: 'tokenize' } },
  providers: [{ name: 'google', family: 'gemini' }],
});
const apiKey = gateway.key('default');
const openai = new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const anthropic = new Anthropic({ apiKey, baseURL: gateway.url, maxRetries: 0 });

const model = 'google/echo';
const SAID = 'Write to ann@example.org';
const messages = [{ role: 'user' as const, content: SAID }];
const PARAMETERS = {
  type: 'object' as const,
  properties: { to: { type: ['string', 'null'] }, n: { const: 'a' } },
  required: ['to'],
  additionalProperties: false,
};
const IMAGE = 'iVBORw0KGgo=';

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

describe('the SDK of the chat format', () => {
  const tools = [
    { type: 'function' as const, function: { name: 'send_mail', parameters: PARAMETERS } },
  ];

  it('is answered, with usage and values restored', async () => {
    const { data, request_id: id } = await openai.chat.completions
      .create({ model, messages, reasoning_effort: 'low' })
      .withResponse();
    expect(data.choices[0]).toMatchObject({ message: { content: SAID }, finish_reason: 'stop' });
    const entry = await gateway.records.entry(String(id));
    expect(entry).toMatchObject({
      provider: 'google',
      tokens: { in: data.usage?.prompt_tokens, out: data.usage?.completion_tokens },
    });
    const [request] = await gateway.sandbox.requests();
    expect(request?.path).toBe('/v1beta/models/echo:generateContent');
    expect(request?.body).not.toContain('ann@example.org');
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: 'LOW', includeThoughts: true } },
    });
  });

  it('is streamed to, with what the model thought and the usage at the end', async () => {
    const thinking: string[] = [];
    const stream = openai.chat.completions.stream({
      model: 'google/reasoning',
      messages,
      stream_options: { include_usage: true },
    });
    stream.on('chunk', ({ choices: [choice] }) => {
      const { reasoning_content: piece = '' } = (choice?.delta ?? {}) as Thinking;
      thinking.push(piece);
    });
    const whole = await stream.finalChatCompletion();
    expect(whole.choices[0]?.message.content).toContain(SAID);
    expect(thinking.join('')).toContain(SAID);
    expect(whole.usage?.completion_tokens_details?.reasoning_tokens).toBeGreaterThan(0);
    const [request] = await gateway.sandbox.requests();
    expect(request?.path).toBe('/v1beta/models/reasoning:streamGenerateContent?alt=sse');
  });

  it.each([false, true])(
    'calls a tool, and its result goes back (streamed: %s)',
    async (stream) => {
      const ask = { model, messages, tools };
      const { choices } = stream
        ? await openai.chat.completions.stream(ask).finalChatCompletion()
        : await openai.chat.completions.create(ask);
      expect(choices[0]?.finish_reason).toBe('tool_calls');
      const [call] = choices[0]?.message.tool_calls ?? [];
      expect(call).toMatchObject({ type: 'function', function: { name: 'send_mail' } });
      const args = call?.type === 'function' ? call.function.arguments : '';
      expect(JSON.parse(args)).toEqual({ to: SAID });
      const answer = await openai.chat.completions.create({
        ...ask,
        messages: [
          ...messages,
          { role: 'assistant', tool_calls: call ? [call] : [] },
          { role: 'tool', tool_call_id: call?.id ?? '', content: 'Sent.' },
        ],
      });
      expect(answer.choices[0]?.message.content).toBe('Sent.');
      const request = (await gateway.sandbox.requests()).at(-1);
      expect(request?.body).toContain('thoughtSignature');
      expect(request?.body).not.toContain('skip_thought_signature_validator');
    },
  );

  it('sends an image', async () => {
    const url = `data:image/png;base64,${IMAGE}`;
    const content = [{ type: 'image_url' as const, image_url: { url } }];
    await openai.chat.completions.create({ model, messages: [{ role: 'user', content }] });
    const [request] = await gateway.sandbox.requests();
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: IMAGE } }] }],
    });
  });

  it('gets JSON by a schema', async () => {
    const answer = await openai.chat.completions.create({
      model,
      messages,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'mail', schema: PARAMETERS, strict: true },
      },
    });
    expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ to: SAID });
  });

  it('is told what the provider refuses, and how it failed in mid-stream', async () => {
    const refused = openai.chat.completions.create({ model, messages, temperature: 9 });
    await expect(refused).rejects.toBeInstanceOf(BadRequestError);
    await gateway.sandbox.script('cut=2');
    const stream = openai.chat.completions.stream({ model, messages });
    await expect(stream.finalChatCompletion()).rejects.toThrow();
  });
});

interface Thinking {
  readonly reasoning_content?: string;
}

describe('the SDK of the messages format', () => {
  const tools = [{ name: 'send_mail', input_schema: PARAMETERS }];
  const ask = { model, max_tokens: 200, messages };

  it('is answered, streamed or not', async () => {
    const whole = await anthropic.messages.create(ask);
    const streamed = await anthropic.messages.stream(ask).finalMessage();
    for (const message of [whole, streamed]) {
      expect(message.content).toMatchObject([{ type: 'text', text: SAID }]);
      expect(message.stop_reason).toBe('end_turn');
      expect(message.usage.input_tokens).toBeGreaterThan(0);
    }
  });

  it('is shown what the model thinks, where it asked', async () => {
    const thinking = { type: 'enabled' as const, budget_tokens: 1_024 };
    const message = await anthropic.messages.create({
      ...ask,
      model: 'google/reasoning',
      max_tokens: 2_048,
      thinking,
    });
    expect(message.content.map(({ type }) => type)).toEqual(['thinking', 'text']);
    const [request] = await gateway.sandbox.requests();
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: 'LOW', includeThoughts: true } },
    });
  });

  it('calls a tool, and its failed result goes back with an image', async () => {
    const message = await anthropic.messages.stream({ ...ask, tools }).finalMessage();
    expect(message.stop_reason).toBe('tool_use');
    const call = message.content.find((block) => block.type === 'tool_use');
    expect(call?.input).toEqual({ to: SAID });
    await anthropic.messages.create({
      ...ask,
      tools,
      messages: [
        ...messages,
        { role: 'assistant', content: message.content },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: call?.id ?? '',
              is_error: true,
              content: [
                { type: 'text', text: 'Lost.' },
                {
                  type: 'image',
                  source: { type: 'base64', media_type: 'image/png', data: IMAGE },
                },
              ],
            },
          ],
        },
      ],
    });
    const [, request] = await gateway.sandbox.requests();
    const { contents } = JSON.parse(request?.body ?? '') as { readonly contents: object[] };
    expect(contents.at(-1)).toMatchObject({
      parts: [
        { functionResponse: { name: 'send_mail', response: { error: 'Lost.' } } },
        {},
        { inlineData: { data: IMAGE } },
      ],
    });
  });
});
