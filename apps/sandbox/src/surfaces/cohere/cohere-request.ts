import { invalid, ProviderError } from '../../provider-error.js';
import { cohereRequest } from './cohere-schema.js';

/** The parts of a request that the sandbox reads, after `readCohereRequest` checked it all. */
export interface CohereRequest {
  readonly model: string;
  readonly messages: readonly CohereMessage[];
  readonly documents?: readonly unknown[] | null;
  readonly tools?:
    | readonly { readonly function: { readonly name: string; readonly parameters: unknown } }[]
    | null;
  readonly tool_choice?: string | null;
  readonly response_format?: { readonly type: string; readonly json_schema?: unknown } | null;
  readonly thinking?: { readonly type: string; readonly token_budget?: number } | null;
  readonly max_tokens?: number | null;
  readonly stop_sequences?: readonly string[] | null;
  readonly stream?: boolean | null;
}

export interface CohereMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[] | null;
  readonly tool_calls?: readonly { readonly id: string }[] | null;
  readonly tool_call_id?: string;
}

const UNPROCESSABLE = 422;

/** @throws ProviderError 422 for a member that there is not, 400 for everything else */
export function readCohereRequest(body: unknown): CohereRequest {
  unknownAsUnprocessable(() => cohereRequest(body, ''));
  const request = body as CohereRequest;
  checkCalls(request.messages);
  if (request.tool_choice && !request.tools) {
    throw invalid('invalid request: tool_choice cannot be specified without tools.');
  }
  if (request.tools && request.response_format) {
    throw invalid('invalid request: response_format cannot be specified together with tools.');
  }
  if (request.thinking && !/reasoning|command-a-plus/.test(request.model)) {
    throw invalid('invalid request: thinking is not supported by the provided model.');
  }
  return request;
}

/** @throws ProviderError 422 for a member that there is not, 400 for everything else */
export function unknownAsUnprocessable(check: () => void): void {
  try {
    check();
  } catch (fault) {
    const isUnknown = fault instanceof ProviderError && fault.body.code === 'unknown_parameter';
    throw isUnknown ? new ProviderError(UNPROCESSABLE, fault.body) : fault;
  }
}

function checkCalls(messages: readonly CohereMessage[]): void {
  let open: readonly string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id ?? '')) {
        throw invalid('invalid request: a tool result answers no tool call.');
      }
      open = open.filter((id) => id !== message.tool_call_id);
      continue;
    }
    if (open.length > 0) throw invalid('invalid request: tool calls are without tool results.');
    if (message.role === 'assistant' && !message.content && !message.tool_calls) {
      throw invalid('invalid request: an assistant message needs content or tool calls.');
    }
    open = (message.tool_calls ?? []).map(({ id }) => id);
  }
  if (open.length > 0) throw invalid('invalid request: tool calls are without tool results.');
}

export const cohereError = ({ body: { message, param, code } }: ProviderError): object => ({
  id: 'sandbox',
  message:
    code === 'unknown_parameter'
      ? `unknown field: parameter ${param} is not a valid field.`
      : message,
});

/** The text parts of a message, a line each. */
export const textOf = ({ content }: CohereMessage): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).flatMap((part) => part.text ?? []).join('\n');
