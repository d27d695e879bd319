import { createHash } from 'node:crypto';
import { DONE, json, type Answer, type SandboxRequest } from '../../http/answer.js';
import { findModel } from '../../models.js';
import { chatFinish, compose, type Composition, type Question } from '../../text/compose.js';
import { scriptedCalls } from '../../text/script.js';
import { countTokens, tokensOf } from '../../text/tokens.js';
import { readMistralRequest, textOf, type MistralRequest } from './mistral-request.js';

/** POST /mistral/v1/chat/completions */
export function completeMistral({ body, fault, newId, nowSeconds }: SandboxRequest): Answer {
  const request = readMistralRequest(body);
  const model = findModel(request.model, 'chat', fault);
  const composition = compose({ ...questionOf(request), model, fault });
  const envelope = { id: newId(''), created: nowSeconds, model: request.model };
  const usage = fault['no-usage'] ? undefined : usageOf(request, composition);
  const indexes = [...Array(request.n ?? 1).keys()];
  const calls = indexes.map(() =>
    composition.calls.map((call) => ({ id: callId(newId('')), function: call })),
  );
  if (!request.stream) {
    const choices = indexes.map((index) => choiceOf(index, composition, calls[index] ?? []));
    return json({ ...envelope, object: 'chat.completion', usage, choices });
  }
  return {
    events: eventsOf({ ...envelope, object: 'chat.completion.chunk' }, composition, calls, usage),
  };
}

function choiceOf(index: number, composition: Composition, calls: readonly object[]): object {
  const message = { role: 'assistant', content: contentOf(composition), tool_calls: null };
  const spoken = calls.length > 0 ? { ...message, content: '', tool_calls: calls } : message;
  return { index, finish_reason: chatFinish(composition), message: spoken };
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

/**
 * Thoughts come in parts, calls whole and without a position, and usage with the end.
 * @param calls of each answer, which come side by side
 */
function* eventsOf(
  envelope: object,
  composition: Composition,
  calls: readonly (readonly object[])[],
  usage: object | undefined,
): Generator<string> {
  function* frames(deltaOf: (index: number) => object, reason: string | null = null) {
    for (const index of calls.keys()) {
      const choices = [{ index, delta: deltaOf(index), finish_reason: reason }];
      const isLast = reason !== null && index === calls.length - 1;
      yield `data: ${JSON.stringify({ ...envelope, choices, ...(isLast && usage && { usage }) })}\n\n`;
    }
  }
  yield* frames(() => ({ role: 'assistant', content: '' }));
  for (const piece of tokensOf(composition.reasoning)) {
    yield* frames(() => ({ content: [thought(piece)] }));
  }
  for (const piece of tokensOf(composition.text)) yield* frames(() => ({ content: piece }));
  const last = (index: number) =>
    composition.calls.length > 0 ? { content: null, tool_calls: calls[index] } : { content: '' };
  yield* frames(last, chatFinish(composition));
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

function usageOf({ messages, tools, n }: MistralRequest, { tokens }: Composition): object {
  const prompt = messages.reduce(
    (sum, { content }) => sum + TOKENS_PER_MESSAGE + countTokens(JSON.stringify(content ?? '')),
    countTokens(JSON.stringify(tools ?? [])),
  );
  const completion = tokens * (n ?? 1);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
}
