import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import type { TestGateway } from './gateway.js';

export type ChatFormat = 'chat' | 'responses' | 'messages' | 'gemini';
export const CHAT_FORMATS: readonly ChatFormat[] = ['chat', 'responses', 'messages', 'gemini'];

/** What every SDK tells of an answer. */
export interface Told {
  readonly text: string;
  /** Names of the functions that the caller is asked to run. */
  readonly calls: readonly string[];
  readonly usage: { readonly in: number; readonly out: number };
  /** In the format's own word. */
  readonly finish: string | null | undefined;
}

export interface Asked {
  readonly model: string;
  readonly text: string;
  readonly isStreaming: boolean;
  /** A function of the caller's own, by its name. */
  readonly tool?: string;
}

const PARAMETERS = {
  type: 'object' as const,
  properties: { to: { type: 'string' } },
  required: ['to'],
};

/** The SDKs of all formats, as they are. */
export function chatClients(gateway: TestGateway, workload = 'default') {
  const apiKey = gateway.key(workload);
  const openai = new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  const anthropic = new Anthropic({ apiKey, baseURL: gateway.url, maxRetries: 0 });
  const google = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url } });

  const ask: Readonly<Record<ChatFormat, (asked: Asked) => Promise<Told>>> = {
    async chat({ model, text, isStreaming, tool }) {
      const body = {
        model,
        messages: [{ role: 'user' as const, content: text }],
        ...(tool && {
          tools: [{ type: 'function' as const, function: { name: tool, parameters: PARAMETERS } }],
        }),
      };
      const answer = isStreaming
        ? await openai.chat.completions
            .stream({ ...body, stream_options: { include_usage: true } })
            .finalChatCompletion()
        : await openai.chat.completions.create(body);
      const [choice] = answer.choices;
      return {
        text: choice?.message.content ?? '',
        calls: (choice?.message.tool_calls ?? []).map((call) =>
          call.type === 'function' ? call.function.name : '',
        ),
        usage: {
          in: answer.usage?.prompt_tokens ?? -1,
          out: answer.usage?.completion_tokens ?? -1,
        },
        finish: choice?.finish_reason,
      };
    },

    async responses({ model, text, isStreaming, tool }) {
      const body = {
        model,
        input: text,
        store: false,
        ...(tool && {
          tools: [{ type: 'function' as const, name: tool, parameters: PARAMETERS, strict: false }],
        }),
      };
      const answer = isStreaming
        ? await openai.responses.stream(body).finalResponse()
        : await openai.responses.create(body);
      return {
        text: answer.output_text,
        calls: answer.output.flatMap((item) => (item.type === 'function_call' ? item.name : [])),
        usage: {
          in: answer.usage?.input_tokens ?? -1,
          out: answer.usage?.output_tokens ?? -1,
        },
        finish: answer.status,
      };
    },

    async messages({ model, text, isStreaming, tool }) {
      const body = {
        model,
        max_tokens: 1_000,
        messages: [{ role: 'user' as const, content: text }],
        ...(tool && { tools: [{ name: tool, input_schema: PARAMETERS }] }),
      };
      const answer = isStreaming
        ? await anthropic.messages.stream(body).finalMessage()
        : await anthropic.messages.create(body);
      return {
        text: answer.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        calls: answer.content.flatMap((block) => (block.type === 'tool_use' ? block.name : [])),
        usage: { in: answer.usage.input_tokens, out: answer.usage.output_tokens },
        finish: answer.stop_reason,
      };
    },

    async gemini({ model, text, isStreaming, tool }) {
      const asked = {
        model,
        contents: text,
        ...(tool && {
          config: {
            tools: [{ functionDeclarations: [{ name: tool, parametersJsonSchema: PARAMETERS }] }],
          },
        }),
      };
      const answers = isStreaming
        ? await Array.fromAsync(await google.models.generateContentStream(asked))
        : [await google.models.generateContent(asked)];
      const last = answers.at(-1);
      const parts = answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
      return {
        text: parts.map((part) => part.text ?? '').join(''),
        calls: parts.flatMap((part) => part.functionCall?.name ?? []),
        usage: {
          in: last?.usageMetadata?.promptTokenCount ?? -1,
          out: last?.usageMetadata?.candidatesTokenCount ?? -1,
        },
        finish: last?.candidates?.[0]?.finishReason,
      };
    },
  };
  return { openai, anthropic, google, ask };
}
