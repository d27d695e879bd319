import Anthropic from '@anthropic-ai/sdk';
import { FunctionCallingConfigMode, GoogleGenAI, type Content } from '@google/genai';
import OpenAI, { BadRequestError } from 'openai';
import type {
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';
import type { ResponseInputItem, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { NANO_IN, NANO_OUT, PRICE } from '../../support/settings.js';

/** The SDKs of all formats as they are, to providers whose own formats none of them speaks. */
const idsOf = { mistral: 'mistral-small-latest', cohere: 'command-a' };
const models = (maker: keyof typeof idsOf) =>
  ['echo', 'reasoning'].map((own) => ({ id: `${idsOf[maker]}-${own}`, price: PRICE }));
const gateway = await startGateway({
  organisation: { protection: { mode: 'tokenize' }, explicit_prompt_cache: true },
  providers: [
    { name: 'mistral', family: 'mistral', models: models('mistral') },
    { name: 'cohere', family: 'cohere', models: models('cohere') },
  ],
});
const apiKey = gateway.key('default');
const openai = new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const anthropic = new Anthropic({ apiKey, baseURL: gateway.url, maxRetries: 0 });
const google = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url } });

const SAID = 'Write to ann@example.org';
const messages = [{ role: 'user' as const, content: SAID }];
const PARAMETERS = {
  type: 'object' as const,
  properties: { to: { type: 'string' } },
  required: ['to'],
};
const IMAGE = 'iVBORw0KGgo=';

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

const sent = async (index = -1) => {
  const request = (await gateway.sandbox.requests()).at(index);
  return {
    path: request?.path,
    text: request?.body ?? '',
    body: JSON.parse(request?.body ?? '{}') as Readonly<Record<string, unknown>>,
  };
};

/** Three rounds of tools, two calls at once in the first of them. */
const SCRIPT = `sandbox script: ${JSON.stringify([
  [
    { name: 'send_mail', arguments: { to: 'a' } },
    { name: 'send_mail', arguments: { to: 'b' } },
  ],
  [{ name: 'send_mail', arguments: { to: 'c' } }],
  [{ name: 'send_mail', arguments: {} }],
])}`;
const ROUNDS = [[{ to: 'a' }, { to: 'b' }], [{ to: 'c' }], [{}]];

