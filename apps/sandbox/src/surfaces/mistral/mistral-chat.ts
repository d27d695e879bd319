import { createHash } from 'node:crypto';
import { DONE, json, type Answer, type SandboxRequest } from '../../http/answer.js';
import { findModel, ownModelOf } from '../../models.js';
import { compose, type Composition, type Question } from '../../text/compose.js';
import { scriptedCalls } from '../../text/script.js';
import { countTokens, tokensOf } from '../../text/tokens.js';
import { readMistralRequest, textOf, type MistralRequest } from './mistral-request.js';

/** POST /mistral/v1/chat/completions */
export function completeMistral({ body, fault, newId, nowSeconds }: SandboxRequest): Answer {
  const request = readMistralRequest(body);
  const model = findModel(ownModelOf(request.model), 'chat', fault);
  const composition = compose({ ...questionOf(request), model, fault });
  const envelope = { id: newId(''), created: nowSeconds, model: request.model };
  const usage = fault['no-usage'] ? undefined : usageOf(request, composition);
  const calls = composition.calls.map((call) => ({ id: callId(newId('')), function: call }));
  const finish_reason = composition.finish;
  if (!request.stream) {
    const message = { role: 'assistant', content: contentOf(composition), tool_calls: null };
    const spoken = calls.length > 0 ? { ...message, content: '', tool_calls: calls } : message;
    const choices = [{ index: 0, finish_reason, message: spoken }];
    return json({ ...envelope, object: 'chat.completion', usage, choices });
  }
  return {
    events: eventsOf({ ...envelope, object: 'chat.completion.chunk' }, composition, calls, usage),
  };
}

/** Nine letters and digits, as all its ids of calls are. */
const callId = (seed: string): string =>
  createHash('sha256').update(seed).digest('hex').slice(0, 9);

const thought = (text: string): object => ({
  type: 'thinking',
  thinking: [{ type: 'text', text }],
});

/** A text, or parts where the model thought. */
const contentOf = ({ text, reasoning }: Composition): string | object[] =>
  reasoning
    ? [
        { ...thought(reasoning), closed: true },
        { type: 'text', text },
      ]
    : text;

/** Thoughts come in parts, calls whole and without a position, and usage with the end. */
function* eventsOf(
  envelope: object,
  { text, reasoning, finish }: Composition,
  calls: readonly object[],
  usage: object | undefined,
): Generator<string> {
  const frame = (delta: object, more: object = {}, reason: string | null = null): string =>
    `data: ${JSON.stringify({ ...envelope, choices: [{ index: 0, delta, finish_reason: reason }], ...more })}\n\n`;
  yield frame({ role: 'assistant', content: '' });
  for (const piece of tokensOf(reasoning)) yield frame({ content: [thought(piece)] });
  for (const piece of tokensOf(text)) yield frame({ content: piece });
  const last = calls.length > 0 ? { content: null, tool_calls: calls } : { content: '' };
  yield frame(last, usage && { usage }, finish);
  yield DONE;
}

function questionOf(request: MistralRequest): Omit<Question, 'model' | 'fault'> {
  const { messages, tools = [], tool_choice: choice, response_format: format } = request;
  const results = messages.slice(messages.findLastIndex(({ role }) => role !== 'tool') + 1);
  const user = messages.findLast(({ role }) => role === 'user');
  const name = choice && typeof choice !== 'string' ? choice.function.name : undefined;
  const chosen = name ? tools.find((tool) => tool.function.name === name) : tools[0];
  const mayCall = messages.at(-1)?.role === 'user' && choice !== 'none';
  return {
    userText: user ? textOf(user) : '',
    toolResult: results.length > 0 ? results.map(textOf).join('\n') : undefined,
    tool: mayCall && chosen ? chosen.function : undefined,
    script: scriptedCalls(
      messages.map((message) => ({
        userText: message.role === 'user' ? textOf(message) : '',
        hasCalls: (message.tool_calls ?? []).length > 0,
      })),
      tools.map((tool) => tool.function.name),
    ),
    schema: format?.type === 'json_object' ? null : format?.json_schema?.schema,
    stop: [request.stop ?? []].flat(),
    tokensMax: request.max_tokens ?? undefined,
  };
}

const TOKENS_PER_MESSAGE = 4; // Role and borders.

function usageOf({ messages, tools }: MistralRequest, { tokens }: Composition): object {
  const prompt = messages.reduce(
    (sum, { content }) => sum + TOKENS_PER_MESSAGE + countTokens(JSON.stringify(content ?? '')),
    countTokens(JSON.stringify(tools ?? [])),
  );
  return { prompt_tokens: prompt, completion_tokens: tokens, total_tokens: prompt + tokens };
}
