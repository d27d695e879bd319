import { checkGpt } from '../../makers/gpt.js';
import type { Question } from '../../text/compose.js';
import { scriptedCalls } from '../../text/script.js';
import { countTokens } from '../../text/tokens.js';
import {
  any,
  arrayOf,
  boolean,
  filled,
  integer,
  number,
  object,
  oneOf,
  record,
  string,
  stringOr,
  tagged,
  type Check,
} from '../../validation/check.js';

/** The parts of a request that the sandbox reads, after `readResponsesRequest` checked it all. */
export interface ResponsesRequest {
  readonly model: string;
  readonly input: string | readonly InputItem[];
  readonly instructions?: string | null;
  readonly background?: boolean | null;
  readonly max_output_tokens?: number | null;
  readonly metadata?: Readonly<Record<string, string>> | null;
  readonly parallel_tool_calls?: boolean | null;
  readonly previous_response_id?: string | null;
  readonly reasoning?: { readonly effort?: string | null } | null;
  readonly service_tier?: string | null;
  readonly store?: boolean | null;
  readonly stream?: boolean | null;
  readonly temperature?: number | null;
  readonly text?: { readonly format?: TextFormat } | null;
  readonly tool_choice?: string | { readonly name: string } | null;
  readonly tools?: readonly FunctionTool[] | null;
  readonly top_p?: number | null;
}

interface TextFormat {
  readonly type: 'text' | 'json_object' | 'json_schema';
  readonly schema?: unknown;
}

interface FunctionTool {
  readonly type: string;
  readonly name: string;
  readonly parameters?: unknown;
}

export interface InputItem {
  readonly id?: string;
  readonly type?: string;
  readonly role?: string;
  readonly content?: Content;
  readonly call_id?: string;
  readonly output?: Content;
}

type Content = string | readonly { readonly type: string; readonly text?: string }[];

const part = tagged('type', {
  input_text: object({ type: any, text: string }),
  input_image: object({ type: any }, { detail: string, file_id: string, image_url: string }),
  input_file: object(
    { type: any },
    { file_data: string, file_id: string, file_url: string, filename: string },
  ),
  output_text: object({ type: any, text: string }, { annotations: any, logprobs: any }),
  refusal: object({ type: any, refusal: string }),
});

const content = stringOr(any, arrayOf(part, 1));

const message = object(
  { role: oneOf('user', 'assistant', 'system', 'developer'), content },
  { type: any, id: string, status: string, phase: string },
);

const otherItem = tagged('type', {
  message,
  function_call: object(
    { type: any, call_id: filled, name: filled, arguments: string },
    { id: string, status: string },
  ),
  function_call_output: object(
    { type: any, call_id: filled, output: content },
    { id: string, status: string },
  ),
  reasoning: object(
    { type: any, summary: arrayOf(record) },
    { id: string, content: any, encrypted_content: string, status: string },
  ),
});

const item: Check = (value, param) => {
  const isMessage = typeof value === 'object' && value !== null && !('type' in value);
  (isMessage ? message : otherItem)(value, param);
};

const OTHER_TOOL = record;

const responsesRequest = object(
  { input: stringOr(any, arrayOf(item, 1)), model: filled },
  {
    background: boolean,
    client_metadata: record, // Of coding agents.
    include: arrayOf(string),
    instructions: string,
    max_output_tokens: integer(16),
    max_tool_calls: integer(1),
    metadata: record,
    parallel_tool_calls: boolean,
    previous_response_id: string,
    prompt_cache_key: string,
    prompt_cache_options: record,
    prompt_cache_retention: oneOf('in_memory', '24h'),
    reasoning: object({}, { effort: string, summary: string, generate_summary: string }),
    safety_identifier: string,
    service_tier: string,
    store: boolean,
    stream: boolean,
    stream_options: object({}, { include_obfuscation: boolean }),
    temperature: number(0, 2),
    text: object({}, { format: textFormat(), verbosity: oneOf('low', 'medium', 'high') }),
    tool_choice: stringOr(
      oneOf('none', 'auto', 'required'),
      object({ type: oneOf('function'), name: filled }),
    ),
    tools: arrayOf(
      tagged('type', {
        function: object(
          { type: any, name: filled },
          { description: string, parameters: record, strict: boolean },
        ),
        // What agents offer beside: the sandbox takes them, and calls none.
        custom: OTHER_TOOL,
        local_shell: OTHER_TOOL,
        namespace: OTHER_TOOL,
        web_search: OTHER_TOOL,
      }),
    ),
    top_logprobs: integer(0, 20),
    top_p: number(0, 1),
    truncation: oneOf('auto', 'disabled'),
    user: string,
  },
);

function textFormat(): Check {
  return tagged('type', {
    text: object({ type: any }),
    json_object: object({ type: any }),
    json_schema: object(
      { type: any, name: filled, schema: record },
      { description: string, strict: boolean },
    ),
  });
}

/** @throws ProviderError 400 */
export function readResponsesRequest(body: unknown): ResponsesRequest {
  responsesRequest(body, '');
  const request = body as ResponsesRequest;
  checkGpt({ ...request }, request.reasoning?.effort, 'reasoning.effort');
  return request;
}

/** What the conversation asks of the model. @param items the whole of it, oldest first */
export function readQuestion(
  request: ResponsesRequest,
  items: readonly InputItem[],
): Omit<Question, 'model' | 'fault'> {
  const last = items.at(-1);
  const isResult = ({ type }: InputItem) => type === 'function_call_output';
  const results = items.slice(items.findLastIndex((item) => !isResult(item)) + 1);
  const format = request.text?.format;
  return {
    userText: textOf(items.findLast(({ role }) => role === 'user')?.content),
    toolResult:
      results.length > 0 ? results.map(({ output }) => textOf(output)).join('\n') : undefined,
    tool: last?.role === 'user' ? chosenTool(request) : undefined,
    script: scriptedCalls(
      items.map(({ type, role, content }) => ({
        userText: role === 'user' ? textOf(content) : '',
        hasCalls: type === 'function_call',
      })),
      functionsOf(request).map(({ name }) => name),
    ),
    schema: format?.type === 'json_object' ? null : format?.schema,
    tokensMax: request.max_output_tokens ?? undefined,
  };
}

const functionsOf = ({ tools }: ResponsesRequest): readonly FunctionTool[] =>
  (tools ?? []).filter(({ type }) => type === 'function');

function chosenTool(request: ResponsesRequest) {
  const { tool_choice: choice } = request;
  if (choice === 'none') return undefined;
  const tools = functionsOf(request);
  const isNamed = choice != null && typeof choice !== 'string';
  const chosen = isNamed ? tools.find(({ name }) => name === choice.name) : tools[0];
  return chosen && { name: chosen.name, parameters: chosen.parameters };
}

/** What the request adds to the conversation. */
export const itemsOf = ({ input }: ResponsesRequest): readonly InputItem[] =>
  typeof input === 'string'
    ? [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }]
    : input;

const textOf = (text: Content | undefined): string =>
  typeof text === 'string' ? text : (text ?? []).flatMap((one) => one.text ?? []).join('\n');

export const countInputTokens = (
  { instructions }: ResponsesRequest,
  items: readonly InputItem[],
): number =>
  countTokens(instructions ?? '') +
  items.reduce(
    (sum, one) => sum + countTokens(textOf(one.content)) + countTokens(textOf(one.output)),
    0,
  );
