import { json, type Answer, type SandboxRequest } from '../../http/answer.js';
import { findModel } from '../../models.js';
import { compose, type Composition, type Question } from '../../text/compose.js';
import { scriptedCalls } from '../../text/script.js';
import { countTokens, tokensOf } from '../../text/tokens.js';
import { readCohereRequest, textOf, type CohereRequest } from './cohere-request.js';

/** POST /v2/chat */
export function chatCohere({ body, fault, newId }: SandboxRequest): Answer {
  const request = readCohereRequest(body);
  const model = findModel(request.model, 'chat', fault);
  const composition = compose({ ...questionOf(request), model, fault });
  const calls = composition.calls.map((call) => ({
    id: newId(`${call.name}_`),
    type: 'function',
    function: call,
  }));
  const end = {
    finish_reason: FINISHES[composition.finish],
    usage: fault['no-usage'] ? undefined : usageOf(request, composition),
  };
  const id = newId('');
  const content = contentOf(composition);
  if (request.stream) return { events: eventsOf(id, content, calls, end) };
  const said = calls.length > 0 ? { tool_plan: PLAN, tool_calls: calls } : { content };
  return json({ id, message: { role: 'assistant', ...said }, ...end });
}

const PLAN = 'I will use a tool.';

const FINISHES = {
  stop: 'COMPLETE',
  stop_sequence: 'STOP_SEQUENCE',
  length: 'MAX_TOKENS',
  tool_calls: 'TOOL_CALL',
} as const;

type Content = readonly ({ readonly type: string } & Readonly<Record<string, string>>)[];

const contentOf = ({ text, reasoning }: Composition): Content => [
  ...(reasoning ? [{ type: 'thinking', thinking: reasoning }] : []),
  { type: 'text', text },
];

interface SpokenCall {
  readonly id: string;
  readonly type: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

function* eventsOf(
  id: string,
  content: Content,
  calls: readonly SpokenCall[],
  end: object,
): Generator<string> {
  const role = { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] };
  yield event('message-start', { id, delta: { message: role } });
  if (calls.length > 0) {
    for (const piece of tokensOf(PLAN)) {
      yield event('tool-plan-delta', { delta: { message: { tool_plan: piece } } });
    }
    for (const [index, call] of calls.entries()) yield* callEvents(index, call);
  } else {
    for (const [index, { type, ...said }] of content.entries()) {
      yield event('content-start', {
        index,
        delta: { message: { content: { type, [type]: '' } } },
      });
      for (const piece of tokensOf(said[type] ?? '')) {
        yield event('content-delta', { index, delta: { message: { content: { [type]: piece } } } });
      }
      yield event('content-end', { index });
    }
  }
  yield event('message-end', { delta: end });
}

function* callEvents(index: number, call: SpokenCall): Generator<string> {
  const told = (tool_calls: object) => ({ index, delta: { message: { tool_calls } } });
  const opening = { name: call.function.name, arguments: '' };
  yield event('tool-call-start', told({ ...call, function: opening }));
  for (const piece of tokensOf(call.function.arguments)) {
    yield event('tool-call-delta', told({ function: { arguments: piece } }));
  }
  yield event('tool-call-end', { index });
}

const event = (type: string, members: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;

function questionOf(request: CohereRequest): Omit<Question, 'model' | 'fault'> {
  const { messages, tool_choice: choice, response_format: format } = request;
  const tools = request.tools ?? [];
  const results = messages.slice(messages.findLastIndex(({ role }) => role !== 'tool') + 1);
  const user = messages.findLast(({ role }) => role === 'user');
  const mayCall = messages.at(-1)?.role === 'user' && choice !== 'NONE';
  return {
    userText: user ? textOf(user) : '',
    toolResult: results.length > 0 ? results.map(textOf).join('\n') : undefined,
    tool: mayCall ? tools[0]?.function : undefined,
    script: scriptedCalls(
      messages.map((message) => ({
        userText: message.role === 'user' ? textOf(message) : '',
        hasCalls: (message.tool_calls ?? []).length > 0,
      })),
      tools.map((tool) => tool.function.name),
    ),
    schema: format?.type === 'json_object' ? (format.json_schema ?? null) : undefined,
    stop: [...(request.stop_sequences ?? [])],
    tokensMax: request.max_tokens ?? undefined,
  };
}

const TOKENS_OF_TEMPLATE = 500; // Read with each conversation, and not paid for.

function usageOf(
  { messages, tools, documents }: CohereRequest,
  { tokens, reasoningTokens }: Composition,
): object {
  const input = countTokens(JSON.stringify([messages, tools ?? [], documents ?? []]));
  return {
    billed_units: { input_tokens: input, output_tokens: tokens },
    tokens: {
      input_tokens: input + TOKENS_OF_TEMPLATE,
      output_tokens: tokens + 2, // Marks around what is said.
      reasoning_tokens: reasoningTokens,
    },
    cached_tokens: 0,
  };
}
