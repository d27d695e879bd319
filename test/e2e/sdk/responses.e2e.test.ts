import OpenAI, {
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  RateLimitError,
} from 'openai';
import type {
  ResponseCreateParamsNonStreaming,
  ResponseFunctionToolCall,
  ResponseInputItem,
  ResponseOutputItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import { beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { NANO_IN, NANO_OUT, PRICE } from '../../support/settings.js';
import { waitFor } from '../../support/wait-for.js';

/** The SDK as it is, asking in the Responses format: a provider that speaks it, and those of others. */
const CLAUDE = 'us.anthropic.claude-sonnet-4-5-echo-v1:0';
const KEYS = JSON.stringify({
  AccessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  SecretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
});
const gateway = await startGateway(
  {
    organisation: { protection: { mode: 'tokenize' } },
    providers: [
      { name: 'plain', serves_responses: false },
      { name: 'claude', family: 'anthropic', serves_responses: undefined },
      { name: 'google', family: 'gemini', serves_responses: undefined },
      {
        name: 'aws',
        family: 'bedrock',
        region: 'eu-central-1',
        secret: { env: 'AWS_KEYS' },
        serves_responses: undefined,
        models: [{ id: CLAUDE, price: PRICE }],
      },
    ],
    models: ['fault/status=429', 'fault/cut=4', 'fault/error-frame=3', 'fault/slow=5,tokens=2000'],
    workloads: [
      { name: 'default' },
      { name: 'guarded', protection: { mode: 'block' } },
      { name: 'open' },
    ],
  },
  { env: { AWS_KEYS: KEYS } },
);
const clientOf = (apiKey: string) =>
  new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const client = clientOf(gateway.key('default'));

const SAID = 'Write to ann@example.org';
const TOOL = {
  type: 'function' as const,
  name: 'send_mail',
  description: 'Sends a mail',
  parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  strict: false,
};
const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const PROVIDERS = [
  ['sandbox', 'sandbox/echo'],
  ['plain', 'plain/echo'],
  ['claude', 'claude/echo'],
  ['google', 'google/echo'],
  ['aws', `aws/${CLAUDE}`],
] as const;

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

const sent = async () => JSON.stringify(await gateway.sandbox.requests());

async function eventsOf(stream: AsyncIterable<ResponseStreamEvent>) {
  const events: ResponseStreamEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

function completed(events: readonly ResponseStreamEvent[]) {
  const last = events.at(-1);
  if (last?.type !== 'response.completed') throw new Error(`it ended with ${last?.type}`);
  return last.response;
}

/** The whole life cycle: numbered, and every end tells all that its pieces told. */
function checkEvents(events: readonly ResponseStreamEvent[]): void {
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, at) => at));
  expect(events.slice(0, 2).map(({ type }) => type)).toEqual([
    'response.created',
    'response.in_progress',
  ]);
  const last = events.at(-1);
  const output = last?.type === 'response.completed' ? last.response.output : [];
  const done = events.filter((event) => event.type === 'response.output_item.done');
  expect(output).toEqual(done.map(({ item }) => item));
  const pieces = new Map<string, string>();
  for (const event of events) {
    if ('delta' in event && typeof event.delta === 'string' && 'output_index' in event) {
      const key = `${event.type.replace('.delta', '')} ${event.output_index}`;
      pieces.set(key, (pieces.get(key) ?? '') + event.delta);
    } else if (event.type === 'response.output_text.done') {
      expect(pieces.get(`response.output_text ${event.output_index}`)).toBe(event.text);
    } else if (event.type === 'response.function_call_arguments.done') {
      const key = `response.function_call_arguments ${event.output_index}`;
      expect(pieces.get(key)).toBe(event.arguments);
    }
  }
}