describe.each(['mistral', 'cohere'] as const)('a provider of the family %s', (maker) => {
  const model = `${maker}/${idsOf[maker]}-echo`;
  const thinker = `${maker}/${idsOf[maker]}-reasoning`;
  const path = { mistral: '/mistral/v1/chat/completions', cohere: '/v2/chat' }[maker];

  describe('asked by the SDK of the chat format', () => {
    const tools: ChatCompletionTool[] = [
      { type: 'function', function: { name: 'send_mail', parameters: PARAMETERS } },
    ];

    it('answers, with values restored, and what is metered', async () => {
      const { data, request_id: id } = await openai.chat.completions
        .create({ model, messages, seed: 7, user: 'u', logprobs: true, store: false })
        .withResponse();
      expect(data).toMatchObject({ model, choices: [{ finish_reason: 'stop' }] });
      expect(data.choices[0]?.message.content).toBe(SAID);
      const request = await sent();
      expect(request.path).toBe(path);
      expect(request.text).not.toContain('ann@example.org');
      const { prompt_tokens: input = 0, completion_tokens: output = 0 } = data.usage ?? {};
      const entry = await gateway.records.entry(String(id));
      const { in: paidIn = 0, out: paidOut = 0 } = entry.tokens ?? {};
      // Cohere is paid for less than its models read and write.
      const [apartIn, apartOut] = maker === 'cohere' ? [500, 2] : [0, 0];
      expect([paidIn, paidOut]).toEqual([input - apartIn, output - apartOut]);
      const [charge] = await gateway.records.ledger(String(id));
      expect(charge?.nano).toBe(BigInt(paidIn * NANO_IN + paidOut * NANO_OUT));
    });

    it('streams, with what the model thought and the usage at the end', async () => {
      const thoughts: string[] = [];
      const stream = openai.chat.completions.stream({
        model: thinker,
        messages,
        reasoning_effort: 'low',
        stream_options: { include_usage: true },
      });
      stream.on('chunk', ({ choices: [choice] }) => {
        const { content, reasoning_content: piece = '' } = (choice?.delta ?? {}) as Thinking;
        expect(typeof (content ?? '')).toBe('string');
        thoughts.push(piece);
      });
      const whole = await stream.finalChatCompletion();
      expect(whole.choices[0]?.message.content).toContain(SAID);
      expect(thoughts.join('')).toContain(SAID);
      expect(whole.usage?.completion_tokens).toBeGreaterThan(0);
      const { body } = await sent();
      if (maker === 'mistral') {
        expect(body).toMatchObject({ reasoning_effort: 'high' });
        expect(body).not.toHaveProperty('stream_options');
      } else expect(body).toMatchObject({ thinking: { type: 'enabled', token_budget: 2_048 } });
    });

    it.each([false, true])('goes through rounds of tools (streamed: %s)', async (isStreaming) => {
      const history: ChatCompletionMessageParam[] = [{ role: 'user', content: SCRIPT }];
      for (const round of ROUNDS) {
        const ask = { model, messages: history, tools };
        const { choices } = isStreaming
          ? await openai.chat.completions.stream(ask).finalChatCompletion()
          : await openai.chat.completions.create(ask);
        expect(choices[0]?.finish_reason).toBe('tool_calls');
        const calls = choices[0]?.message.tool_calls ?? [];
        const args = calls.map((call) =>
          call.type === 'function' ? (JSON.parse(call.function.arguments) as object) : undefined,
        );
        expect(args).toEqual(round);
        history.push({ role: 'assistant', tool_calls: calls });
        for (const { id } of calls) {
          history.push({ role: 'tool', tool_call_id: id, content: 'Sent.' });
        }
      }
      const answer = await openai.chat.completions.create({ model, messages: history, tools });
      expect(answer.choices[0]?.message.content).toBe('Sent.');
    });

    it('sends an image', async () => {
      const url = `data:image/png;base64,${IMAGE}`;
      const content = [{ type: 'image_url' as const, image_url: { url } }];
      await openai.chat.completions.create({ model, messages: [{ role: 'user', content }] });
      expect((await sent()).body).toMatchObject({ messages: [{ content }] });
    });

    it('gets JSON by a schema', async () => {
      const json_schema = { name: 'mail', schema: PARAMETERS, strict: true };
      const response_format = { type: 'json_schema' as const, json_schema };
      const answer = await openai.chat.completions.create({ model, messages, response_format });
      expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ to: SAID });
    });

    it('is told what the provider refuses, and how it failed in mid-stream', async () => {
      const refused = openai.chat.completions.create({ model, messages, max_tokens: -1 });
      await expect(refused).rejects.toBeInstanceOf(BadRequestError);
      await gateway.sandbox.script('status=429,retry-after=9');
      const limited = openai.chat.completions.create({ model, messages });
      await expect(limited).rejects.toMatchObject({ status: 429 });
      await gateway.sandbox.script('cut=2');
      const stream = openai.chat.completions.stream({ model, messages });
      await expect(stream.finalChatCompletion()).rejects.toThrow();
    });
  });

  describe('asked by the SDK of the messages format', () => {
    const tools = [{ name: 'send_mail', input_schema: PARAMETERS }];
    const ask = { model, max_tokens: 200, messages };

    it('answers, streamed or not', async () => {
      const whole = await anthropic.messages.create(ask);
      const streamed = await anthropic.messages.stream(ask).finalMessage();
      for (const message of [whole, streamed]) {
        expect(message.content).toMatchObject([{ type: 'text', text: SAID }]);
        expect(message.stop_reason).toBe('end_turn');
        expect(message.usage.input_tokens).toBeGreaterThan(0);
      }
      expect(streamed.usage.input_tokens).toBe(whole.usage.input_tokens);
    });

    it('shows what the model thinks, and takes it back', async () => {
      const thinking = { type: 'enabled' as const, budget_tokens: 1_024 };
      const more = { model: thinker, max_tokens: 4_096, thinking };
      const message = await anthropic.messages.create({ ...ask, ...more });
      expect(message.content.map(({ type }) => type)).toEqual(['thinking', 'text']);
      const { content } = message;
      const history = [...messages, { role: 'assistant' as const, content }, ...messages];
      await anthropic.messages.create({ ...ask, ...more, messages: history });
      expect((await sent()).text).toContain('"thinking"');
    });

    it('calls a tool, and its failed result goes back with an image', async () => {
      const message = await anthropic.messages.stream({ ...ask, tools }).finalMessage();
      expect(message.stop_reason).toBe('tool_use');
      const call = message.content.find((block) => block.type === 'tool_use');
      expect(call?.input).toEqual({ to: SAID });
      const source = { type: 'base64' as const, media_type: 'image/png' as const, data: IMAGE };
      const result = {
        type: 'tool_result' as const,
        tool_use_id: call?.id ?? '',
        is_error: true,
        content: [
          { type: 'text' as const, text: 'Lost.' },
          { type: 'image' as const, source },
        ],
      };
      await anthropic.messages.create({
        ...ask,
        tools,
        messages: [
          ...messages,
          { role: 'assistant', content: message.content },
          { role: 'user', content: [result] },
        ],
      });
      const { text } = await sent();
      expect(text).toContain('[tool error]\\nLost.');
      expect(text).toContain(`data:image/png;base64,${IMAGE}`);
    });
  });

  describe('asked in the Responses format', () => {
    const tools = [
      { type: 'function' as const, name: 'send_mail', parameters: PARAMETERS, strict: false },
    ];

    it('answers, with values restored and the usage that is told elsewhere', async () => {
      const answer = await openai.responses.create({
        model,
        input: SAID,
        instructions: 'Be brief, ann@example.org.',
        max_output_tokens: 200,
        metadata: { team: 'a' },
      });
      expect(answer).toMatchObject({ status: 'completed', model, output_text: SAID });
      expect(await gateway.records.entry(String(answer._request_id))).toMatchObject({
        wire: 'responses',
        provider: maker,
        usage_source: 'provider',
      });
      const request = await sent();
      expect(request.path).toBe(path);
      expect(request.text).not.toContain('ann@example.org');
      expect(request.body).toMatchObject({ max_tokens: 200, messages: [{ role: 'system' }, {}] });
    });

    it('streams what the model thought and said, and all of it again at the end', async () => {
      const events: ResponseStreamEvent[] = [];
      const stream = openai.responses.stream({
        model: thinker,
        input: SAID,
        reasoning: { effort: 'low', summary: 'auto' },
      });
      for await (const event of stream) events.push(event);
      const told = (type: string) =>
        events
          .flatMap((event) =>
            event.type === type && 'delta' in event && typeof event.delta === 'string'
              ? [event.delta]
              : [],
          )
          .join('');
      expect(told('response.output_text.delta')).toContain(SAID);
      expect(told('response.reasoning_summary_text.delta')).toContain(SAID);
      const response = await stream.finalResponse();
      expect(response.output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
      expect(response.usage?.output_tokens).toBeGreaterThan(0);
      expect(response.output_text).toBe(told('response.output_text.delta'));
    });

    it.each([false, true])('goes through rounds of tools (streamed: %s)', async (isStreaming) => {
      const input: ResponseInputItem[] = [{ role: 'user', content: SCRIPT }];
      for (const round of ROUNDS) {
        const ask = { model, input, tools, store: false };
        const { output } = isStreaming
          ? await openai.responses.stream(ask).finalResponse()
          : await openai.responses.create(ask);
        const calls = output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
        expect(calls.map((call) => JSON.parse(call.arguments) as object)).toEqual(round);
        input.push(...(output as ResponseInputItem[]));
        for (const { call_id } of calls) {
          input.push({ type: 'function_call_output', call_id, output: 'Sent.' });
        }
      }
      const answer = await openai.responses.create({ model, input, tools, store: false });
      expect(answer.output_text).toBe('Sent.');
    });

    it('refuses what needs a store, before anything is sent', async () => {
      const ask = { model, input: SAID, previous_response_id: 'resp_1' };
      await expect(openai.responses.create(ask)).rejects.toMatchObject({
        status: 400,
        param: 'previous_response_id',
      });
      expect(await gateway.sandbox.requests()).toEqual([]);
    });
  });

  describe('asked by the SDK of Gemini', () => {
    const declared = { name: 'send_mail', parametersJsonSchema: PARAMETERS };
    const config = {
      tools: [{ functionDeclarations: [declared] }],
      toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.ANY } },
    };

    it('answers, streamed or not', async () => {
      const whole = await google.models.generateContent({ model, contents: SAID });
      expect(whole.text).toBe(SAID);
      expect(whole.usageMetadata?.promptTokenCount).toBeGreaterThan(0);
      const pieces: string[] = [];
      for await (const piece of await google.models.generateContentStream({
        model,
        contents: SAID,
      })) {
        pieces.push(piece.text ?? '');
      }
      expect(pieces.join('')).toBe(SAID);
    });

    it('calls a tool, and takes its result', async () => {
      const asked: Content = { role: 'user', parts: [{ text: SAID }] };
      const answer = await google.models.generateContent({ model, contents: [asked], config });
      const [call] = answer.functionCalls ?? [];
      expect(call).toMatchObject({ name: 'send_mail', args: { to: SAID } });
      const response = { name: 'send_mail', response: { output: 'Sent.' }, ...idOf(call) };
      const contents: Content[] = [
        asked,
        answer.candidates?.[0]?.content ?? {},
        { role: 'user', parts: [{ functionResponse: response }] },
      ];
      const done = await google.models.generateContent({
        model,
        contents,
        config: { tools: config.tools },
      });
      expect(done.text).toContain('Sent.');
    });
  });
});

