import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI, type GenerateContentResponse } from '@google/genai';
import OpenAI from 'openai';
import type { Response } from 'openai/resources/responses/responses';
import type { ConversationProtocol } from '#wire';
import { inputOf, type Telling } from './telling.js';

type Reading = Omit<Telling, 'isError'>;

const apiKey = 'any';
const messages = [{ role: 'user' as const, content: 'Hi' }];

/** How the SDK of each format reads the stream that a server at the address answers with. */
export const sdkReaders: Readonly<
  Record<ConversationProtocol, (origin: string) => Promise<Reading>>
> = {
  async chat(origin) {
    const client = new OpenAI({ apiKey, baseURL: `${origin}/v1`, maxRetries: 0 });
    const stream = client.chat.completions.stream({
      model: 'm',
      messages,
      stream_options: { include_usage: true },
    });
    const { choices, usage } = await stream.finalChatCompletion();
    const { message, finish_reason: finish } = choices[0] ?? {};
    return {
      text: `${message?.content ?? ''}${message?.refusal ?? ''}`,
      calls: (message?.tool_calls ?? []).map((call) =>
        call.type === 'function'
          ? { name: call.function.name, input: inputOf(call.function.arguments) }
          : { name: call.custom.name, input: { input: call.custom.input } },
      ),
      finish,
      usage: usage && { input: usage.prompt_tokens, output: usage.completion_tokens },
    };
  },

  async messages(origin) {
    const client = new Anthropic({ apiKey, baseURL: origin, maxRetries: 0 });
    const { content, stop_reason, usage } = await client.messages
      .stream({ model: 'm', messages, max_tokens: 9 })
      .finalMessage();
    return {
      text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: content.flatMap((block) =>
        block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [],
      ),
      finish: stop_reason ?? undefined,
      usage: {
        input:
          usage.input_tokens +
          (usage.cache_creation_input_tokens ?? 0) +
          (usage.cache_read_input_tokens ?? 0),
        output: usage.output_tokens,
      },
    };
  },

  async responses(origin) {
    const client = new OpenAI({ apiKey, baseURL: `${origin}/v1`, maxRetries: 0 });
    const stream = await client.responses.create({ model: 'm', input: 'Hi', stream: true });
    let last: Response | undefined;
    for await (const event of stream) if ('response' in event) last = event.response;
    if (last?.status === 'failed') throw new Error(last.error?.message);
    const parts = (last?.output ?? []).flatMap((item) =>
      item.type === 'message' ? item.content : [],
    );
    return {
      text: parts.map((part) => (part.type === 'refusal' ? part.refusal : part.text)).join(''),
      calls: (last?.output ?? []).flatMap((item) => {
        if (item.type === 'function_call') {
          return [{ name: item.name, input: inputOf(item.arguments) }];
        }
        return item.type === 'custom_tool_call'
          ? [{ name: item.name, input: { input: item.input } }]
          : [];
      }),
      finish: last?.incomplete_details?.reason ?? last?.status,
      usage: last?.usage && { input: last.usage.input_tokens, output: last.usage.output_tokens },
    };
  },

  async gemini(origin) {
    const { models } = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: origin } });
    const answers: GenerateContentResponse[] = [];
    for await (const answer of await models.generateContentStream({ model: 'm', contents: 'Hi' })) {
      answers.push(answer);
    }
    const parts = answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
    const usage = answers.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata;
    return {
      text: parts.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join(''),
      calls: parts.flatMap(({ functionCall: call }) =>
        call ? [{ name: call.name ?? '', input: call.args ?? {} }] : [],
      ),
      finish: answers.map(({ candidates }) => candidates?.[0]?.finishReason).findLast(Boolean),
      usage: usage && {
        input: (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0),
        output: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
      },
    };
  },
};
