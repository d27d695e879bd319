import { invalid, ProviderError } from '../../provider-error.js';
import { mistralRequest } from './mistral-schema.js';

/** The parts of a request that the sandbox reads, after `readMistralRequest` checked it all. */
export interface MistralRequest {
  readonly model: string;
  readonly messages: readonly MistralMessage[];
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly parameters: unknown };
  }[];
  readonly tool_choice?: string | { readonly function: { readonly name: string } } | null;
  readonly response_format?: {
    readonly type: string;
    readonly json_schema?: { readonly schema: unknown };
  } | null;
  readonly reasoning_effort?: string | null;
  readonly max_tokens?: number | null;
  readonly n?: number | null;
  readonly stop?: string | readonly string[] | null;
  readonly stream?: boolean | null;
}

export interface MistralMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[] | null;
  readonly tool_calls?: readonly { readonly id: string }[] | null;
  readonly tool_call_id?: string;
  readonly prefix?: boolean | null;
}

const UNPROCESSABLE = 422;
const ID = /^[a-zA-Z0-9]{9}$/;

/** @throws ProviderError 422 for a wrong shape, 400 for a conversation that no model takes */
export function readMistralRequest(body: unknown): MistralRequest {
  unprocessable(() => mistralRequest(body, ''));
  const request = body as MistralRequest;
  checkOrder(request.messages);
  if (request.tool_choice && !request.tools) {
    throw refused('Tool choice is only allowed when tools are given.', '3051');
  }
  if (request.reasoning_effort != null && THINKS_AS_IT_LIKES.test(request.model)) {
    throw refused('reasoning_effort is not enabled for this model', '3051');
  }
  return request;
}

/** Of the names of its models all but those that are told how much to think. */
const THINKS_AS_IT_LIKES =
  /magistral|ministral|codestral|devstral|pixtral|voxtral|open-mi|mistral-(?:large|(?:small|medium)-25)/;

/** @throws ProviderError 422 for a shape that is refused */
export function unprocessable(check: () => void): void {
  try {
    check();
  } catch (fault) {
    throw fault instanceof ProviderError ? new ProviderError(UNPROCESSABLE, fault.body) : fault;
  }
}

function checkOrder(messages: readonly MistralMessage[]): void {
  let open: readonly string[] = [];
  let before = 'nobody';
  for (const message of messages) {
    const { role } = message;
    if (role === 'tool') {
      if (!open.includes(message.tool_call_id ?? '')) {
        throw refused('Unexpected tool call id in tool results.', '3230');
      }
      open = open.filter((id) => id !== message.tool_call_id);
    } else {
      if (open.length > 0) {
        throw refused('Not the same number of function calls and responses.', '3230');
      }
      if (role === 'user' && before === 'tool') {
        throw refused("Unexpected role 'user' after role 'tool'.", '3230');
      }
    }
    if (role === 'assistant' && !message.content?.length && !message.tool_calls) {
      throw refused('Assistant message must have either content or tool_calls.', '3240');
    }
    for (const { id } of message.tool_calls ?? []) {
      if (ID.test(id)) continue;
      const said = `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`;
      throw refused(said, '3280');
    }
    if (message.tool_calls) open = message.tool_calls.map(({ id }) => id);
    before = role;
  }
  const last = messages.at(-1);
  if (last?.role === 'assistant' && !last.prefix) {
    throw refused('Expected last role User or Tool (or Assistant with prefix True).', '3230');
  }
}

const refused = (message: string, code: string) => invalid(message, null, code);

/** As its validators tell a wrong shape, and its servers everything else. */
export const mistralError = ({ status, body: { message, param, code } }: ProviderError): object =>
  status === UNPROCESSABLE
    ? {
        detail: [{ ...faultOf(message, code), loc: ['body', ...stepsOf(param ?? '')] }],
      }
    : { object: 'error', message, type: 'invalid_request_message_order', param: null, code };

const faultOf = (msg: string, type: string | null): object =>
  type === 'unknown_parameter'
    ? { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' }
    : { type, msg };

/** Names of members, and numbers of items. */
const stepsOf = (param: string): (string | number)[] =>
  param
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** The text parts of a message, a line each. */
export const textOf = ({ content }: MistralMessage): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).flatMap((part) => part.text ?? []).join('\n');