interface Thinking {
  readonly content?: unknown;
  readonly reasoning_content?: string;
}

const idOf = (call: { readonly id?: string } | undefined) =>
  call?.id === undefined ? {} : { id: call.id };

describe('what Mistral takes of the chat format beyond it', () => {
  it('goes on as the caller wrote it, and paths beside it do, too', async () => {
    const own = { safe_prompt: true, prompt_cache_key: 'mine', random_seed: 5 };
    await gateway.chat({ model: `mistral/${idsOf.mistral}-echo`, ...own });
    expect((await sent()).body).toMatchObject(own);
  });

  it('is told with the place, where its validator refuses a value', async () => {
    const ask = { model: `mistral/${idsOf.mistral}-echo`, messages };
    const format = (name: string) => ({
      type: 'json_schema' as const,
      json_schema: { name, schema: PARAMETERS },
    });
    await expect(
      openai.chat.completions.create({ ...ask, frequency_penalty: 3 }),
    ).rejects.toMatchObject({
      status: 422,
      param: 'frequency_penalty',
      type: 'invalid_request_error',
    });
    await expect(
      openai.chat.completions.create({ ...ask, response_format: format('') }),
    ).rejects.toMatchObject({ status: 422, param: 'response_format.json_schema.name' });
    const asked = openai.responses.create({
      model: ask.model,
      input: SAID,
      temperature: -1,
    });
    await expect(asked).rejects.toMatchObject({ status: 422, param: 'temperature' });
  });

  it('keeps the ids of calls that it made itself', async () => {
    const call = { id: 'D681PevKs', type: 'function', function: { name: 'f', arguments: '{}' } };
    await gateway.chat({
      model: `mistral/${idsOf.mistral}-echo`,
      messages: [
        ...messages,
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: call.id, content: 'x' },
      ],
    });
    expect((await sent()).body).toMatchObject({
      messages: [{}, { tool_calls: [call] }, { tool_call_id: call.id }],
    });
  });
});
