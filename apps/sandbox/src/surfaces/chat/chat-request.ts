import { checkGpt } from '../../makers/gpt.js';
import { invalid } from '../../provider-error.js';
import { missing } from '../../validation/check.js';
import { chatRequest } from './chat-schema.js';

/** The parts of a chat request that the sandbox reads, after `readChatRequest` checked it all. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ChatTool[] | null;
  readonly tool_choice?: string | { readonly function: { readonly name: string } } | null;
  readonly reasoning_effort?: string | null;
  readonly response_format?: {
    readonly type: 'text' | 'json_object' | 'json_schema';
    readonly json_schema?: { readonly schema?: unknown };
  } | null;
  readonly n?: number | null;
  readonly max_tokens?: number | null;
  readonly max_completion_tokens?: number | null;
  readonly stop?: string | readonly string[] | null;
  readonly service_tier?: string | null;
  readonly stream?: boolean | null;
  readonly stream_options?: { readonly include_usage?: boolean | null } | null;
}

export interface ChatMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[] | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly ToolCall[] | null;
}

interface ToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

interface ChatTool {
  readonly function: { readonly name: string; readonly parameters?: unknown };
}

/** @throws ProviderError 400, as strictly as the provider would */
export function readChatRequest(body: unknown): ChatRequest {
  chatRequest(body, '');
  const request = body as ChatRequest;
  checkToolResults(request.messages);
  checkToolChoice(request);
  checkCombinations(request);
  checkGpt({ ...request }, request.reasoning_effort, 'reasoning_effort');
  return request;
}

function checkToolResults(messages: readonly ChatMessage[]): void {
  let open = new Set<string>();
  messages.forEach((message, index) => {
    if (message.role === 'tool') {
      if (open.delete(message.tool_call_id ?? '')) return;
      throw invalid(
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        `messages[${index}].role`,
      );
    }
    if (open.size > 0) throw unanswered(open);
    if (message.role === 'assistant') {
      if (!message.tool_calls && message.content == null)
        throw missing(`messages[${index}].content`);
      open = new Set(message.tool_calls?.map((call) => call.id));
    }
  });
  if (open.size > 0) throw unanswered(open);
}

const unanswered = (ids: Iterable<string>) =>
  invalid(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...ids].join(', ')}`,
    'messages',
  );

function checkToolChoice({ tool_choice: choice, tools }: ChatRequest): void {
  if (choice == null) return;
  if (!tools && choice !== 'none') {
    throw invalid(
      "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
      'tool_choice',
    );
  }
  if (typeof choice === 'string') return;
  if (tools?.some((tool) => tool.function.name === choice.function.name)) return;
  throw invalid(
    `Invalid value for 'tool_choice': the function '${choice.function.name}' is not one of 'tools'.`,
    'tool_choice',
  );
}

function checkCombinations(request: ChatRequest): void {
  if (request.stream_options && !request.stream) {
    throw invalid(
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      'stream_options',
    );
  }
  if (request.max_tokens != null && request.max_completion_tokens != null) {
    throw invalid(
      "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
      'max_tokens',
    );
  }
  const asksForJson = request.response_format?.type === 'json_object';
  if (asksForJson && !request.messages.some((message) => /json/i.test(textOf(message)))) {
    throw invalid(
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      'messages',
    );
  }
}

/** The text parts of a message, a line each. */
export const textOf = ({ content }: ChatMessage): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).flatMap((part) => part.text ?? []).join('\n');
