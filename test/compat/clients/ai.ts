import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  generateText,
  jsonSchema,
  Output,
  streamText,
  tool,
  type LanguageModel,
  type ModelMessage,
  type ToolSet,
} from 'ai';
import {
  memberOf,
  type Ask,
  type Client,
  type Heard,
  type Result,
  type Server,
  type Turn,
} from '../client.js';

/** One of the packages of providers, under the one way in which `ai` asks them all. */
interface Provider {
  readonly name: string;
  readonly model: (server: Server, model: string) => LanguageModel;
  /** What has no common way: to make a model think, and to keep a prompt. */
  readonly options: (ask: Ask) => Options;
  readonly rest: Pick<Client, 'caches' | 'keepsSignatures' | 'cannot'>;
}

type Options = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>;

const ONLY_TEXT = 'the format has only text in the results of tools';
const NO_FLAG = 'the format has no flag for errors of tools';

export const aiClients: readonly Client[] = [
  clientOf({
    name: '@ai-sdk/openai, chat',
    model: ({ url, key }, model) => createOpenAI({ baseURL: `${url}/v1`, apiKey: key }).chat(model),
    options: ({ thinks, caches }) => ({
      openai: {
        ...(thinks && { reasoningEffort: 'low', forceReasoning: true }),
        ...(caches && { promptCacheKey: 'compat-cache' }),
      },
    }),
    rest: {
      caches: 'key',
      cannot: {
        'image of a tool': ONLY_TEXT,
        'error of a tool': NO_FLAG,
        thinking: 'it reads no reasoning in the chat format',
      },
    },
  }),
  clientOf({
    name: '@ai-sdk/openai, responses',
    model: ({ url, key }, model) => createOpenAI({ baseURL: `${url}/v1`, apiKey: key })(model),
    options: ({ thinks, caches }) => ({
      openai: {
        store: false,
        ...(thinks && {
          reasoningEffort: 'low',
          reasoningSummary: 'auto',
          forceReasoning: true,
        }),
        ...(caches && { promptCacheKey: 'compat-cache' }),
      },
    }),
    rest: { caches: 'key', cannot: { 'error of a tool': NO_FLAG } },
  }),
  clientOf({
    name: '@ai-sdk/openai-compatible',
    model: ({ url, key }, model) =>
      createOpenAICompatible({
        name: 'gw',
        baseURL: `${url}/v1`,
        apiKey: key,
        includeUsage: true,
        supportsStructuredOutputs: true,
      })(model),
    options: ({ thinks, caches }) => ({
      gw: {
        ...(thinks && { reasoningEffort: 'low' }),
        ...(caches && { prompt_cache_key: 'compat-cache' }),
      },
    }),
    rest: {
      caches: 'key',
      cannot: { 'image of a tool': ONLY_TEXT, 'error of a tool': NO_FLAG },
    },
  }),
  clientOf({
    name: '@ai-sdk/anthropic',
    model: ({ url, key }, model) => createAnthropic({ baseURL: `${url}/v1`, apiKey: key })(model),
    options: ({ thinks }) => ({
      anthropic: { ...(thinks && { thinking: { type: 'enabled', budgetTokens: 1_024 } }) },
    }),
    rest: { caches: 'mark', keepsSignatures: true, cannot: {} },
  }),
  clientOf({
    name: '@ai-sdk/google',
    model: ({ url, key }, model) => createGoogle({ baseURL: `${url}/v1beta`, apiKey: key })(model),
    options: ({ thinks }) => ({
      google: {
        ...(thinks && { thinkingConfig: { includeThoughts: true, thinkingBudget: 1_024 } }),
      },
    }),
    rest: {
      cannot: {
        'error of a tool': 'it does not say that a tool failed',
        cache: 'the format names a cache that was made before, which the gateway does not keep',
      },
    },
  }),
];

function clientOf({ name, model, options, rest }: Provider): Client {
  return {
    name,
    ...rest,
    finishes: { stop: 'stop', calls: 'tool-calls' },
    statusOf: (fault) => memberOf(fault, 'statusCode'),
    async ask(server, ask) {
      const request = {
        model: model(server, ask.model),
        maxRetries: 0,
        messages: ask.turns.flatMap((turn, at) =>
          messagesOf(turn, ask.caches === true && at === 0),
        ),
        providerOptions: options(ask),
        ...(ask.signal && { abortSignal: ask.signal }),
        ...(ask.tools && {
          tools: Object.fromEntries(
            ask.tools.map(({ name, parameters }) => [
              name,
              tool({ inputSchema: jsonSchema<object>(parameters) }),
            ]),
          ) as ToolSet,
        }),
        ...(ask.schema && { output: Output.object({ schema: jsonSchema(ask.schema) }) }),
      };
      if (!ask.isStreaming) return heardOf(await generateText(request), 0);
      let fault: unknown;
      const stream = streamText({
        ...request,
        onError: ({ error }) => {
          fault = error;
        },
      });
      let pieces = 0;
      for await (const part of stream.fullStream) {
        if (part.type === 'abort') throw new DOMException('aborted', 'AbortError');
        if (part.type !== 'text-delta') continue;
        pieces++;
        ask.onText?.();
      }
      if (fault !== undefined) throw fault;
      const [text, reasoningText, toolCalls, finishReason, usage, responseMessages] =
        await Promise.all([
          stream.text,
          stream.reasoningText,
          stream.toolCalls,
          stream.finishReason,
          stream.totalUsage,
          stream.responseMessages,
        ]);
      return heardOf(
        { text, reasoningText, toolCalls, finishReason, usage, responseMessages },
        pieces,
      );
    },
  };
}

function messagesOf(turn: Turn, isMarked: boolean): ModelMessage[] {
  switch (turn.role) {
    case 'user':
      return [
        {
          role: 'user',
          content: [
            { type: 'text', text: turn.text },
            ...(turn.image === undefined
              ? []
              : [{ type: 'file' as const, data: turn.image, mediaType: 'image/png' }]),
          ],
          ...(isMarked && {
            providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
          }),
        },
      ];
    case 'assistant':
      return turn.native as ModelMessage[];
    case 'tools':
      return [
        {
          role: 'tool',
          content: turn.results.map((result) => ({
            type: 'tool-result',
            toolCallId: result.id,
            toolName: result.name,
            output: outputOf(result),
          })),
        },
      ];
  }
}

function outputOf({ text, image, isError }: Result) {
  if (isError) return { type: 'error-text' as const, value: text };
  if (image === undefined) return { type: 'text' as const, value: text };
  return {
    type: 'content' as const,
    value: [
      { type: 'text' as const, text },
      {
        type: 'file' as const,
        data: { type: 'data' as const, data: image },
        mediaType: 'image/png',
      },
    ],
  };
}

interface Told {
  readonly text: string;
  readonly reasoningText: string | undefined;
  readonly toolCalls: readonly {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly input: unknown;
  }[];
  readonly finishReason: string;
  readonly usage: {
    readonly inputTokens: number | undefined;
    readonly outputTokens: number | undefined;
  };
  readonly responseMessages: unknown;
}

const heardOf = (told: Told, pieces: number): Heard => ({
  text: told.text,
  thought: told.reasoningText ?? '',
  calls: told.toolCalls.map(({ toolCallId, toolName, input }) => ({
    id: toolCallId,
    name: toolName,
    args: input,
  })),
  finish: told.finishReason,
  input: told.usage.inputTokens ?? 0,
  output: told.usage.outputTokens ?? 0,
  pieces,
  native: told.responseMessages,
});