describe.each(PROVIDERS)('through the provider %s', (provider, model) => {
  it('is answered, with usage, values restored and the money of both counts', async () => {
    const answer = await client.responses.create({
      model,
      input: SAID,
      instructions: 'Be brief, ann@example.org.',
      max_output_tokens: 200,
      metadata: { team: 'a' },
    });
    expect(answer).toMatchObject({
      object: 'response',
      status: 'completed',
      model,
      output_text: SAID,
      error: null,
      incomplete_details: null,
    });
    expect(answer.id).toMatch(/^resp_/);
    const { input_tokens: input = 0, output_tokens: output = 0 } = answer.usage ?? {};
    expect(input).toBeGreaterThan(0);
    expect(answer.usage?.output_tokens_details.reasoning_tokens).toBe(0);
    expect(await gateway.records.entry(String(answer._request_id))).toMatchObject({
      surface: 'responses',
      wire: 'responses',
      provider,
      usage_source: 'provider',
      tokens: { in: input, out: output },
      price: { nano: String(input * NANO_IN + output * NANO_OUT) },
    });
    expect(await sent()).not.toMatch(/ann@example\.org|gw_test_/);
  });

  it('a stream tells the same, and everything again at its ends', async () => {
    const events = await eventsOf(
      await client.responses.create({ model, input: SAID, stream: true }),
    );
    checkEvents(events);
    const last = events.at(-1);
    expect(last).toMatchObject({
      type: 'response.completed',
      response: { status: 'completed', model, usage: { output_tokens: expect.any(Number) } },
    });
    const text = events.filter((event) => event.type === 'response.output_text.delta');
    expect(text.map(({ delta }) => delta).join('')).toBe(SAID);
    expect(JSON.stringify(last)).toContain(SAID);
    expect(await sent()).not.toContain('ann@example.org');
  });

  it('the helper of the SDK puts a stream together', async () => {
    const stream = client.responses.stream({ model, input: SAID });
    const response = await stream.finalResponse();
    expect(response.output_text).toBe(SAID);
  });

  it('a loop of tools goes three turns, each with all that was said before', async () => {
    const input: ResponseInputItem[] = [{ role: 'user', content: SAID }];
    for (const answered of ['Sent.', 'Read.']) {
      const asked = { model, input, tools: [TOOL], store: false };
      const events = await eventsOf(await client.responses.create({ ...asked, stream: true }));
      checkEvents(events);
      const { output } = completed(events);
      const call = output.find((item): item is ResponseFunctionToolCall => {
        return item.type === 'function_call';
      });
      expect(call?.name).toBe('send_mail');
      expect(JSON.parse(call?.arguments ?? '')).toEqual({ to: SAID });
      input.push(...(output as ResponseInputItem[]));
      input.push({
        type: 'function_call_output',
        call_id: call?.call_id ?? '',
        output: [{ type: 'input_text', text: answered }],
      });
      const answer = await client.responses.create(asked);
      expect(answer.output_text).toBe(answered);
      input.push(...(answer.output as ResponseInputItem[]), { role: 'user', content: SAID });
    }
    const last = await client.responses.create({ model, input, store: false });
    expect(last.output_text).toBe(SAID);
    expect(await sent()).not.toContain('ann@example.org');
  });

  it('an image reaches the model, in what is asked and in what a tool gave', async () => {
    const image = { type: 'input_image' as const, image_url: PNG, detail: 'auto' as const };
    await client.responses.create({ model, input: [{ role: 'user', content: [image] }] });
    expect(await sent()).toContain('iVBORw0KGgo=');
    await gateway.sandbox.clear();
    await client.responses.create({
      model,
      tools: [TOOL],
      input: [
        { role: 'user', content: 'Look' },
        { type: 'function_call', call_id: 'call_1', name: 'send_mail', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: [image] },
      ],
    });
    expect(await sent()).toContain('iVBORw0KGgo=');
  });

  it('a limit makes an answer incomplete', async () => {
    const long = 'one two three four five six seven eight nine ten '.repeat(8);
    const asked = { model, input: long, max_output_tokens: 16 };
    const answer = await client.responses.create(asked);
    expect(answer).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
    const events = await eventsOf(await client.responses.create({ ...asked, stream: true }));
    expect(events.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: { incomplete_details: { reason: 'max_output_tokens' } },
    });
  });

  it('an abort is told as such', async () => {
    const stream = client.responses.stream({ model, input: SAID.repeat(20) });
    stream.on('response.output_text.delta', () => stream.abort());
    await expect(stream.finalResponse()).rejects.toBeInstanceOf(APIUserAbortError);
    await waitFor('the provider to be left', async () => (await gateway.sandbox.openCount()) === 0);
  });
});

