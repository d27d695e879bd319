import OpenAI from 'openai';
import {
  dataUrl,
  memberOf,
  textIn,
  type Ask,
  type Client,
  type Heard,
  type Turn,
} from '../client.js';

type Message = OpenAI.ChatCompletionMessageParam;

export const OPENAI_CLASSES = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  422: 'UnprocessableEntityError',
  429: 'RateLimitError',
  502: 'InternalServerError',
  504: 'InternalServerError',
};

export const openaiChat: Client = {
  name: 'openai, chat',
  finishes: { stop: 'stop', calls: 'tool_calls' },
  statusOf: (fault) => memberOf(fault, 'status'),
  classes: OPENAI_CLASSES,
  caches: 'key',
  cannot: {
    'image of a tool': 'the format has only text in the results of tools',
    'error of a tool': 'the format has no flag for errors of tools',
  },
  async ask({ url, key }, ask) {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
    const options = ask.signal ? { signal: ask.signal } : {};
    const body = bodyOf(ask);
    if (!ask.isStreaming) return heardIn(await client.chat.completions.create(body, options), 0);
    const stream = client.chat.completions.stream(
      { ...body, stream: true, stream_options: { include_usage: true } },
      options,
    );
    let pieces = 0;
    let reasoning = '';
    stream.on('content', () => {
      pieces++;
      ask.onText?.();
    });
    stream.on('chunk', ({ choices: [choice] }) => {
      reasoning += thoughtIn(choice?.delta);
    });
    return { ...heardIn(await stream.finalChatCompletion(), pieces), thought: reasoning };
  },
};

function bodyOf({ model, turns, tools, schema, thinks, caches }: Ask) {
  return {
    model,
    messages: turns.flatMap(messagesOf),
    ...(tools && {
      tools: tools.map((tool) => ({
        type: 'function' as const,
        function: { ...tool, parameters: { ...tool.parameters } },
      })),
    }),
    ...(schema && {
      response_format: {
        type: 'json_schema' as const,
        json_schema: { name: 'answer', schema: { ...schema }, strict: true },
      },
    }),
    ...(thinks && { reasoning_effort: 'low' as const }),
    ...(caches && { prompt_cache_key: 'compat-cache' }),
  };
}

function messagesOf(turn: Turn): Message[] {
  switch (turn.role) {
    case 'user':
      if (turn.image === undefined) return [{ role: 'user', content: turn.text }];
      return [
        {
          role: 'user',
          content: [
            { type: 'text', text: turn.text },
            { type: 'image_url', image_url: { url: dataUrl(turn.image) } },
          ],
        },
      ];
    case 'assistant':
      return [turn.native as Message];
    case 'tools':
      return turn.results.map(({ id, text }) => ({
        role: 'tool',
        tool_call_id: id,
        content: text,
      }));
  }
}

/** The SDK knows neither of the two names: who shows thinking reads both. */
const thoughtIn = (said: unknown): string =>
  textIn(said, 'reasoning_content') || textIn(said, 'reasoning');

/** Without what the SDK has read out of it. */
const asItCame = (call: OpenAI.ChatCompletionMessageToolCall) =>
  call.type === 'function'
    ? {
        id: call.id,
        type: call.type,
        function: { name: call.function.name, arguments: call.function.arguments },
      }
    : call;

function heardIn({ choices: [choice], usage }: OpenAI.ChatCompletion, pieces: number): Heard {
  const message = choice?.message;
  return {
    text: message?.content ?? '',
    thought: thoughtIn(message),
    calls: (message?.tool_calls ?? []).flatMap((call) =>
      call.type === 'function'
        ? [{ id: call.id, name: call.function.name, args: JSON.parse(call.function.arguments) }]
        : [],
    ),
    finish: choice?.finish_reason ?? '',
    input: usage?.prompt_tokens ?? 0,
    output: usage?.completion_tokens ?? 0,
    pieces,
    native: {
      role: 'assistant',
      content: message?.content ?? null,
      ...(message?.tool_calls?.length && { tool_calls: message.tool_calls.map(asItCame) }),
    },
  };
}
