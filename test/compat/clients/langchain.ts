import { ChatAnthropic } from '@langchain/anthropic';
import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type AIMessageChunk,
  type BaseMessage,
} from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import {
  dataUrl,
  memberOf,
  textIn,
  type Ask,
  type Client,
  type Heard,
  type Server,
  type Turn,
} from '../client.js';

export const langchainOpenai: Client = clientOf(
  {
    name: '@langchain/openai',
    finishes: { stop: 'stop', calls: 'tool_calls' },
    caches: 'mark',
    cannot: {
      'image of a tool': 'the format has only text in the results of tools',
      'error of a tool': 'the format has no flag for errors of tools',
      thinking: 'it reads no reasoning in the chat format',
    },
  },
  ({ url, key }, { model, schema }) =>
    new ChatOpenAI({
      model,
      apiKey: key,
      configuration: { baseURL: `${url}/v1` },
      maxRetries: 0,
      streamUsage: true,
      ...(schema && {
        modelKwargs: {
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'answer', schema, strict: true },
          },
        },
      }),
    }),
);

export const langchainAnthropic: Client = clientOf(
  {
    name: '@langchain/anthropic',
    finishes: { stop: 'end_turn', calls: 'tool_use' },
    caches: 'mark',
    keepsSignatures: true,
    cannot: {
      'error of a tool': 'it does not say that a tool failed',
      'usage of a stream': 'it adds the counts at the start of a stream to those at its end',
    },
  },
  ({ url, key }, { model, schema, thinks }) =>
    new ChatAnthropic({
      model,
      apiKey: key,
      anthropicApiUrl: url,
      maxTokens: 4_000,
      maxRetries: 0,
      ...(thinks && { thinking: { type: 'enabled', budget_tokens: 1_024 } }),
      ...(schema && { outputConfig: { format: { type: 'json_schema', schema: { ...schema } } } }),
    }),
);

function clientOf(
  head: Pick<Client, 'name' | 'finishes' | 'caches' | 'keepsSignatures' | 'cannot'>,
  modelOf: (server: Server, ask: Ask) => ChatOpenAI | ChatAnthropic,
): Client {
  return {
    ...head,
    statusOf: (fault) => memberOf(fault, 'status'),
    async ask(server, ask) {
      const model = modelOf(server, ask);
      const tools = (ask.tools ?? []).map(({ name, parameters }) => ({
        type: 'function' as const,
        function: { name, description: name, parameters: { ...parameters } },
      }));
      const bound = tools.length > 0 ? model.bindTools(tools) : model;
      const messages = ask.turns.flatMap((turn, at) =>
        messagesOf(turn, ask.caches === true && at === 0),
      );
      const options = ask.signal ? { signal: ask.signal } : {};
      if (!ask.isStreaming) return heardIn(await bound.invoke(messages, options), 0);
      let whole: AIMessageChunk | undefined;
      let pieces = 0;
      for await (const piece of await bound.stream(messages, options)) {
        whole = whole ? whole.concat(piece) : piece;
        if (!piece.text) continue;
        pieces++;
        ask.onText?.();
      }
      if (!whole) throw new Error('the stream was empty');
      return heardIn(whole, pieces);
    },
  };
}

function messagesOf(turn: Turn, isMarked: boolean): BaseMessage[] {
  switch (turn.role) {
    case 'user':
      return [
        new HumanMessage({
          content: [
            {
              type: 'text',
              text: turn.text,
              ...(isMarked && { cache_control: { type: 'ephemeral' } }),
            },
            ...(turn.image === undefined
              ? []
              : [{ type: 'image_url', image_url: { url: dataUrl(turn.image) } }]),
          ],
        }),
      ];
    case 'assistant': {
      const said = turn.native as AIMessageChunk;
      return [new AIMessage({ content: said.content, tool_calls: said.tool_calls ?? [] })];
    }
    case 'tools':
      return turn.results.map(
        ({ id, name, text, image, isError }) =>
          new ToolMessage({
            tool_call_id: id,
            name,
            status: isError ? 'error' : 'success',
            content:
              image === undefined
                ? text
                : [
                    { type: 'text', text },
                    { type: 'image_url', image_url: { url: dataUrl(image) } },
                  ],
          }),
      );
  }
}

function heardIn(message: AIMessageChunk, pieces: number): Heard {
  const blocks = Array.isArray(message.content) ? message.content : [];
  const meta = message.response_metadata;
  const extra = message.additional_kwargs;
  return {
    text: message.text,
    thought: blocks.map((block) => textIn(block, 'thinking')).join(''),
    calls: (message.tool_calls ?? []).map(({ id, name, args }) => ({ id: id ?? '', name, args })),
    finish:
      textIn(meta, 'finish_reason') || textIn(meta, 'stop_reason') || textIn(extra, 'stop_reason'),
    input: Number(memberOf(message.usage_metadata, 'input_tokens') ?? 0),
    output: Number(memberOf(message.usage_metadata, 'output_tokens') ?? 0),
    pieces,
    native: message,
  };
}