describe.each(['sandbox', 'plain', 'claude', 'google'])('through %s', (provider) => {
  it('an answer has the form of a schema', async () => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
      additionalProperties: false,
    };
    const answer = await client.responses.create({
      model: `${provider}/echo`,
      input: SAID,
      text: { format: { type: 'json_schema', name: 'person', schema, strict: true } },
    });
    expect(JSON.parse(answer.output_text)).toHaveProperty('name');
  });

  it('what was thought is told to who asks, and goes back', async () => {
    const model = `${provider}/reasoning`;
    const asked = { model, input: SAID, reasoning: { effort: 'low', summary: 'auto' } } as const;
    const answer = await client.responses.create(asked);
    expect(answer.output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
    const events = await eventsOf(await client.responses.create({ ...asked, stream: true }));
    checkEvents(events);
    expect(events.map(({ type }) => type)).toContain('response.reasoning_summary_text.delta');
    await gateway.sandbox.clear();
    const input = [
      { role: 'user' as const, content: SAID },
      ...(answer.output as ResponseInputItem[]),
      { role: 'user' as const, content: 'And now?' },
    ];
    const next = await client.responses.create({ ...asked, input });
    expect(next.status).toBe('completed');
  });

  it('what the provider refuses keeps its message', async () => {
    const asked = client.responses.create({ model: `${provider}/nothing`, input: SAID });
    await expect(asked).rejects.toBeInstanceOf(NotFoundError);
  });

  it('errors keep their class, before a stream and within it', async () => {
    const refused = client.responses.create({
      model: `${provider}/fault/status=429`,
      input: SAID,
    });
    await expect(refused).rejects.toBeInstanceOf(RateLimitError);
    const model = `${provider}/fault/cut=4`;
    const broken = await client.responses.create({ model, input: SAID, stream: true });
    await expect(eventsOf(broken)).rejects.toThrow('before it was complete');
    const { text } = await gateway.post('/v1/responses', { model, input: SAID, stream: true });
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(
      ([, payload = '']) => JSON.parse(payload) as ResponseStreamEvent,
    );
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, at) => at));
    expect(events.slice(-2)).toMatchObject([
      { type: 'error', code: 'upstream_error', message: expect.any(String) },
      {
        type: 'response.failed',
        response: { status: 'failed', error: { code: 'upstream_error' } },
      },
    ]);
  });
});

