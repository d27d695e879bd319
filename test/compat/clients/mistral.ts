import { Mistral } from '@mistralai/mistralai';
import type {
  AssistantMessage,
  ChatCompletionRequestMessage,
  ContentChunk,
  ToolCall,
} from '@mistralai/mistralai/models/components';
import {
  dataUrl,
  memberOf,
  textIn,
  type Ask,
  type Client,
  type Heard,
  type Turn,
} from '../client.js';

export const mistral: Client = {
  name: '@mistralai/mistralai',
  finishes: { stop: 'stop', calls: 'tool_calls' },
  statusOf: (fault) => memberOf(fault, 'statusCode'),
  caches: 'key',
  readsCallsWhole: true,
  cannot: {
    'parallel calls': 'of a stream it reads only calls that come in one piece',
    'usage of a stream': 'it does not ask for it, and the format tells it to who asks alone',
    'error of a tool': 'the format has no flag for errors of tools',
    'image of a tool': 'the format has only text in the results of tools',
    thinking: 'it reads thinking in the content alone, where the chat format has none',
  },
  cannotAt: {
    custom: {
      'tool loop':
        'it says more of a turn than OpenAI takes, and an endpoint of one’s own gets all that is said',
    },
  },
  async ask({ url, key }, ask) {
    const client = new Mistral({ serverURL: url, apiKey: key });
    const options = {
      retries: { strategy: 'none' as const },
      ...(ask.signal && { fetchOptions: { signal: ask.signal } }),
    };
    const body = bodyOf(ask);
    if (!ask.isStreaming) {
      const { choices, usage } = await client.chat.complete(body, options);
      const message = choices?.[0]?.message;
      return heardOf(message, choices?.[0]?.finishReason, usage, 0);
    }
    let text = '';
    let pieces = 0;
    let finish: string | undefined;
    let usage: Counts | undefined;
    const calls = new Map<number, ToolCall>();
    for await (const { data } of await client.chat.stream(body, options)) {
      usage = data.usage ?? usage;
      const choice = data.choices[0];
      finish = choice?.finishReason ?? finish;
      for (const call of choice?.delta.toolCalls ?? []) calls.set(call.index ?? 0, call);
      const piece = textOf(choice?.delta.content);
      if (piece === '') continue;
      text += piece;
      pieces++;
      ask.onText?.();
    }
    const message = { role: 'assistant' as const, content: text, toolCalls: [...calls.values()] };
    return heardOf(message, finish, usage, pieces);
  },
};

interface Counts {
  readonly promptTokens?: number | undefined;
  readonly completionTokens?: number | undefined;
}

function bodyOf({ model, turns, tools, schema, caches }: Ask) {
  return {
    model,
    messages: turns.flatMap(messagesOf),
    ...(caches && { promptCacheKey: 'compat-cache' }),
    ...(tools && {
      tools: tools.map((tool) => ({
        type: 'function' as const,
        function: { ...tool, parameters: { ...tool.parameters } },
      })),
    }),
    ...(schema && {
      responseFormat: {
        type: 'json_schema' as const,
        jsonSchema: { name: 'answer', schemaDefinition: { ...schema }, strict: true },
      },
    }),
  };
}

function messagesOf(turn: Turn): ChatCompletionRequestMessage[] {
  switch (turn.role) {
    case 'user':
      return [
        {
          role: 'user',
          content: [
            { type: 'text', text: turn.text },
            ...(turn.image === undefined
              ? []
              : [{ type: 'image_url' as const, imageUrl: { url: dataUrl(turn.image) } }]),
          ],
        },
      ];
    case 'assistant':
      return [{ ...(turn.native as AssistantMessage), role: 'assistant' }];
    case 'tools':
      return turn.results.map(({ id, name, text }) => ({
        role: 'tool',
        toolCallId: id,
        name,
        content: text,
      }));
  }
}

const textOf = (content: string | ContentChunk[] | null | undefined): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map((chunk) => textIn(chunk, 'text')).join('');

const heardOf = (
  message: AssistantMessage | undefined,
  finish: string | undefined,
  usage: Counts | undefined,
  pieces: number,
): Heard => ({
  text: textOf(message?.content),
  thought: '',
  calls: (message?.toolCalls ?? []).map(({ id, function: { name, arguments: args } }) => ({
    id: id ?? '',
    name,
    args: typeof args === 'string' ? JSON.parse(args) : args,
  })),
  finish: finish ?? '',
  input: usage?.promptTokens ?? 0,
  output: usage?.completionTokens ?? 0,
  pieces,
  native: message,
});
