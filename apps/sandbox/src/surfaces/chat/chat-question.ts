import type { Question } from '../../text/compose.js';
import { schemaInWords } from '../../text/schema-in-words.js';
import { scriptedCalls } from '../../text/script.js';
import { countTokens } from '../../text/tokens.js';
import { textOf, type ChatRequest } from './chat-request.js';

/** What the conversation asks of the model. */
export function readQuestion(request: ChatRequest): Omit<Question, 'model' | 'fault'> {
  const { messages, response_format: format } = request;
  const last = messages.at(-1);
  const results = messages.slice(messages.findLastIndex(({ role }) => role !== 'tool') + 1);
  const user = messages.findLast((message) => message.role === 'user');
  return {
    userText: user ? textOf(user) : '',
    toolResult: results.length > 0 ? results.map(textOf).join('\n') : undefined,
    tool: last?.role === 'user' ? chosenTool(request) : undefined,
    script: scriptedCalls(
      messages.map((message) => ({
        userText: message.role === 'user' ? textOf(message) : '',
        hasCalls: (message.tool_calls ?? []).length > 0,
      })),
      (request.tools ?? []).map((tool) => tool.function.name),
    ),
    schema:
      format?.type === 'json_object'
        ? (schemaInWords(instructionsIn(messages)) ?? null)
        : format?.json_schema?.schema,
    stop: request.stop == null ? [] : [request.stop].flat(),
    tokensMax: request.max_completion_tokens ?? request.max_tokens ?? undefined,
  };
}

const instructionsIn = (messages: ChatRequest['messages']): string =>
  messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(textOf)
    .join('\n');

function chosenTool({ tools, tool_choice: choice }: ChatRequest) {
  if (!tools || choice === 'none') return undefined;
  const name = choice != null && typeof choice !== 'string' ? choice.function.name : undefined;
  const chosen = name ? tools.find((tool) => tool.function.name === name) : tools[0];
  return chosen && { name: chosen.function.name, parameters: chosen.function.parameters };
}

const TOKENS_PER_MESSAGE = 4; // Role and borders.
const TOKENS_PER_ATTACHMENT = 85; // An image, audio or file part, whatever its size.

export function countPromptTokens({ messages, tools }: ChatRequest): number {
  let tokens = tools ? countTokens(JSON.stringify(tools)) : 0;
  for (const message of messages) {
    tokens += TOKENS_PER_MESSAGE;
    for (const call of message.tool_calls ?? []) {
      tokens += countTokens(call.function.name) + countTokens(call.function.arguments);
    }
    if (typeof message.content === 'string') tokens += countTokens(message.content);
    else for (const part of message.content ?? []) tokens += tokensOfPart(part);
  }
  return tokens;
}

const tokensOfPart = ({ text }: { readonly text?: string }): number =>
  text === undefined ? TOKENS_PER_ATTACHMENT : countTokens(text);