it('thinking under a signature goes back to its maker as it was, and to nobody else', async () => {
  const model = 'claude/reasoning';
  const asked = { model, input: SAID, reasoning: { effort: 'low', summary: 'auto' } } as const;
  const { output } = await client.responses.create(asked);
  const thought = output.find((item) => item.type === 'reasoning');
  expect(thought?.encrypted_content).toMatch(/^gw1_messages_/);
  const input = [...(output as ResponseInputItem[]), { role: 'user' as const, content: 'And?' }];
  await gateway.sandbox.clear();
  await client.responses.create({ ...asked, input });
  const [own] = await gateway.sandbox.requests();
  const { messages } = JSON.parse(own?.body ?? '') as {
    messages: { content: { type: string; thinking?: string; signature?: string }[] }[];
  };
  expect(messages.flatMap(({ content }) => content)).toContainEqual({
    type: 'thinking',
    thinking: thought?.summary[0]?.text,
    signature: thought?.encrypted_content?.replace('gw1_messages_', ''),
  });
  for (const other of ['sandbox/reasoning', 'plain/reasoning', 'google/reasoning']) {
    await gateway.sandbox.clear();
    await client.responses.create({ ...asked, model: other, input });
    expect(await sent()).not.toMatch(/gw1_|encrypted_content|"signature/);
  }
});

/** As the provider said it: the SDK's own streams add to the items. */
async function outputOf(
  asked: ResponseCreateParamsNonStreaming,
  stream: boolean,
): Promise<readonly ResponseOutputItem[]> {
  if (!stream) return (await client.responses.create(asked)).output;
  const events = await eventsOf(await client.responses.create({ ...asked, stream }));
  checkEvents(events);
  const last = events.at(-1);
  return last?.type === 'response.completed' ? last.response.output : [];
}

it('thinking that is not shown goes back to its maker under its seal alone', async () => {
  const include = ['reasoning.encrypted_content' as const];
  const asked = { model: 'claude/reasoning', reasoning: { effort: 'low' } } as const;
  for (const stream of [false, true]) {
    const output = await outputOf({ ...asked, input: SAID, include }, stream);
    expect(output[0]).toMatchObject({ type: 'reasoning', summary: [] });
    const input = [...(output as ResponseInputItem[]), { role: 'user' as const, content: 'And?' }];
    await gateway.sandbox.clear();
    const next = await client.responses.create({ ...asked, input });
    expect(next.status).toBe('completed'); // The sandbox checks its signature against the thought.
    expect(next.output.map(({ type }) => type)).toEqual(['message']);
    const [own] = await gateway.sandbox.requests();
    const { messages } = JSON.parse(own?.body ?? '') as { messages: { content: object[] }[] };
    expect(messages.flatMap(({ content }) => content)).toContainEqual({
      type: 'thinking',
      thinking: expect.stringMatching(/\w/),
      signature: expect.stringMatching(/\w/),
    });
    for (const other of ['sandbox/reasoning', 'plain/reasoning', 'google/reasoning']) {
      await gateway.sandbox.clear();
      await client.responses.create({ ...asked, model: other, input });
      expect(await sent()).not.toMatch(/gw1_|encrypted_content|"signature/);
    }
  }
});

it('what Gemini signs a call with goes back with it', async () => {
  const include = ['reasoning.encrypted_content' as const];
  const asked = { model: 'google/echo', input: SAID, tools: [TOOL], include };
  for (const stream of [false, true]) {
    const output = await outputOf(asked, stream);
    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'function_call']);
    const callId = output.find((item) => item.type === 'function_call')?.call_id ?? '';
    const input = [
      { role: 'user' as const, content: SAID },
      ...(output as ResponseInputItem[]),
      { type: 'function_call_output' as const, call_id: callId, output: 'Sent.' },
    ];
    await gateway.sandbox.clear();
    await client.responses.create({ ...asked, input });
    const request = await sent();
    expect(request).toContain('thoughtSignature');
    expect(request).not.toMatch(/skip_thought_signature_validator|gw1_/);
  }
});

it('custom tools are called as such, whoever runs the model', async () => {
  for (const model of ['plain/echo', 'claude/echo', 'google/echo']) {
    const tools = [{ type: 'custom' as const, name: 'apply_patch', description: 'Patches' }];
    const asked = { model, input: SAID, tools };
    const { output } = await client.responses.create(asked);
    expect(output).toMatchObject([
      { type: 'custom_tool_call', name: 'apply_patch', input: SAID, call_id: expect.any(String) },
    ]);
    const events = await eventsOf(await client.responses.create({ ...asked, stream: true }));
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'response.custom_tool_call_input.done', input: SAID }),
    );
    const [call] = output;
    const callId = call?.type === 'custom_tool_call' ? call.call_id : '';
    const input = [
      { role: 'user' as const, content: SAID },
      ...(output as ResponseInputItem[]),
      { type: 'custom_tool_call_output' as const, call_id: callId, output: 'Patched.' },
    ];
    const answer = await client.responses.create({ model, input, tools });
    expect(answer.output_text).toBe('Patched.');
  }
});

it('tools that a provider runs are left out where nobody has them', async () => {
  const tools = [TOOL, { type: 'web_search' as const }];
  const choice = { type: 'allowed_tools' as const, mode: 'auto' as const, tools: [] };
  const input: ResponseInputItem[] = [
    { role: 'user', content: 'Hi' },
    { type: 'web_search_call', id: 'ws_12345678', status: 'completed' } as ResponseInputItem,
    { role: 'user', content: SAID },
  ];
  const answer = await client.responses.create({ model: 'claude/echo', input, tools });
  expect(answer.output[0]?.type).toBe('function_call');
  expect(await sent()).not.toMatch(/web_search/);
  const none = await client.responses.create({
    model: 'claude/echo',
    input,
    tools,
    tool_choice: choice,
  });
  expect(none.output_text).toContain(SAID);
});

it.each(['plain', 'claude', 'google'])('repeats what it was asked through %s', async (provider) => {
  const asked = {
    instructions: 'Be brief.',
    max_output_tokens: 300,
    metadata: { team: 'a' },
    parallel_tool_calls: false,
    temperature: 0.5,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [TOOL],
  } as const;
  const request = { model: `${provider}/echo`, input: SAID, ...asked, tools: [TOOL] };
  expect(await client.responses.create(request)).toMatchObject({ status: 'completed', ...asked });
  const stream = client.responses.stream(request);
  for await (const event of stream) {
    if (event.type === 'response.created') expect(event.response).toMatchObject(asked);
  }
  expect(await stream.finalResponse()).toMatchObject(asked);
});

describe('what is stored', () => {
  it('is made in the background, fetched until it has ended, and cancelled', async () => {
    const asked = { model: 'sandbox/echo', input: 'Hello there', background: true };
    const headers = { 'x-gw-provider': 'sandbox' };
    const queued = await client.responses.create(asked);
    expect([queued.status, queued.background]).toEqual(['queued', true]);
    const ended = await waitFor('the end', async () => {
      const response = await client.responses.retrieve(queued.id, {}, { headers });
      return response.status === 'completed' && response;
    });
    expect(ended.output_text).toBe('Hello there');
    const other = await client.responses.create(asked);
    expect((await client.responses.cancel(other.id, { headers })).status).toBe('cancelled');
    await waitFor('both to be settled', async () => (await gateway.records.intentCount()) === 0);
  });

  it('is gone on with at a provider that keeps it, by the workload whose it is', async () => {
    const first = await client.responses.create({ model: 'sandbox/echo', input: SAID });
    const next = {
      model: 'sandbox/echo',
      input: 'And now?',
      previous_response_id: first.id,
    };
    expect((await client.responses.create(next)).output_text).toBe('And now?');
    const headers = { 'x-gw-provider': 'sandbox' };
    expect((await client.responses.retrieve(first.id, {}, { headers })).id).toBe(first.id);
    const other = clientOf(gateway.key('open')).responses.create(next);
    await expect(other).rejects.toBeInstanceOf(NotFoundError);
  });

  it.each([
    ['previous_response_id', { previous_response_id: 'resp_12345678' }],
    ['conversation', { conversation: 'conv_12345678' }],
    ['store', { store: true }],
    ['background', { background: true }],
    ['input[0]', { input: [{ type: 'item_reference' as const, id: 'msg_12345678' }] }],
  ])('%s is refused by name where nobody keeps it', async (param, more) => {
    for (const model of ['plain/echo', 'claude/echo', 'google/echo']) {
      const error = await client.responses
        .create({ model, input: SAID, ...more })
        .then(null, (fault: unknown) => fault);
      expect(error).toBeInstanceOf(BadRequestError);
      expect(error).toMatchObject({ param, code: 'invalid_request' });
    }
    expect(await gateway.sandbox.requests()).toEqual([]);
  });
});

it('has its envelope for whatever is refused', async () => {
  const unknown = clientOf('wrong').responses.create({ model: 'claude/echo', input: SAID });
  await expect(unknown).rejects.toBeInstanceOf(AuthenticationError);
  const guarded = clientOf(gateway.key('guarded'));
  const blocked = await guarded.responses
    .create({ model: 'claude/echo', input: SAID })
    .catch((fault: unknown) => fault);
  expect(blocked).toMatchObject({ status: 422, code: 'data_protection_blocked' });
  const malformed = await client.responses
    .create({ model: 'claude/echo', input: 1 as unknown as string })
    .catch((fault: unknown) => fault);
  expect(malformed).toMatchObject({ status: 400, param: 'input' });
});
